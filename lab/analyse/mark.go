package analyse

// The kinds of events.
const (
	Throw = "throw"
	Move  = "move"
)

// The marks of a move that was chosen from several.
const (
	Fine       = "fine"       // less than Little was lost
	Inaccurate = "inaccurate" // at least Little
	Mistake    = "mistake"    // at least Much
)

// The least error of an inaccuracy and of a mistake, as parts of the result.
const (
	Little = 0.02
	Much   = 0.06
)

// MarkOf returns the mark of a move with that error.
func MarkOf(err float64) string {
	switch {
	case err >= Much:
		return Mistake
	case err >= Little:
		return Inaccurate
	}
	return Fine
}
