package checkers

import (
	"bytes"
	"fmt"
	"sync"

	"parlour"
	"parlour/games/checkers"
)

// An Outcome is the value of a position for the side to move, in one byte:
// 0 is a draw, otherwise it is one more than the number of plies until a side
// cannot move if the winner hurries and the loser delays. A loss takes an even
// number of plies, so its value is odd.
type Outcome = uint8

const (
	Drawn Outcome = 0
	Lost  Outcome = 1 // cannot move
	won1  Outcome = 2 // the opponent has no piece left
)

// Won reports whether the side to move wins.
func Won(v Outcome) bool { return v != Drawn && v&1 == 0 }

// Tables say for every position with few pieces who wins and in how many plies, if
// the winner hurries and the loser delays. They ignore the quiet count and
// repetitions. They are safe for concurrent use.
type Tables struct {
	slices [keys]*table
	pieces int // the tables are complete up to this number
	shelf  shelf
}

// Add adds the values of a slice, which are in memory then. Complete says that all
// slices of up to that many pieces were added.
func (t *Tables) Add(s Slice, values []Outcome) {
	t.slices[s.key()] = &table{Numbering: NewNumbering(s), values: values}
}

// Complete sets the number of pieces up to which the tables are complete.
func (t *Tables) Complete(pieces int) { t.pieces = pieces }

// Drop removes a slice from memory.
func (t *Tables) Drop(s Slice) { t.slices[s.key()] = nil }

// Values returns the values of a slice by the numbers of its positions, nil if they
// are not in memory.
func (t *Tables) Values(s Slice) []Outcome {
	if tab := t.slices[s.key()]; tab != nil {
		return tab.values
	}
	return nil
}

// Pieces returns the number of pieces up to which the tables are complete.
func (t *Tables) Pieces() int { return t.pieces }

// Value returns the value of a position for the side to move, as it faces the
// board. The slice it is in is there.
func (t *Tables) Value(own, their, kings uint32) Outcome {
	switch {
	case own == 0:
		return Lost
	case their == 0:
		return won1
	}
	s := t.slices[keyOf(own, their, kings)]
	i := s.Of(own, their, kings)
	if s.values != nil {
		return s.values[i]
	}
	return t.shelf.value(s, i)
}

// cached is like value, but reports false if it would have to read a file.
func (t *Tables) cached(own, their, kings uint32) (Outcome, bool) {
	if own == 0 || their == 0 {
		return t.Value(own, their, kings), true
	}
	s := t.slices[keyOf(own, their, kings)]
	i := s.Of(own, their, kings)
	if s.values != nil {
		return s.values[i], true
	}
	if block := s.blocks[i/blockSize].Load(); block != nil {
		return (*block)[i%blockSize], true
	}
	return Drawn, false
}

// A Verdict is the result of a position in the tables, for the side to move.
type Verdict struct {
	Wins, Loses bool // neither: a draw
	Plies       int  // until the loser cannot move
}

// Look returns the verdict on a stand with the given side to move. It reports
// false if there are too many pieces.
func (t *Tables) Look(s *checkers.Stand, side parlour.Seat) (Verdict, bool) {
	if (s.Pieces[0] | s.Pieces[1]).Len() > t.pieces {
		return Verdict{}, false
	}
	v := t.Value(Facing(s, side))
	if v == Drawn {
		return Verdict{}, true
	}
	return Verdict{Won(v), !Won(v), int(v) - 1}, true
}

// embeddedPieces is the number of pieces in the built-in tables.
const embeddedPieces = 4

// Endgames returns the built-in tables for up to four pieces. The first call unpacks
// them.
var Endgames = sync.OnceValue(func() *Tables {
	t, err := readPacked(bytes.NewReader(packedEndgames.Bytes()), embeddedPieces)
	if err != nil {
		panic(fmt.Sprintf("checkers: the embedded endgames: %v", err))
	}
	return t
})

// probe returns the value of a position of few pieces for the search. Near the leaves
// it does not wait for a file: unpacking a block takes as long as evaluating hundreds
// of positions.
func (s *search) probe(f *frame, side parlour.Seat, ply, depth int) (int, bool) {
	p := &f.stand
	if (p.Pieces[0] | p.Pieces[1]).Len() > s.tables.pieces {
		return 0, false
	}
	own, their, kings := Facing(p, side)
	v, ok := s.tables.cached(own, their, kings)
	if !ok {
		if depth < worthReading {
			return 0, false
		}
		v = s.tables.Value(own, their, kings)
	}
	if v == Drawn {
		// Draws differ: some are easier to lose.
		return max(-30, min(s.worth(f, side)/10, 30)), true
	}
	far := int(v) - 1
	score := win - ply - far
	if s.quiet != 0 && int(p.Quiet)+far > int(s.quiet) {
		// The quiet count may end the game first. With the usual limit it rarely
		// does, because men move and pieces are captured on the way.
		if s.quiet < usualQuiet {
			return 0, false
		}
		score = likely - ply - far
	}
	if !Won(v) {
		score = -score
	}
	return score, true
}

const (
	worthReading = 3 // depth from which on a block is read

	usualQuiet = 80    // plies
	likely     = 20000 // a win that the quiet count may prevent
)
