package checkers

import "parlour"

// Stand also serves searchers and endgame tables. They always play with the
// duty to capture, and do all other bookkeeping themselves. Nothing is checked.

// AppendMoves appends the moves of a side that must capture if it can, in
// canonical order. It appends nothing if the side cannot move.
func (s *Stand) AppendMoves(side parlour.Seat, dst []parlour.Move) []parlour.Move {
	return s.appendBound(side, dst)
}

// Play makes a move that AppendMoves listed.
func (s *Stand) Play(side parlour.Seat, m parlour.Move) { s.make(side, m) }

// Jumpers returns the pieces of a side that can jump.
func (s *Stand) Jumpers(side parlour.Seat) Squares { return s.jumpers(side) }

// Steppers returns the pieces of a side that can step.
func (s *Stand) Steppers(side parlour.Seat) Squares { return s.steppers(side) }

// Next returns the squares next to square n that a piece of the seat may step
// to on an empty board.
func Next(seat parlour.Seat, king bool, n int) Squares {
	if king {
		seat |= 2
	}
	return nexts[seat&3][(n-1)&31]
}

// Orthodox reports whether the federations' rules apply: a player who can
// capture must, and a player who cannot move loses. Quiet is the number of
// plies that make a draw, 0 for none.
func (r *Rules) Orthodox() (quiet uint32, ok bool) { return r.quiet, !r.free && !r.lose }

// Loses reports whether this is the losing game. [checkers/r-goal]
func (r *Rules) Loses() bool { return r.lose }
