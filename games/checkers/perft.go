package checkers

import (
	"math/bits"

	"parlour"
)

// Perft counts the sequences of depth moves from p under the duty to capture,
// each move once. It ignores draws by the quiet count. It works on the bare
// stand and counts the last move without making it.
func Perft(p *Position, depth int) uint64 { return p.Stand.perft(p.Mover, depth, false) }

// PerftPaths counts like Perft, but counts every path of a capture separately,
// as published tables do.
func PerftPaths(p *Position, depth int) uint64 { return p.Stand.perft(p.Mover, depth, true) }

// perft takes the stand by value, so that the next one needs no space on the
// heap.
func (s Stand) perft(side parlour.Seat, depth int, paths bool) (n uint64) {
	j := s.jumpers(side)
	switch {
	case depth == 0:
		return 1
	case depth == 1 && j == 0:
		return uint64(s.steps(side))
	}
	var buf [32]parlour.Move
	moves := buf[:0]
	if j != 0 {
		c := capturing(&s, side)
		c.paths = paths
		for ; j != 0; j &= j - 1 {
			moves = c.appendFrom(moves, j.first())
		}
		if depth == 1 {
			return uint64(len(moves))
		}
	} else {
		moves = s.appendSteps(side, s.steppers(side), moves)
	}
	for _, m := range moves {
		after := s
		after.make(side, m)
		n += after.perft(side^1, depth-1, paths)
	}
	return n
}

// steps counts the steps of a side.
func (s *Stand) steps(side parlour.Seat) int {
	down, up := s.movers(side)
	empty := ^(s.Pieces[0] | s.Pieces[1])
	n := bits.OnesCount64(uint64(down4(down)&empty)<<32 | uint64(down35(down)&empty))
	return n + bits.OnesCount64(uint64(up4(up)&empty)<<32|uint64(up35(up)&empty))
}
