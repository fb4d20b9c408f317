package table

import "errors"

// Status tells where a table stands.
type Status string

// The statuses of a table.
const (
	Waiting Status = "waiting" // chairs are open
	Playing Status = "playing"
	Over    Status = "over"
)

// Reasons why a table refuses an action.
var (
	ErrForbidden = errors.New("you may not do that")
	ErrLate      = errors.New("the table has moved on")
	ErrNewer     = errors.New("the table was written by a later release")
	ErrFull      = errors.New("the table is full")
	ErrKeyUsed   = errors.New("the key was used for something else; every action needs a key of its own")
	ErrDice      = errors.New("the dice are being prepared; this takes a moment")

	// ErrLongBefore refuses a game that is too long to be continued at a table.
	ErrLongBefore = bad("refused.before-long", "n", MostBefore)
)

// A BadAction says in English what is wrong with an action that only a program
// sends. What people can meet is a *parlour.Refusal.
type BadAction struct{ Err error }

func (e *BadAction) Error() string { return e.Err.Error() }

// Unwrap returns what is behind it.
func (e *BadAction) Unwrap() error { return e.Err }
