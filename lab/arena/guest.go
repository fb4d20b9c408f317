package arena

import "io"

// A Guest is a kind of player that only some games have, such as a program of
// others that knows one game in its own notation. It is asked for by its kind
// and what follows a colon: "gnubg:2".
type Guest struct {
	Kind string // "gnubg"
	Form string // how it is asked for, for people: "gnubg:PLIES"

	// Open returns the player that arg asks for: what follows the colon, "" if
	// nothing does. What a program writes to standard error goes to errs.
	Open func(arg string, errs io.Writer) (Player, error)
}
