package race

import (
	"math/bits"

	"parlour"
)

// A move of Mensch. Progress is stored plus one, so that 0 is a waiting piece.
//
//	25    24..23   22..17    16..14      13..12   11..6  5..0
//	+---+--------+--------+-----------+---------+------+------+
//	| 1 | huffed | huffed | captured  | colour  |  to  | from |
//	|   | colour | from   | colour +1 | moved   |      |      |
//	+---+--------+--------+-----------+---------+------+------+
//
// If to is 0 the move is a pass; if captured is 0 it captures nothing; if
// huffed from is 0 it sends nobody back.
const (
	menschMove parlour.Move = 1 << 25

	toShift         = 6
	colourShift     = 12
	capturedShift   = 14
	huffFromShift   = 17
	huffColourShift = 23
)

// The parts of a move.
func menschFrom(m parlour.Move) int16 { return int16(m&63) - 1 }
func menschTo(m parlour.Move) int16   { return int16(m>>toShift&63) - 1 }
func menschColour(m parlour.Move) parlour.Seat {
	return parlour.Seat(m >> colourShift & 3)
}
func menschCaptured(m parlour.Move) parlour.Seat { return parlour.Seat(m>>capturedShift&7) - 1 }
func menschHuffs(m parlour.Move) bool            { return m>>huffFromShift&63 != 0 }
func menschHuffFrom(m parlour.Move) int16        { return int16(m>>huffFromShift&63) - 1 }
func menschHuffColour(m parlour.Move) parlour.Seat {
	return parlour.Seat(m >> huffColourShift & 3)
}
func menschPasses(m parlour.Move) bool { return m>>toShift&63 == 0 }

// The board as one colour sees it: bit q is its own progress q, so the circuit
// is bits 0 to 39, its own A is bit 0, and the finish is bits 40 to 43. Bit 63
// is set if pieces of the colour are waiting.
const (
	squareA  uint64 = 1
	circuit  uint64 = 1<<40 - 1
	squares  uint64 = 1<<44 - 1
	finish   uint64 = squares &^ circuit
	waitsBit uint64 = 1 << 63
)

// seen gives the bit under which a colour sees a piece, by how many seats
// further on the piece's colour sits and by the piece's progress; waiting is 255
// (-1 in eight bits). Waiting and finish pieces appear only on their own colour's
// board, because nobody else gets there. [mensch/r-finish-safe]
// [mensch/foreign-finish]
var seen = func() (t [4][256]uint64) {
	t[0][255] = waitsBit
	for q := range 44 {
		t[0][q] = 1 << q
	}
	for further := 1; further < 4; further++ {
		for q := range 40 {
			t[further][q] = 1 << ((q + 10*further) % 40)
		}
	}
	return t
}()

// A sight is the board as colour c sees it when one of its pieces is moved.
type sight struct {
	own   uint64    // the pieces of c
	foes  [4]uint64 // pieces on the circuit, by how many seats further on their colour sits
	pairs uint64    // circuit squares with two pieces of one colour, any colour
	takes uint64    // squares with a piece that may be captured
	shut  uint64    // squares where the piece may not land
	stops uint64    // squares that a piece may not pass
}

// spread returns the squares of a colour's men, and the squares that hold two
// of them. Men are in order, so those two are neighbours.
func spread(men *[4]int16, see *[256]uint64) (one, two uint64) {
	w := word(men)
	a, b, c, d := see[uint8(w)], see[uint8(w>>16)], see[uint8(w>>32)], see[uint8(w>>48)]
	return a | b | c | d, a&b | b&c | c&d
}

// look fills in the sight of c. Pieces of the colours in the mask safe may not
// be captured.
func (r *Mensch) look(s *sight, p *Position, c parlour.Seat, safe uint8) {
	own, pairs := spread(&p.men[c&3], &seen[0])
	pairs &= circuit // waiting pieces do not form pairs
	var foes, kept uint64
	for further := parlour.Seat(1); further < 4; further++ {
		v := (c + further) & 3
		if !p.has(v) {
			continue
		}
		one, two := spread(&p.men[v], &seen[further])
		s.foes[further] = one
		foes |= one
		pairs |= two
		if safe>>uint(v)&1 != 0 {
			kept |= one
		}
	}
	s.own, s.pairs = own, pairs
	if r.barrier {
		// A piece may join a single piece of its colour, but it may not join, capture
		// or pass a pair. Finish squares hold one piece.
		// [mensch/barrier] [mensch/barrier-block] [mensch/barrier-own] [mensch/r-barrier-two-max]
		// [mensch/r-barrier-finish] [mensch/r-barrier-entry] [mensch/r-barrier-back]
		// [mensch/r-barrier-one-colour] [mensch/r-barrier-neutral]
		s.shut = own&finish | pairs | kept
		s.stops = pairs
	} else {
		s.shut = own&squares | kept // [mensch/own-not-captured] [mensch/one-per-square]
	}
	s.takes = foes &^ s.shut // [mensch/capture] [mensch/r-no-safe-squares]
	if r.noskip {
		s.stops |= own & finish // [mensch/noskip] [mensch/r-noskip-scope] [mensch/noskip-last]
	}
}

// safe returns a mask of the colours that a piece of c, moved by m, may not
// capture. [mensch/r-kin] [mensch/r-kin-on-a] [mensch/r-neutral-capturable] [mensch/r-neutral-hits-own]
func (r *Mensch) safe(p *Position, m, c parlour.Seat) uint8 {
	switch {
	case c != m && !r.neutralHits:
		return 1 << uint(m)
	case p.seats == twoEach && !r.kinHit:
		return 1 << uint(m^2)
	}
	return 0
}

// A choice is a set of moves of one colour with one throw: entering, and the
// squares from which a piece may move forwards or backwards.
type choice struct {
	enter   bool
	forward uint64
	back    uint64
}

func (c *choice) empty() bool { return !c.enter && c.forward|c.back == 0 }

// captures returns the moves of c that capture with a throw of d.
func (c *choice) captures(s *sight, d uint) choice {
	return choice{c.enter && s.takes&squareA != 0, c.forward & (s.takes >> d), c.back}
}

// quiet reports whether some move of c captures nothing.
func (c *choice) quiet(s *sight, d uint) bool {
	return c.enter && s.takes&squareA == 0 || c.forward&^(s.takes>>d) != 0
}

// raw returns what the pieces of a colour can do with a throw of d, regardless
// of duties. [mensch/roll-and-move] [mensch/choose-piece] [mensch/jump]
func (r *Mensch) raw(s *sight, d uint) (c choice) {
	// The count must end exactly on a square, at most the last of the finish.
	// [mensch/finish-count]
	// [mensch/r-no-overshoot] [mensch/finish-skip] [mensch/r-finish-moves] [mensch/r-barrier-leave]
	c.forward = s.own & (squares >> d) &^ (s.shut >> d)
	if r.back {
		// Only to capture, and never to or past the colour's own A.
		// [mensch/back-capture] [mensch/back-limit] [mensch/r-back-quiet] [mensch/r-back-jump]
		// [mensch/r-back-foreign-a] [mensch/r-back-neutral]
		c.back = s.own & ((s.takes &^ squareA) << d)
		if !r.homeBack { // [mensch/r-back-finish]
			c.back &= circuit
		}
	}
	if s.stops != 0 {
		for k := uint(1); k < d; k++ {
			c.forward &^= s.stops >> k
			c.back &^= s.stops << k
		}
	}
	if d == 6 && s.own&waitsBit != 0 && s.shut&squareA == 0 { // [mensch/enter-on-six] [mensch/a-opponent-captured]
		// A piece of its colour on A shuts it; with barriers it may be joined if the
		// option says so.
		c.enter = s.own&squareA == 0 || r.pairOnA == pairMay || // [mensch/r-barrier-a]
			r.pairOnA == pairStuck && c.forward&squareA == 0
	}
	return c
}

// duty returns the moves that the duties leave, and whether a duty applies. It
// is judged from the position at each throw. [mensch/r-vacate-arises]
func (r *Mensch) duty(s *sight, d uint, all choice) (choice, bool) {
	if s.own&(waitsBit|squareA) == waitsBit|squareA {
		// Leave A, with any number, even if that captures or makes a pair.
		// [mensch/vacate-a] [mensch/a-own-first] [mensch/r-vacate-any]
		// [mensch/r-vacate-capture] [mensch/r-a-own-six] [mensch/r-barrier-forced]
		for x := uint(0); ; x += d {
			if all.forward>>x&1 != 0 {
				return choice{enter: all.enter && r.pairOnA == pairMay, forward: 1 << x}, true
			}
			// The piece in the way may have to move instead, and so on along a chain;
			// otherwise any other piece may move. [mensch/r-vacate-blocked]
			if !r.chain || s.own&squares>>(x+d)&1 == 0 || s.stops&between(x, d) != 0 {
				break
			}
		}
	}
	if all.enter { // [mensch/six-must-enter] [mensch/r-must-entry]
		return choice{enter: true}, true
	}
	// [mensch/six-free-move] [mensch/r-six-entry-blocked] [mensch/no-capture-duty]
	return all, false
}

// between returns the squares passed on the way from x to x+d.
func between(x, d uint) uint64 { return (1<<(d-1) - 1) << (x + 1) }

// A choosing holds every decision made before the legal list is written.
type choosing struct {
	d       uint
	own     choice // of the colour to move
	neutral choice // of the neutral colour
	bound   bool   // a duty of the player's own pieces applies
	home    bool   // all of the player's own pieces are home
	pass    bool
	huffs   bool      // a move without a capture costs a piece
	failed  [2]uint64 // the player's own and the neutral pieces that should have captured
	sight   [2]sight  // of the player's own and of the neutral pieces
}

// choose decides what may be played.
func (r *Mensch) choose(p *Position, c *choosing) {
	m := p.turn
	c.d = uint(p.throw)
	own := &c.sight[0]
	r.look(own, p, m, r.safe(p, m, m))
	if c.home = r.isHome(p, m); !c.home { // [mensch/r-home-final] [mensch/two-separate]
		all := r.raw(own, c.d)
		c.own, c.bound = r.duty(own, c.d, all)
		if c.bound && r.must && r.captureFirst { // [mensch/r-must-priority] [mensch/r-must-known] [mensch/r-back-duties]
			caps := all.captures(own, c.d)
			c.own.enter = c.own.enter || caps.enter
			c.own.forward |= caps.forward
			c.own.back |= caps.back
		}
	}
	n := neutral(p)
	if n != parlour.Nobody && (!c.bound || r.neutralFirst) && !r.isHome(p, n) { // [mensch/r-neutral-own-duty-first]
		r.chooseNeutral(p, m, n, c)
	}
	switch {
	case c.own.empty():
		// There is nothing to play, or only neutral captures, which a player need not
		// make until home. [mensch/r-pass] [mensch/r-neutral-optional]
		// [mensch/r-neutral-compulsory]
		c.pass = c.neutral.empty() || !c.home && !c.neutral.quiet(&c.sight[1], c.d)
	case r.lonePass: // [mensch/r-must-move] [mensch/r-only-capture]
		c.pass = !r.must && !c.bound && !c.own.quiet(own, c.d)
	}
	if r.must {
		r.chooseCaptures(c)
	}
}

// chooseNeutral decides what m may play with the pieces of the neutral colour
// n. [mensch/neutral-choice] [mensch/r-neutral-entry]
func (r *Mensch) chooseNeutral(p *Position, m, n parlour.Seat, c *choosing) {
	s := &c.sight[1]
	r.look(s, p, n, r.safe(p, m, n))
	c.neutral = r.raw(s, c.d)
	if r.neutralDuty { // [mensch/r-neutral-duties]
		c.neutral, _ = r.duty(s, c.d, c.neutral)
	}
	if !r.free(p, m) { // [mensch/neutral-capture-first]
		c.neutral = c.neutral.captures(s, c.d)
	}
}

// free reports whether m may move the neutral pieces without capturing.
// [mensch/r-neutral-phase]
func (r *Mensch) free(p *Position, m parlour.Seat) bool {
	switch {
	case r.isHome(p, m) || r.neutralPhase == phaseFree:
		return true
	case r.neutralPhase == phaseTable:
		return p.rank[0] != 0
	}
	return false
}

// chooseCaptures applies the duty to capture. A capture is required if the
// other duties allow it, and any capture satisfies the duty.
// [mensch/must-capture] [mensch/must-choice]
func (r *Mensch) chooseCaptures(c *choosing) {
	own, neutral := &c.sight[0], &c.sight[1]
	owed := c.own.captures(own, c.d) // [mensch/r-must-breaks-barrier]
	var lent choice
	if r.neutralOwes { // [mensch/r-must-neutral]
		lent = c.neutral.captures(neutral, c.d)
	}
	if !r.backOwed { // [mensch/r-must-back]
		owed.back, lent.back = 0, 0
	}
	if owed.empty() && lent.empty() {
		return
	}
	if r.strict { // [mensch/r-huff-auto]
		c.own = c.own.captures(own, c.d)
		c.neutral = c.neutral.captures(neutral, c.d)
		c.pass = false
		return
	}
	// A piece that should have captured by entering cannot be sent back.
	c.failed = [2]uint64{owed.forward | owed.back, lent.forward | lent.back} // [mensch/must-huff]
	c.huffs = c.failed[0]|c.failed[1] != 0
}

// AppendMoves appends the legal moves in canonical order: those of the player's
// own pieces, entering first and then by progress; those of the neutral pieces;
// pass.
func (r *Mensch) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	if r.isSimple(p, dst) {
		return r.appendSimple(p, dst)
	}
	return r.appendChosen(p, dst)
}

// appendChosen is AppendMoves for all variations.
func (r *Mensch) appendChosen(p *Position, dst []parlour.Move) []parlour.Move {
	m, n := p.turn, neutral(p)
	var c choosing
	r.choose(p, &c)
	dst = r.appendChoice(dst, &c, m, n, 0)
	if n != parlour.Nobody {
		dst = r.appendChoice(dst, &c, m, n, 1)
	}
	if c.pass {
		dst = r.appendMarked(dst, &c, m, n, menschMove, 0)
	}
	return dst
}

// AppendMoveList is AppendMoves, whose order is canonical.
func (r *Mensch) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	return r.AppendMoves(p, dst)
}

// appendChoice appends the moves of the player's own pieces (which 0) or of the
// neutral ones (which 1).
func (r *Mensch) appendChoice(dst []parlour.Move, c *choosing, m, n parlour.Seat, which int) []parlour.Move {
	s, set, colour := &c.sight[which], &c.own, m
	if which == 1 {
		set, colour = &c.neutral, n
	}
	stem := menschMove | parlour.Move(colour)<<colourShift
	add := func(from, to uint) {
		mv := stem | parlour.Move(from) | parlour.Move(to)<<toShift
		if bit := uint64(1) << (to - 1); s.takes&bit != 0 {
			dst = append(dst, mv|parlour.Move(victim(&s.foes, colour, bit)+1)<<capturedShift)
		} else {
			dst = r.appendMarked(dst, c, m, n, mv, which)
		}
	}
	if set.enter {
		add(0, 1)
	}
	for from := set.forward | set.back; from != 0; from &= from - 1 {
		q := uint(bits.TrailingZeros64(from))
		if set.forward>>q&1 != 0 {
			add(q+1, q+1+c.d)
		}
		if set.back>>q&1 != 0 {
			add(q+1, q+1-c.d)
		}
	}
	return dst
}

// victim returns the colour of the piece that c sees on bit.
func victim(foes *[4]uint64, c parlour.Seat, bit uint64) parlour.Seat {
	further := parlour.Seat(1)
	for foes[further&3]&bit == 0 {
		further++
	}
	return (c + further) & 3
}

// appendMarked appends a move that captures nothing. If a capture was required,
// the move names the piece that is sent back. [mensch/r-huff-moved]
// [mensch/r-huff-which]
func (r *Mensch) appendMarked(dst []parlour.Move, c *choosing, m, n parlour.Seat, mv parlour.Move, which int) []parlour.Move {
	if !c.huffs {
		return append(dst, mv)
	}
	mark := func(which int, q uint) parlour.Move {
		colour := m
		if which == 1 {
			colour = n
		}
		return mv | parlour.Move(q+1)<<huffFromShift | parlour.Move(colour)<<huffColourShift
	}
	// If the piece that moves could have captured, it is the one that failed.
	if from := menschFrom(mv); from != waiting && c.failed[which]>>uint(from)&1 != 0 {
		return append(dst, mark(which, uint(from)))
	}
	if r.pickFar {
		which := 0
		if c.failed[0] == 0 {
			which = 1
		}
		return append(dst, mark(which, uint(bits.Len64(c.failed[which])-1)))
	}
	for which, set := range c.failed {
		for ; set != 0; set &= set - 1 {
			dst = append(dst, mark(which, uint(bits.TrailingZeros64(set))))
		}
	}
	return dst
}
