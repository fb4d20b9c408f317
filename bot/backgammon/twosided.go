package backgammon

import (
	"sync"

	"parlour/games/backgammon"
)

// TwoSided holds the exact values of all positions with up to six men per side in
// the home boards, before the throw, in a game for a stake of 1. No gammon is
// possible there. Values are by rank of the side on roll, then of the other.
type TwoSided struct {
	win    []float32 // chance to win without a cube
	owned  []float32 // points with the cube owned and not turned now
	centre []float32 // in the middle, not turned now
	theirs []float32 // owned by the other side
}

// TheTwoSided returns the table. The first call computes it in a few seconds.
var TheTwoSided = sync.OnceValue(func() *TwoSided {
	const n = smallPositions
	// Where every throw leads, for one side, once.
	type way struct{ from, to int32 } // a part of tos
	var ways [n][21]way
	var tos []int32
	w := newWalker()
	for r := 1; r < n; r++ {
		for i := range throws {
			from := int32(len(tos))
			tos = append(tos, w.after(r, i)...)
			ways[r][i] = way{from, int32(len(tos))}
		}
	}
	t := &TwoSided{make([]float32, n*n), make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)}
	// Every step lowers the rank of the side that made it.
	for sum := 2; sum <= 2*(n-1); sum++ {
		for r := max(1, sum-n+1); r <= min(sum-1, n-1); r++ {
			s := sum - r
			var win, owned, centre, theirs float32
			for i, th := range throws {
				// The best for this side is the worst for the other.
				var bw, bo, bc, bt float32 = -1, -4, -4, -4
				for _, to := range tos[ways[r][i].from:ways[r][i].to] {
					if to == 0 {
						bw, bo, bc, bt = 1, 1, 1, 1
						break
					}
					k := s*n + int(to)
					bw = max(bw, 1-t.win[k])
					bo = max(bo, -t.theirs[k])
					bc = max(bc, -t.turned(t.centre[k], k))
					bt = max(bt, -t.turned(t.owned[k], k))
				}
				win += th.chance * bw
				owned += th.chance * bo
				centre += th.chance * bc
				theirs += th.chance * bt
			}
			k := r*n + s
			t.win[k], t.owned[k], t.centre[k], t.theirs[k] = min(win, 1), owned, centre, theirs
		}
	}
	return t
})

// turned returns the value of a position for a side that can double and has v if it
// does not. The other side takes if that costs less than 1.
func (t *TwoSided) turned(v float32, k int) float32 { return max(v, min(1, 2*t.theirs[k])) }

// small reports whether the position is in the table.
func small(own, opp *backgammon.Men) bool {
	return (own.Any()|opp.Any())&^inHome == 0 && own.On() <= 6 && opp.On() <= 6
}

// Win returns the chance of the side on roll to win.
func (t *TwoSided) Win(own, opp *backgammon.Men) float32 {
	return t.win[rank(own)*smallPositions+rank(opp)]
}

// Points returns the value for the side on roll before it can double, for a stake of
// 1, with the cube owned by it, in the middle, or owned by the other.
func (t *TwoSided) Points(own, opp *backgammon.Men) (owned, centre, theirs float32) {
	k := rank(own)*smallPositions + rank(opp)
	return t.turned(t.owned[k], k), t.turned(t.centre[k], k), t.theirs[k]
}

// Thrown is Points if the cube is not turned before this throw.
func (t *TwoSided) Thrown(own, opp *backgammon.Men) (owned, centre float32) {
	k := rank(own)*smallPositions + rank(opp)
	return t.owned[k], t.centre[k]
}
