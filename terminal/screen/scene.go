package screen

import (
	"cmp"
	"context"
	"errors"

	"parlour"
	"parlour/board"
	"parlour/phrase"
)

// A Game is what a screen shows and plays.
type Game interface {
	// Scene returns how things are now. Nobody changes it afterwards.
	Scene() *Scene
	// News receives a value after the scene may have changed.
	News() <-chan struct{}
	// Do carries out a line as line mode takes it: a move, throw, undo, hint ...
	// It returns what there is to say about it, and may take a while. ErrLeave
	// ends the screen.
	Do(ctx context.Context, line string) (says string, err error)
}

// ErrLeave is returned by Game.Do if the player leaves.
var ErrLeave = errors.New("the player leaves")

// A Scene is everything that is shown at one moment.
type Scene struct {
	Lang    *phrase.Catalogue // of what the screen says itself; English if nil
	Title   string
	Status  string // about the connection, or ""
	Board   *board.Board
	Match   parlour.Match     // the position
	Last    []parlour.Effect  // of the last move
	Quarter int               // quarter turns of the board
	Dice    string            // the dice on the table, as digits
	Says    string            // whose turn it is and what has to be done, or how it ended
	Players []Player          // in the order of their seats
	Log     []string          // in words, the oldest line first
	Yours   bool              // the reader has to act
	Over    bool              // the game is over
	Turn    int64             // another number whenever the reader has to act again
	Words   map[string]string // by the text of a step without a place: what its button says
	Actions []Action          // what can be done besides moving
	Alarm   string            // what must not be overlooked: the reader has to answer it before going on
	Leave   string            // what to ask before leaving, "" to leave at once
}

func (s *Scene) lang() *phrase.Catalogue { return cmp.Or(s.Lang, phrase.English) }

// A Player is somebody at the board.
type Player struct {
	Letter string // of the colour
	Name   string
	About  string // seats and numbers
	Turn   bool
}

// An Action is something that a key or a button does.
type Action struct {
	Key   rune
	Label string
	Line  string // what is done
	Ask   string // what to ask before it is done, or ""
}
