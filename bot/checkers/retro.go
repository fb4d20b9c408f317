package checkers

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"parlour"
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

// An outcome is the value of a position for the side to move, in one byte:
// 0 is a draw, otherwise it is one more than the number of plies until a side
// cannot move if the winner hurries and the loser delays. A loss takes an even
// number of plies, so its value is odd.
type outcome = uint8

const (
	drawn outcome = 0
	lost0 outcome = 1 // cannot move
	won1  outcome = 2 // the opponent has no piece left
	// longest is the limit of a byte. No endgame with up to six pieces comes near
	// it; a slice that reaches it is an error.
	longest outcome = 255
)

func won(v outcome) bool { return v != drawn && v&1 == 0 }

// A half is one slice in the making.
type half struct {
	*numbering
	values []outcome
	again  []uint64 // a bit for every position to examine again
}

func newHalf(s Slice) *half {
	n := numbered(s)
	h := &half{n, make([]outcome, n.size), make([]uint64, (n.size+63)/64)}
	for i := range h.again {
		h.again[i] = ^uint64(0)
	}
	if r := n.size & 63; r != 0 {
		h.again[len(h.again)-1] = 1<<r - 1
	}
	return h
}

// makeSlice values a slice and its turned board.
func (t *Tables) makeSlice(ctx context.Context, s Slice) (*half, *half, error) {
	a, b := newHalf(s), newHalf(s.turned())
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
func (t *Tables) sweep(ctx context.Context, h, other *half) int {
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
func (t *Tables) look(h, other *half, i int) {
	s, ok := h.at(i)
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
func (t *Tables) worth(s *checkers.Stand, other *half) outcome {
	var buf [64]parlour.Move
	return best(s.AppendMoves(checkers.Black, buf[:0]), func(m parlour.Move) outcome {
		next := *s
		next.Play(checkers.Black, m)
		own, their, kings := facing(&next, checkers.White)
		if checkers.Taken(m) == 0 && next.Kings.Len() == s.Kings.Len() {
			return other.values[other.of(own, their, kings)]
		}
		return t.value(own, their, kings)
	})
}

// best returns the value of a position from those of the opponent after its moves.
func best(moves []parlour.Move, value func(m parlour.Move) outcome) outcome {
	best, worst, draw := longest, lost0-1, false // the shortest loss and the longest win of the opponent
	for _, m := range moves {
		switch v := value(m); {
		case v == drawn:
			draw = true
		case won(v):
			worst = max(worst, v)
		default:
			best = min(best, v)
		}
	}
	switch {
	case len(moves) == 0:
		return lost0
	case best != longest:
		return best + 1
	case draw:
		return drawn
	}
	return min(worst, longest-1) + 1
}

// mark marks the positions of h from which a step of the side to move leads to
// s, where Black is to move and whose value is now v. A position that is won
// in fewer plies anyway is not marked.
func (h *half) mark(s *checkers.Stand, v outcome) {
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
			own, their, kings := facing(&was, checkers.White)
			i := h.of(own, their, kings)
			if have := h.values[i]; won(have) && (won(v) || have <= v+1) {
				continue
			}
			atomic.OrUint64(&h.again[i>>6], 1<<(i&63))
		}
	}
}
