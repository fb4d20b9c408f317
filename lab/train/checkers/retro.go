package checkers

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"parlour"
	checkersbot "parlour/bot/checkers"
	"parlour/games/checkers"
)

// The tables are made by retrograde analysis. Every position of a slice and of its
// turned board is first valued by its captures and crownings, which lead to finished
// slices. When a position gets a value or a shorter distance, all positions from
// which a move leads to it are examined again, until nothing changes. The two halves
// take turns, with all processors on one half, so that no value is read while it is
// written.
//
// Distances only shrink. In the end each is one more than the best of its
// successors, and only one table has that property.

// longest is the limit of a byte. No endgame with up to six pieces comes near it; a
// slice that reaches it is an error.
const longest checkersbot.Outcome = 255

// A half is one slice in the making.
type half struct {
	slice checkersbot.Slice
	*checkersbot.Numbering
	values []checkersbot.Outcome
	again  []uint64 // a bit for every position to examine again
}

func newHalf(s checkersbot.Slice) *half {
	n := checkersbot.NewNumbering(s)
	h := &half{s, n, make([]checkersbot.Outcome, n.Size), make([]uint64, (n.Size+63)/64)}
	for i := range h.again {
		h.again[i] = ^uint64(0)
	}
	if r := n.Size & 63; r != 0 {
		h.again[len(h.again)-1] = 1<<r - 1
	}
	return h
}

// makeSlice values a slice and its turned board.
func (t *maker) makeSlice(ctx context.Context, s checkersbot.Slice) (*half, *half, error) {
	a, b := newHalf(s), newHalf(s.Turned())
	for {
		n := t.sweep(ctx, a, b)
		n += t.sweep(ctx, b, a)
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if n == 0 {
			break
		}
	}
	for _, h := range []*half{a, b} {
		for _, v := range h.values {
			if v >= longest-1 {
				return nil, nil, fmt.Errorf("endgame %v takes more than %d plies", h.slice, longest-2)
			}
		}
	}
	return a, b, nil
}

// sweep examines all marked positions of h, and marks those of the other half that
// depend on the changes. It returns the number of positions examined.
func (t *maker) sweep(ctx context.Context, h, other *half) int {
	const chunk = 512 // words
	var next, looked atomic.Int64
	work := func() {
		count := 0
		for ctx.Err() == nil {
			from := int(next.Add(chunk)) - chunk
			if from >= len(h.again) {
				break
			}
			for w := from; w < min(from+chunk, len(h.again)); w++ {
				marks := h.again[w]
				h.again[w] = 0
				for ; marks != 0; marks &= marks - 1 {
					t.look(h, other, w<<6|bits.TrailingZeros64(marks))
					count++
				}
			}
		}
		looked.Add(int64(count))
	}
	workers := min(runtime.GOMAXPROCS(0), len(h.again)/chunk+1)
	var wg sync.WaitGroup
	for range workers - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	return int(looked.Load())
}

// look examines one position.
func (t *maker) look(h, other *half, i int) {
	s, ok := h.At(i)
	if !ok {
		return
	}
	v := t.worth(&s, other)
	if v == h.values[i] {
		return
	}
	h.values[i] = v
	other.mark(&s, v)
}

// worth values a position, Black to move, by its successors.
func (t *maker) worth(s *checkers.Stand, other *half) checkersbot.Outcome {
	var buf [64]parlour.Move
	return best(s.AppendMoves(checkers.Black, buf[:0]), func(m parlour.Move) checkersbot.Outcome {
		next := *s
		next.Play(checkers.Black, m)
		own, their, kings := checkersbot.Facing(&next, checkers.White)
		if checkers.Taken(m) == 0 && next.Kings.Len() == s.Kings.Len() {
			return other.values[other.Of(own, their, kings)]
		}
		return t.Value(own, their, kings)
	})
}

// best returns the value of a position from those of the opponent after its moves.
func best(moves []parlour.Move, value func(m parlour.Move) checkersbot.Outcome) checkersbot.Outcome {
	best, worst, draw := longest, checkersbot.Lost-1, false // the shortest loss and the longest win of the opponent
	for _, m := range moves {
		switch v := value(m); {
		case v == checkersbot.Drawn:
			draw = true
		case checkersbot.Won(v):
			worst = max(worst, v)
		default:
			best = min(best, v)
		}
	}
	switch {
	case len(moves) == 0:
		return checkersbot.Lost
	case best != longest:
		return best + 1
	case draw:
		return checkersbot.Drawn
	}
	return min(worst, longest-1) + 1
}

// mark marks the positions of h from which a step of the side to move leads to
// s, where Black is to move and whose value is now v. A position that is won
// in fewer plies anyway is not marked.
func (h *half) mark(s *checkers.Stand, v checkersbot.Outcome) {
	all := s.Pieces[0] | s.Pieces[1]
	for set := s.Pieces[1]; set != 0; set &= set - 1 {
		to := set & -set
		n := bits.TrailingZeros32(uint32(to)) + 1
		king := s.Kings&to != 0
		// White men came from where black men would go.
		for from := checkers.Next(checkers.Black, king, n) &^ all; from != 0; from &= from - 1 {
			was := *s
			was.Pieces[1] = was.Pieces[1]&^to | from&-from
			if king {
				was.Kings = was.Kings&^to | from&-from
			}
			own, their, kings := checkersbot.Facing(&was, checkers.White)
			i := h.Of(own, their, kings)
			if have := h.values[i]; checkersbot.Won(have) && (checkersbot.Won(v) || have <= v+1) {
				continue
			}
			atomic.OrUint64(&h.again[i>>6], 1<<(i&63))
		}
	}
}
