package language

// The rules for plurals are those of CLDR 47 for whole numbers. A test compares
// them with Intl.PluralRules.

// OneOther is the rule of English, German and many others.
func OneOther(n int) string {
	if n == 1 {
		return "one"
	}
	return "other"
}

// French counts 0 like 1, and whole millions apart.
func French(n int) string {
	switch {
	case n == 0 || n == 1:
		return "one"
	case n%1_000_000 == 0:
		return "many"
	}
	return "other"
}

// Spanish counts whole millions apart.
func Spanish(n int) string {
	switch {
	case n == 1:
		return "one"
	case n != 0 && n%1_000_000 == 0:
		return "many"
	}
	return "other"
}
