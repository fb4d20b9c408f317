package race

import (
	"math/bits"

	"parlour"
	"parlour/rulebook"
)

// ludo is what Kleefeld's and the British game share: the cross, one die, a six
// that enters and throws again, and options with the same meaning. The
// differences between the books are in kleefeld.go and british.go.
type ludo struct {
	base
	enterAt   int16 // progress where an entering man stops
	mustEnter bool  // enter-with-six=must
	decline   bool  // decline=yes
	deadSix   bool  // dead-six=pass: a six answered with pass gives no throw
	sixLimit  bool  // six-limit=3
	threeTry  bool  // tries=3
	open      bool  // nothing can stop a man: none of the next five is set
	block     bool  // stack=block or block-all
	blockAll  bool  // stack=block-all
	safePair  bool  // stack-kick=safe
	ownForbid bool  // own-landing=forbid
	noLand    bool  // end-square=no-land
	jump      jumping

	// near and far are the low and the high half of a row. They give the space a
	// man stands on as the player to move counts it, by the number of seats to the
	// left of that player and the low byte of the man's own progress. Waiting men
	// and men in the lane are on no space.
	near, far [4][256]uint64
	ends      row // the spaces where the other colours turn off

	quickly quickly // what quick needs

	because map[string][]string // by refusal: the clauses and rulings that forbid it
}

// jumping is how the rules read Kleefeld's jump.
type jumping struct {
	on         bool
	chain      bool  // a jump may follow a jump
	entry      bool  // a jump may follow entering
	home       bool  // a jump may end exactly at home
	sameColour bool  // the row in front ends where the colour changes
	choice     bool  // three in front also allow the jump over two
	most       int16 // how many spaces of the row count, at most
	each       int16 // length of the jump for each of them
}

// bookJump is the jump with the default reading of every ruling.
var bookJump = jumping{on: true, chain: true, entry: true, home: true, most: 3, each: 5}

func newLudo(info parlour.Info, book *rulebook.Book, set rulebook.Settings) ludo {
	arm := int16(6) // [kleefeld/r-board-size] [british/r-arm-length]
	if book.Is(set, "arm", "8") {
		arm = 8
	}
	r := ludo{base: newBase(info, book, set, cross(arm), parlour.OneDie)}
	// [kleefeld/setup-circle] [british/start-circles]
	r.startMen = [4]int16{waiting, waiting, waiting, waiting}
	switch book.Value(set, "enter-at") {
	case "sixth":
		r.enterAt = 5
	case "seventh":
		r.enterAt = 6
	}
	r.mustEnter = r.is("enter-with-six", "must")
	r.decline = r.is("decline", "yes")
	r.deadSix = r.is("dead-six", "pass")
	r.sixLimit = r.is("six-limit", "3")
	r.threeTry = r.is("tries", "3")
	r.block = !r.is("stack", "plain")
	r.blockAll = r.is("stack", "block-all")
	r.safePair = r.is("stack-kick", "safe")
	r.ownForbid = r.is("own-landing", "forbid")
	r.noLand = r.is("end-square", "no-land")
	r.open = !r.block && !r.safePair && !r.ownForbid && !r.noLand
	for k := range r.near {
		for q := range r.last + 1 {
			switch at := (r.first[k] + q) % r.track; {
			case at > r.last: // not on the course of the player to move
			case at < 64:
				r.near[k][q] = 1 << at
			default:
				r.far[k][q] = 1 << (at - 64)
			}
		}
		if k > 0 {
			// The space belongs to its colour, whether that colour plays or not.
			r.ends = r.ends.or(r.end(k))
		}
	}
	return r
}

// end returns the space where the colour k seats to the left turns off.
func (r *ludo) end(k int) row { return row{r.near[k][r.last], r.far[k][r.last]} }

// A row is a set of spaces of the track, numbered by the progress of the player
// to move.
//
//	lo  bit i: the space of progress i, 0..63
//	hi  bit i: the space of progress 64 + i
type row struct{ lo, hi uint64 }

func (r row) or(s row) row { return row{r.lo | s.lo, r.hi | s.hi} }

// from returns the spaces from progress q on, with that of q as the lowest bit.
func (r row) from(q int16) uint64 {
	if q < 64 {
		return r.lo>>uint(q&63) | r.hi<<1<<uint(63-q&63)
	}
	return r.hi >> uint(q&63)
}

func (r row) has(q int16) bool { return r.from(q)&1 != 0 }

// A prospect is the track as the player to move sees it.
type prospect struct {
	enemy row // spaces with an opposing man
	wall  row // spaces that may not be passed
	shut  row // spaces where a man may not stop
}

// look returns what the player to move sees. All other colours are opponents.
// [kleefeld/r-partners-word]
func (r *ludo) look(p *Position) (v prospect) {
	long := r.longSighted(p)
	var pairs row
	for k := parlour.Seat(1); k < 4; k++ {
		s := (p.turn + k) & 3
		if !p.has(s) {
			continue
		}
		v.enemy.lo |= ones(&r.near[k], word(&p.men[s]))
		if long {
			v.enemy.hi |= ones(&r.far[k], word(&p.men[s]))
		}
		if r.open {
			continue
		}
		pairs.lo |= twos(&r.near[k], word(&p.men[s]))
		if long {
			pairs.hi |= twos(&r.far[k], word(&p.men[s]))
		}
	}
	if !r.open {
		r.hinder(p, &v, pairs)
	}
	return v
}

// hinder adds the spaces that may not be passed or stopped on, given the
// opposing pairs.
func (r *ludo) hinder(p *Position, v *prospect, pairs row) {
	if r.block || r.safePair {
		v.shut = pairs
	}
	if r.block {
		v.wall = pairs
	}
	men := &p.men[p.turn]
	if r.blockAll {
		v.wall = v.wall.or(row{twos(&r.near[0], word(men)), twos(&r.far[0], word(men))})
	}
	if r.ownForbid {
		v.shut = v.shut.or(row{ones(&r.near[0], word(men)), ones(&r.far[0], word(men))})
	}
	if r.noLand {
		v.shut = v.shut.or(r.ends)
	}
}

// longSighted reports whether this throw may take the player to move to spaces
// from progress 64 on. Short arms have none.
func (r *ludo) longSighted(p *Position) bool {
	if r.last < 64 || r.jump.on {
		return r.last >= 64
	}
	for _, q := range &p.men[p.turn] {
		if q >= 64-6 && q < r.last {
			return true
		}
	}
	return false
}

// ones returns the spaces that hold men, by the table seen.
func ones(seen *[256]uint64, men uint64) uint64 {
	return seen[uint8(men)] | seen[uint8(men>>16)] | seen[uint8(men>>32)] | seen[uint8(men>>48)]
}

// twos returns the spaces that hold two or more men; the lane has no spaces.
// Men are in order, so those on one space are neighbours.
// [british/r-block-size] [british/home-column-private]
func twos(seen *[256]uint64, men uint64) uint64 {
	a, b, c, d := seen[uint8(men)], seen[uint8(men>>16)], seen[uint8(men>>32)], seen[uint8(men>>48)]
	return a&b | b&c | c&d
}

// clear reports whether a man may pass the spaces first to to-1 and stop on to.
func (v *prospect) clear(first, to int16) bool {
	return v.wall.from(first)&(1<<uint(to-first)-1) == 0 && !v.shut.has(to)
}

// A move of these games names the man by its place, and then every stop, each
// as progress plus one. Seven stops are enough, since every jump needs two of
// the twelve opposing men in front.
//
//	 63    62    61..60 59..56 55..49      13..7   6..0
//	+------+-----+------+------+-------+---+-------+------+
//	| pass | hit | man  |   0  | stop7 |...| stop1 | from |
//	+------+-----+------+------+-------+---+-------+------+
//
// Man is the index of the man; hit means that a stop holds an opponent.
const (
	ludoPass  parlour.Move = 1 << 63
	ludoHit   parlour.Move = 1 << 62
	ludoMan                = 60
	ludoStop               = 7
	ludoPlace parlour.Move = 1<<ludoStop - 1
	ludoStops parlour.Move = 1<<56 - 1
)

// ludoFrom returns where the move begins.
func ludoFrom(m parlour.Move) int16 { return int16(m&ludoPlace) - 1 }

// appendStop appends the move m with q as its next stop, stored at the given
// bit, and the same move extended by every jump from there.
func (r *ludo) appendStop(dst []parlour.Move, p *Position, v *prospect, m parlour.Move, at uint, q int16) []parlour.Move {
	m |= parlour.Move(q+1) << at
	if v.enemy.has(q) {
		m |= ludoHit
	}
	dst = append(dst, m)
	if !r.jump.on || v.enemy.from(q+1)&3 != 3 {
		return dst
	}
	if at > ludoStop && !r.jump.chain || m&ludoPlace == 0 && !r.jump.entry {
		return dst // [kleefeld/r-jump-chain] [kleefeld/r-jump-entry]
	}
	return r.appendJumps(dst, p, v, m, at+ludoStop, q)
}

// appendJumps appends the extensions of m, whose last stop is q.
func (r *ludo) appendJumps(dst []parlour.Move, p *Position, v *prospect, m parlour.Move, at uint, q int16) []parlour.Move {
	for _, to := range r.jumpEnds(p, v, q) {
		if to > 0 && r.mayEnd(v, to) {
			dst = r.appendStop(dst, p, v, m, at, to)
		}
	}
	return dst
}

// inFront returns how many spaces directly in front of q hold opposing men
// without a gap. Only the track of the man's own course counts.
// [kleefeld/r-jump-run] [kleefeld/r-jump-bend] [kleefeld/circles-own-only]
func (r *ludo) inFront(p *Position, v *prospect, q int16) int16 {
	if !r.jump.sameColour {
		return int16(bits.TrailingZeros64(^v.enemy.from(q + 1)))
	}
	for k := parlour.Seat(1); k < 4; k++ { // [kleefeld/r-jump-colours]
		if s := (p.turn + k) & 3; p.has(s) {
			all := row{ones(&r.near[k], word(&p.men[s])), ones(&r.far[k], word(&p.men[s]))}
			if n := bits.TrailingZeros64(^all.from(q + 1)); n > 0 {
				return int16(n)
			}
		}
	}
	return 0
}

// jumpEnds returns where a man that has come to q would jump to, the shorter
// jump first, whether or not it may end there; 0 means no jump.
func (r *ludo) jumpEnds(p *Position, v *prospect, q int16) (ends [2]int16) {
	k := min(r.inFront(p, v, q), r.jump.most)
	if k < 2 { // [kleefeld/jump-two] [kleefeld/jump-three]
		return ends
	}
	ends[0] = q + k*r.jump.each // [kleefeld/r-jump-from] [kleefeld/r-jump-long-run]
	if r.jump.choice && k == 3 {
		ends = [2]int16{q + 2*r.jump.each, ends[0]} // [kleefeld/r-jump-graded]
	}
	return ends
}

// mayEnd reports whether a jump may end on to. Blocks do not stop a jump.
func (r *ludo) mayEnd(v *prospect, to int16) bool {
	switch {
	case to > r.home: // [kleefeld/r-jump-overshoot]
		return false
	case to == r.home: // [kleefeld/r-jump-home]
		return r.jump.home
	}
	return !v.shut.has(to) // [kleefeld/r-jump-landing] [kleefeld/r-jump-circles]
}

// limited reports whether the six just thrown is one too many: it is not played
// and ends the turn.
func (r *ludo) limited(p *Position) bool { return r.sixLimit && p.throw == 6 && p.run >= 3 }

// endList appends pass if nothing else is legal or if the player may choose it.
// [kleefeld/r-pass] [kleefeld/r-must-move] [british/no-move-passes] [british/r-pass] [british/r-must-move]
func (r *ludo) endList(dst []parlour.Move, n int) []parlour.Move {
	if len(dst) == n || r.decline {
		dst = append(dst, ludoPass)
	}
	return dst
}

// maxRun is the highest count of sixes; it stays there.
const maxRun = 99

// take makes a throw.
func (r *ludo) take(p *Position, m parlour.Move) {
	if p.throwing {
		r.throwOff(p, int8(m))
		return
	}
	p.throw = uint8(m)
	p.run = min(p.run+uint8(m)/6, maxRun)
}

// carry makes a move other than pass: opposing men at every stop go back, and
// the man ends up at its last stop.
func (r *ludo) carry(p *Position, m parlour.Move) {
	stops := m & ludoStops >> ludoStop
	if m&ludoHit != 0 {
		for s := stops; s != 0; s >>= ludoStop {
			r.sendBack(p, int16(s&ludoPlace)-1)
		}
	}
	for stops > ludoPlace {
		stops >>= ludoStop
	}
	p.moveMan(p.turn, int(m>>ludoMan&3), int16(stops)-1)
}

// sendBack puts all opposing men on the space of progress q back to wait.
func (r *ludo) sendBack(p *Position, q int16) {
	if s, at := r.victims(p, q); s != parlour.Nobody {
		for i, m := range p.men[s] {
			if m == at {
				p.dropMan(s, i, waiting)
			}
		}
	}
}

// victims returns the opposing colour on the space that has progress q for the
// player to move, and that colour's own progress there. Two colours never share
// a space.
func (r *ludo) victims(p *Position, q int16) (parlour.Seat, int16) {
	if q > r.last {
		return parlour.Nobody, 0
	}
	a := r.space(p.turn, q)
	for k := parlour.Seat(1); k < 4; k++ {
		s := (p.turn + k) & 3
		at := r.progress(s, a)
		if !p.has(s) || at > r.last {
			continue
		}
		for _, m := range p.men[s] {
			if m == at {
				return s, at
			}
		}
	}
	return parlour.Nobody, 0
}

// homecoming ranks the player to move, who has all men home, and ends the turn
// or the game.
func (r *ludo) homecoming(p *Position) {
	p.addRank(p.turn)
	if r.over(p) {
		p.endGame()
		return
	}
	r.passTurn(p)
}

// passTurn ends the turn.
func (r *ludo) passTurn(p *Position) {
	p.turn, p.throw, p.run, p.tries = r.next(p, p.turn), 0, 0, 0
}

// throwAgain lets the same player throw again. The count of tries is kept as long
// as the player may try.
func (r *ludo) throwAgain(p *Position) {
	p.throw = 0
	if p.tries != 0 && !r.mayTry(p, p.turn) {
		p.tries = 0
	}
}

// mayTry reports whether the player may throw several times: a man is waiting,
// and none is on the track or in the lane.
func (r *ludo) mayTry(p *Position, s parlour.Seat) bool {
	if !r.threeTry || p.men[s][0] != waiting {
		return false
	}
	for _, m := range p.men[s] {
		if m != waiting && m < r.home {
			return false
		}
	}
	return true
}

// Passes reports whether m is a pass.
func (r *ludo) Passes(_ *Position, m parlour.Move) bool { return m == ludoPass }

// Captured counts the men that m sends back.
func (r *ludo) Captured(p *Position, m parlour.Move) (n int) {
	if m&ludoHit == 0 {
		return 0
	}
	for stops := m & ludoStops >> ludoStop; stops != 0; stops >>= ludoStop {
		n += r.standing(p, int16(stops&ludoPlace)-1)
	}
	return n
}

// standing counts the opposing men at progress q of the player to move.
func (r *ludo) standing(p *Position, q int16) (n int) {
	if s, at := r.victims(p, q); s != parlour.Nobody {
		for _, m := range p.men[s] {
			if m == at {
				n++
			}
		}
	}
	return n
}

// Key returns the position without what no rule uses: the count of sixes matters
// only with six-limit=3, and then only up to three.
func (r *ludo) Key(p *Position) Position {
	k := *p
	switch {
	case r.sixLimit:
		k.run = min(k.run, 3)
	case k.throw == 6:
		k.run = 1 // the six just thrown has been counted
	default:
		k.run = 0
	}
	return k
}
