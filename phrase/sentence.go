package phrase

// Sentence makes a text a sentence: a capital first, a full stop last.
func Sentence(s string) string {
	if s == "" {
		return ""
	}
	s = upper(s)
	switch s[len(s)-1] {
	case '.', '?', '!':
		return s
	}
	return s + "."
}
