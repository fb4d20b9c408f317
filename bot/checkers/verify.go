package checkers

import (
	"context"
	"fmt"
	"sync"

	"parlour"
	"parlour/games/checkers"
)

// Verify reads the tables for up to that many pieces from a folder, counts their
// positions, and proves every step-th value from the rules: it follows from those of
// all positions that a move leads to. Report is told the counts of each number of
// pieces with the number of values proved.
//
// All tables are in memory meanwhile, a byte for each position.
func Verify(ctx context.Context, pieces int, dir string, step int, report func(pieces int, c Census, proved int)) error {
	t := &Tables{}
	for n := 2; n <= pieces; n++ {
		var sum Census
		proved := 0
		for _, s := range Slices(n) {
			for _, s := range both(s) {
				tab, err := openTable(dir, s)
				if err != nil {
					return err
				}
				err = tab.load()
				tab.file.Close()
				if err != nil {
					return err
				}
				t.slices[s.key()] = tab
			}
		}
		t.pieces = n
		for _, s := range Slices(n) {
			for _, s := range both(s) {
				c, p, err := t.verify(ctx, s, step)
				if err != nil {
					return err
				}
				sum.add(&c)
				proved += p
			}
		}
		report(n, sum, proved)
	}
	return nil
}

// both returns a slice and its turned board, if that is another one.
func both(s Slice) []Slice {
	if s == s.turned() {
		return []Slice{s}
	}
	return []Slice{s, s.turned()}
}

// verify counts the positions of a slice and proves every step-th value.
func (t *Tables) verify(ctx context.Context, s Slice, step int) (sum Census, proved int, err error) {
	tab := t.slices[s.key()]
	var mu sync.Mutex
	shared(blocksOf(tab.size), func(next func() (int, bool)) {
		var c Census
		count := 0
		var fail error
		for b, ok := next(); ok && ctx.Err() == nil && fail == nil; b, ok = next() {
			for i := b * blockSize; i < min((b+1)*blockSize, tab.size); i++ {
				p, real := tab.at(i)
				if !real {
					continue
				}
				c.count(tab.values[i])
				if i%step != 0 {
					continue
				}
				if want := t.follows(&p); want != tab.values[i] {
					fail = fmt.Errorf("endgames of %v: position %d has the value %d, but %d follows from the rules", s, i, tab.values[i], want)
					break
				}
				count++
			}
		}
		mu.Lock()
		defer mu.Unlock()
		sum.add(&c)
		proved += count
		if fail != nil {
			err = fail
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	return sum, proved, err
}

// follows values a position, Black to move, by the positions after its moves.
func (t *Tables) follows(s *checkers.Stand) outcome {
	var buf [64]parlour.Move
	return best(s.AppendMoves(checkers.Black, buf[:0]), func(m parlour.Move) outcome {
		next := *s
		next.Play(checkers.Black, m)
		return t.value(facing(&next, checkers.White))
	})
}
