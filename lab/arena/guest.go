package arena

import "io"

// A Guest is a kind of player that only some games have, such as a foreign program
// with its own notation. A contest names it by its kind and an argument: "gnubg:2".
type Guest struct {
	Kind string // "gnubg"
	Form string // how to write it, for people: "gnubg:PLIES"

	// Open returns the player for the argument after the colon, "" if there is
	// none. What a program writes to standard error goes to errs.
	Open func(arg string, errs io.Writer) (Player, error)
}
