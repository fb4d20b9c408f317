package checkers

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"parlour"
	"parlour/games/checkers"
)

// Tables say for every position with few pieces who wins and in how many plies, if
// the winner hurries and the loser delays. They ignore the quiet count and
// repetitions. They are safe for concurrent use.
type Tables struct {
	slices [keys]*table
	pieces int // the tables are complete up to this number
	shelf  shelf
}

// Pieces returns the number of pieces up to which the tables are complete.
func (t *Tables) Pieces() int { return t.pieces }

// value returns the value of a position for the side to move, as it faces the
// board. The slice it is in is there.
func (t *Tables) value(own, their, kings uint32) outcome {
	switch {
	case own == 0:
		return lost0
	case their == 0:
		return won1
	}
	s := t.slices[keyOf(own, their, kings)]
	i := s.of(own, their, kings)
	if s.values != nil {
		return s.values[i]
	}
	return t.shelf.value(s, i)
}

// cached is like value, but reports false if it would have to read a file.
func (t *Tables) cached(own, their, kings uint32) (outcome, bool) {
	if own == 0 || their == 0 {
		return t.value(own, their, kings), true
	}
	s := t.slices[keyOf(own, their, kings)]
	i := s.of(own, their, kings)
	if s.values != nil {
		return s.values[i], true
	}
	if block := s.blocks[i/blockSize].Load(); block != nil {
		return (*block)[i%blockSize], true
	}
	return drawn, false
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
	v := t.value(facing(s, side))
	if v == drawn {
		return Verdict{}, true
	}
	return Verdict{won(v), !won(v), int(v) - 1}, true
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

// Make makes tables for up to that many pieces. Progress, if not nil, is told how
// many of all positions are done, slice by slice.
//
// With a folder, each slice is written there when it is made, and existing files are
// read instead of made again. For six pieces only the slices that others still need
// stay in memory, so use Open afterwards.
func Make(ctx context.Context, pieces int, dir string, progress func(s Slice, done, all int64)) (*Tables, error) {
	return build(ctx, pieces, dir, false, progress)
}

// Whole is like Make, but keeps all tables in memory, a byte for each position. Six
// pieces take 2.7 GB.
func Whole(ctx context.Context, pieces int, dir string, progress func(s Slice, done, all int64)) (*Tables, error) {
	return build(ctx, pieces, dir, true, progress)
}

func build(ctx context.Context, pieces int, dir string, keep bool, progress func(s Slice, done, all int64)) (*Tables, error) {
	if pieces < 2 || pieces > MostPieces {
		return nil, fmt.Errorf("endgame tables have 2 to %d pieces, not %d", MostPieces, pieces)
	}
	t := &Tables{}
	var done, all int64
	for n := 2; n <= pieces; n++ {
		for _, s := range Slices(n) {
			all += int64(positionsOf(s))
		}
	}
	for n := 2; n <= pieces; n++ {
		for _, s := range Slices(n) {
			if err := t.obtain(ctx, s, dir); err != nil {
				return nil, err
			}
			done += int64(positionsOf(s))
			if progress != nil {
				progress(s, done, all)
			}
			if n == MostPieces && !keep {
				t.forget(s.Men[0] + s.Men[1] - 2)
			}
		}
		t.pieces = n
	}
	return t, nil
}

// forget drops the largest slices with that many men, which no remaining slice
// depends on.
func (t *Tables) forget(men int) {
	for i, s := range t.slices {
		if s != nil && s.slice.Pieces() == MostPieces && s.slice.Men[0]+s.slice.Men[1] <= men {
			t.slices[i] = nil
		}
	}
}

// obtain reads a slice and its turned board from the folder, or makes them.
func (t *Tables) obtain(ctx context.Context, s Slice, dir string) error {
	if dir != "" {
		found := 0
		for _, s := range both(s) {
			if tab, err := openTable(dir, s); err == nil {
				err = tab.load()
				if cerr := tab.file.Close(); err == nil {
					err = cerr
				}
				if err != nil {
					return err
				}
				tab.file = nil
				t.slices[s.key()] = tab
				found++
			} else if !os.IsNotExist(err) {
				return err
			}
		}
		if found == len(both(s)) {
			return nil
		}
	}
	a, b, err := t.makeSlice(ctx, s)
	if err != nil {
		return err
	}
	t.slices[s.turned().key()] = &table{numbering: b.numbering, values: b.values}
	t.slices[s.key()] = &table{numbering: a.numbering, values: a.values}
	if dir == "" {
		return nil
	}
	for _, s := range both(s) {
		if err := t.slices[s.key()].write(filepath.Join(dir, s.String()+suffix)); err != nil {
			return err
		}
	}
	return nil
}

// positionsOf returns how many numbers a slice and its turned board need.
func positionsOf(s Slice) int {
	n := numbered(s).size
	if s != s.turned() {
		n *= 2
	}
	return n
}

// probe returns the value of a position of few pieces for the search. Near the leaves
// it does not wait for a file: unpacking a block takes as long as evaluating hundreds
// of positions.
func (s *search) probe(f *frame, side parlour.Seat, ply, depth int) (int, bool) {
	p := &f.stand
	if (p.Pieces[0] | p.Pieces[1]).Len() > s.tables.pieces {
		return 0, false
	}
	own, their, kings := facing(p, side)
	v, ok := s.tables.cached(own, their, kings)
	if !ok {
		if depth < worthReading {
			return 0, false
		}
		v = s.tables.value(own, their, kings)
	}
	if v == drawn {
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
	if !won(v) {
		score = -score
	}
	return score, true
}

const (
	worthReading = 3 // depth from which on a block is read

	usualQuiet = 80    // plies
	likely     = 20000 // a win that the quiet count may prevent
)
