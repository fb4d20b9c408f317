package checkers

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"parlour"
	checkersbot "parlour/bot/checkers"
	"parlour/games/checkers"
	"parlour/internal/parallel"
)

// Verify reads the tables for up to that many pieces from a folder, counts their
// positions, and proves every step-th value from the rules: it follows from those of
// all positions that a move leads to. Report is told the counts of each number of
// pieces with the number of values proved.
//
// All tables are in memory meanwhile, a byte for each position.
func Verify(ctx context.Context, pieces int, dir string, step int, report func(pieces int, c checkersbot.Census, proved int)) error {
	t := &maker{}
	for n := 2; n <= pieces; n++ {
		var sum checkersbot.Census
		proved := 0
		for _, s := range checkersbot.Slices(n) {
			for _, s := range both(s) {
				values, err := checkersbot.ReadSlice(dir, s)
				if err != nil {
					return err
				}
				t.Add(s, values)
			}
		}
		t.Complete(n)
		for _, s := range checkersbot.Slices(n) {
			for _, s := range both(s) {
				c, p, err := t.verify(ctx, s, step)
				if err != nil {
					return err
				}
				sum.Add(&c)
				proved += p
			}
		}
		report(n, sum, proved)
	}
	return nil
}

// both returns a slice and its turned board, if that is another one.
func both(s checkersbot.Slice) []checkersbot.Slice {
	if s == s.Turned() {
		return []checkersbot.Slice{s}
	}
	return []checkersbot.Slice{s, s.Turned()}
}

// verify counts the positions of a slice and proves every step-th value.
func (t *maker) verify(ctx context.Context, s checkersbot.Slice, step int) (sum checkersbot.Census, proved int, err error) {
	tab, values := checkersbot.NewNumbering(s), t.Values(s)
	var mu sync.Mutex
	const block = 1 << 15 // positions
	err = parallel.Do(ctx, 0, (tab.Size+block-1)/block, func(_ context.Context, blocks iter.Seq[int]) error {
		var c checkersbot.Census
		count := 0
		for b := range blocks {
			for i := b * block; i < min((b+1)*block, tab.Size); i++ {
				p, real := tab.At(i)
				if !real {
					continue
				}
				c.Count(values[i])
				if i%step != 0 {
					continue
				}
				if want := t.follows(&p); want != values[i] {
					return fmt.Errorf("endgames of %v: position %d has the value %d, but %d follows from the rules", s, i, values[i], want)
				}
				count++
			}
		}
		mu.Lock()
		defer mu.Unlock()
		sum.Add(&c)
		proved += count
		return nil
	})
	return sum, proved, err
}

// follows values a position, Black to move, by the positions after its moves.
func (t *maker) follows(s *checkers.Stand) checkersbot.Outcome {
	var buf [64]parlour.Move
	return best(s.AppendMoves(checkers.Black, buf[:0]), func(m parlour.Move) checkersbot.Outcome {
		next := *s
		next.Play(checkers.Black, m)
		return t.Value(checkersbot.Facing(&next, checkers.White))
	})
}
