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
)

// A BadAction says what is wrong with an action.
type BadAction struct{ Reason string }

func (e *BadAction) Error() string { return e.Reason }
