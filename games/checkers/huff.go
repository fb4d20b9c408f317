package checkers

import "parlour"

// Huffing: a player may fail to capture, but that is an offence. The opponent
// may take off a guilty piece before moving, have the move taken back, or let
// it pass. This fits one move per turn: the offending move is legal, and the
// reply may begin with a huff or be compel.
// [checkers/r-huff-one-move] [checkers/huff-offence]

// appendFree appends the moves if captures are optional or may stop early, and
// the replies to an offence if there is one, in canonical order.
func (p *Position) appendFree(dst []parlour.Move) []parlour.Move {
	dst = p.Stand.appendAny(p.Mover, 0, dst)
	if p.Huff == 0 {
		return dst
	}
	for h := p.Huff; h != 0; h &= h - 1 { // [checkers/huff-remove] [checkers/r-huff-choice]
		// A huff is legal only together with a move [checkers/huff-and-move]
		// [checkers/r-huff-must-move], made on the board without the piece.
		without := p.Stand.without(h & -h)
		mark := huffBit | parlour.Move(h.first())<<huffedShift
		dst = without.appendAny(p.Mover, mark, dst)
	}
	return append(dst, compel) // [checkers/huff-compel]
}

// without returns the stand without the given pieces.
func (s *Stand) without(gone Squares) Stand {
	w := *s
	w.Pieces[0] &^= gone
	w.Pieces[1] &^= gone
	w.Kings &^= gone
	return w
}

// appendAny appends every step and every capture of a side, complete or not,
// marked with a huff.
func (s *Stand) appendAny(side parlour.Seat, mark parlour.Move, dst []parlour.Move) []parlour.Move {
	jumpers := s.jumpers(side)
	if jumpers == 0 {
		begin := len(dst)
		dst = s.appendSteps(side, s.steppers(side), dst)
		for i := begin; i < len(dst); i++ {
			dst[i] |= mark
		}
		return dst
	}
	c := capturing(s, side)
	c.short = true
	for own := jumpers | s.steppers(side); own != 0; own &= own - 1 {
		f := own.first()
		jumps := jumpers>>f&1 != 0
		if jumps {
			// Jumps up the board land below the steps in number, jumps down above.
			c.pick(f)
			c.origin |= mark
			c.start = len(dst)
			c.empty |= 1 << f
			dst = c.appendOn(dst, f, 0, c.lo, min(c.hi, downLeft))
		}
		for to := s.reach(side, f) & c.empty; to != 0; to &= to - 1 {
			dst = append(dst, mark|parlour.Move(f)|parlour.Move(to.first())<<toShift)
		}
		if jumps {
			dst = c.appendOn(dst, f, 0, max(c.lo, downLeft), c.hi)
			c.empty &^= 1 << f
		}
	}
	return dst
}

// playHuff makes a move under the law of huffing. Any right to huff is gone
// afterwards. [checkers/huff-stand]
func (p *Position) playHuff(m parlour.Move) {
	if m == compel {
		// The offender moves again, and nothing else changes: if the offending move
		// began with a huff, the huff stands. [checkers/huff-compel]
		// [checkers/r-huff-chain]
		*p = Position{Stand: p.Back, Mover: p.Mover ^ 1, Flag: MustTake}
		return
	}
	before := p.Stand
	if square, ok := Huffed(m); ok {
		before = before.without(Of(square))
		before.Quiet = 0 // [checkers/r-quiet-count]
	}
	*p = Position{Stand: before, Mover: p.Mover ^ 1}
	p.make(p.Mover^1, m)
	if m&huffBit != 0 {
		p.Quiet = 0
	}
	if guilty := before.guilty(p.Mover^1, m); guilty != 0 {
		p.Huff, p.Back = guilty, before
	}
}

// guilty returns the pieces that may be huffed after the side made m on s. S is
// the board after the huff that m began with. [checkers/r-huff-chain]
func (s *Stand) guilty(side parlour.Seat, m parlour.Move) Squares {
	from, to := Of(From(m)), Of(To(m))
	if Taken(m) != 0 {
		// Capturing with any piece fulfilled the duty of the others; only the piece
		// that stopped early is guilty.
		// [checkers/huff-short] [checkers/r-huff-short-only]
		if m&shortBit != 0 {
			return to
		}
		return 0
	}
	guilty := s.jumpers(side)
	if guilty&from != 0 { // [checkers/r-huff-moved]
		guilty = guilty&^from | to
	}
	return guilty
}
