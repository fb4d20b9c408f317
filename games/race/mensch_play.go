package race

import "parlour"

// Play makes a throw or a move.
func (r *Mensch) Play(p *Position, mv parlour.Move) {
	if p.throw == 0 {
		if p.throwing {
			r.throwOff(p, int8(mv))
		} else {
			p.throw = uint8(mv)
		}
		return
	}
	m, six := p.turn, p.throw == 6
	p.throw = 0
	passes := menschPasses(mv)
	if passes && six && r.deadSix { // [mensch/r-dead-six]
		six = false
	}
	// A pass is a failed try, but a six that gives another throw does not count as
	// one.
	// [mensch/thrice] [mensch/r-thrice-blocked-six] [mensch/r-thrice-neutral]
	retry := passes && !six && p.tries < 2 && r.mayTry(p, m)
	cameHome := false
	if !passes {
		r.move(p, mv)
	}
	if menschHuffs(mv) { // [mensch/must-huff] [mensch/r-huff-time]
		r.huff(p, mv)
	}
	if c := menschColour(mv); !passes && r.isHome(p, c) {
		cameHome = c == m
		r.arrive(p, m, c)
		if r.over(p) {
			p.endGame()
			return
		}
	}
	switch {
	case six && !r.lastSixEnds(p, m, cameHome):
		// [mensch/six-extra-roll] [mensch/six-repeat] [mensch/r-six-limit] [mensch/r-extra-roll-duty]
		// [mensch/r-huff-six] [mensch/r-neutral-six]
		if p.tries != 0 && !r.mayTry(p, m) { // [mensch/r-thrice-lapse] [mensch/r-thrice-fresh]
			p.tries = 0
		}
	case retry:
		p.tries++
	default:
		p.tries = 0
		p.turn = r.next(p, m)
	}
}

// move shifts the piece, and sends the one it captures to B.
func (r *Mensch) move(p *Position, mv parlour.Move) {
	c, to := menschColour(mv), menschTo(mv)
	if v := menschCaptured(mv); v != parlour.Nobody { // [mensch/capture] [mensch/captured-to-b]
		shift(&p.men[v], r.progress(v, r.space(c, to)), waiting)
	}
	shift(&p.men[c], menschFrom(mv), to)
}

// huff sends back the piece that should have captured. If that is the piece
// that moved, it goes back from its new square. [mensch/r-huff-moved]
func (r *Mensch) huff(p *Position, mv parlour.Move) {
	c, from := menschHuffColour(mv), menschHuffFrom(mv)
	if !menschPasses(mv) && c == menschColour(mv) && from == menschFrom(mv) {
		from = menschTo(mv)
	}
	shift(&p.men[c], from, waiting)
}

// shift takes a man from progress a to progress b and keeps the order. It does
// not branch on where the man stands, because that branch cannot be predicted:
// the first man not below a is the one, and one pass of exchanges brings b to
// its place.
func shift(men *[4]int16, a, b int16) {
	i := less(men[0], a) + less(men[1], a) + less(men[2], a)
	men[i&3] = b
	m0, m1, m2, m3 := men[0], men[1], men[2], men[3]
	if b > a {
		m0, m1 = min(m0, m1), max(m0, m1)
		m1, m2 = min(m1, m2), max(m1, m2)
		m2, m3 = min(m2, m3), max(m2, m3)
	} else {
		m2, m3 = min(m2, m3), max(m2, m3)
		m1, m2 = min(m1, m2), max(m1, m2)
		m0, m1 = min(m0, m1), max(m0, m1)
	}
	setMen(men, m0, m1, m2, m3)
}

// less returns 1 if a is below b, otherwise 0.
func less(a, b int16) int {
	n := 0
	if a < b {
		n = 1
	}
	return n
}

// arrive updates the ranking when the last piece of c, moved by m, is home.
func (r *Mensch) arrive(p *Position, m, c parlour.Seat) {
	if c == m {
		p.addRank(m)
		return
	}
	// The neutral colour is home. If the mover is home too, the mover wins;
	// otherwise the first player home wins. [mensch/neutral-last-wins]
	// [mensch/r-neutral-stranger-home]
	place, ok := p.ranked(m)
	if !ok {
		return
	}
	copy(p.rank[1:place+1], p.rank[:place])
	p.rank[0] = uint8(m) + 1
}

// lastSixEnds reports whether a six gives no further throw because the last
// piece is home. [mensch/six-last-home] [mensch/r-six-last-home]
func (r *Mensch) lastSixEnds(p *Position, m parlour.Seat, cameHome bool) bool {
	if p.men[m][0] < r.home {
		return false
	}
	return r.done(p, m) || cameHome && !r.lastSix
}

// Passes reports whether m is a pass. A piece may be sent back with it.
func (r *Mensch) Passes(_ *Position, m parlour.Move) bool { return menschPasses(m) }

// Captured counts the pieces that m captures. Pieces sent back for failing to
// capture do not count.
func (r *Mensch) Captured(_ *Position, m parlour.Move) int {
	if menschCaptured(m) == parlour.Nobody {
		return 0
	}
	return 1
}
