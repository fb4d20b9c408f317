package checkers

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"parlour"
	checkersbot "parlour/bot/checkers"
	"parlour/games/checkers"
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
	shared((tab.Size+block-1)/block, func(next func() (int, bool)) {
		var c checkersbot.Census
		count := 0
		var fail error
		for b, ok := next(); ok && ctx.Err() == nil && fail == nil; b, ok = next() {
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
					fail = fmt.Errorf("endgames of %v: position %d has the value %d, but %d follows from the rules", s, i, values[i], want)
					break
				}
				count++
			}
		}
		mu.Lock()
		defer mu.Unlock()
		sum.Add(&c)
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

// shared runs work on all processors. Each asks for the next of some numbers.
func shared(numbers int, work func(next func() (int, bool))) {
	var given atomic.Int64
	next := func() (int, bool) {
		n := int(given.Add(1)) - 1
		return n, n < numbers
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), numbers) {
		wg.Go(func() { work(next) })
	}
	wg.Wait()
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
