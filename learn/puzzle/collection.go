package puzzle

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"parlour"
	"parlour/learn/theory"
)

// A Collection is the puzzles of a game and how more of them are found. The game
// supplies it.
type Collection struct {
	Game   parlour.Game
	Unit   string                 // Share or Points
	Writes *theory.Unit           // in which people read its values; nil for theory.Chances
	Themes []string               // codes of what its puzzles are about, in the order in which a puzzle names them
	Data   func() ([]byte, error) // the packed set; inside a browser it is fetched. Nil if there is none yet
	Worker Maker                  // makes those that find and judge its puzzles; nil if nobody does
}

// A Maker makes a worker for a collection.
type Maker func(c *Collection) Worker

// A Worker finds and judges puzzles of a game. It serves one goroutine.
type Worker interface {
	// Dig plays the game with a number and returns its puzzles, in order. The same
	// seed and number find the same puzzles.
	Dig(ctx context.Context, seed uint64, number int) ([]Puzzle, error)

	// Again judges a puzzle with a part of the effort of Dig, from 0 to 1. It
	// returns an error if another move comes out as clearly better.
	Again(ctx context.Context, p *Puzzle, effort float64) error

	// Rate returns how many of 100 weaker players find the solution.
	Rate(p *Puzzle) (found int, err error)
}

// Themes that any game may have. Package phrase has words for them under
// "puzzle.theme-" and the code; games have words for their own themes under their
// family: "checkers.theme-crown".
const (
	Capture       = "capture"
	DoubleCapture = "double-capture"
	Restraint     = "restraint" // not to capture
	Enter         = "enter"
	Home          = "home"
	Safety        = "safety"
	Risk          = "risk"
	Endgame       = "endgame"
	Win           = "win"
)

var (
	collections []*Collection // in the order of registration

	mu   sync.Mutex // guards sets
	sets = map[string]*Set{}
)

// Register adds the puzzles of a game. Package cabinet calls it for every game
// that has some, in the order of the shelf.
func Register(c *Collection) { collections = append(collections, c) }

// CollectionOf returns the collection of a game, or nil.
func CollectionOf(game string) *Collection {
	i := slices.IndexFunc(collections, func(c *Collection) bool { return c.Game.Info().ID == game })
	if i < 0 {
		return nil
	}
	return collections[i]
}

// Games lists the games that have puzzles, in the order of the shelf.
func Games() []string { return idsOf(func(c *Collection) bool { return c.Data != nil }) }

// Mines lists the games whose puzzles can be found and judged.
func Mines() []string { return idsOf(func(c *Collection) bool { return c.Worker != nil }) }

func idsOf(has func(*Collection) bool) (ids []string) {
	for _, c := range collections {
		if has(c) {
			ids = append(ids, c.Game.Info().ID)
		}
	}
	return ids
}

// Of returns the puzzles of a game, or nil if it has none. They are read when
// they are asked for first; inside a browser they are fetched then. Nobody may
// change them.
func Of(game string) (*Set, error) {
	c := CollectionOf(game)
	if c == nil || c.Data == nil {
		return nil, nil
	}
	mu.Lock()
	defer mu.Unlock()
	if s := sets[game]; s != nil {
		return s, nil
	}
	data, err := c.Data()
	if err != nil {
		return nil, err
	}
	s, err := Unpack(data)
	if err != nil {
		return nil, fmt.Errorf("the puzzles of %s are damaged: %w", game, err)
	}
	sets[game] = s
	return s, nil
}
