package analyse

// The kinds of events.
const (
	Throw = "throw"
	Move  = "move"
)

// What is said of a move that was chosen out of several.
const (
	Fine       = "fine"       // at most a trifle was given away
	Inaccurate = "inaccurate" // at least Little
	Mistake    = "mistake"    // at least Much
)

// What an inaccuracy and a mistake give away at least, as parts of the result.
const (
	Little = 0.02
	Much   = 0.06
)

// MarkOf returns what is said of a move with such an error.
func MarkOf(err float64) string {
	switch {
	case err >= Much:
		return Mistake
	case err >= Little:
		return Inaccurate
	}
	return Fine
}
