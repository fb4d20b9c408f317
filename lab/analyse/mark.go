package analyse

// The kinds of events.
const (
	Throw = "throw"
	Move  = "move"
)
