package race

import (
	"math/bits"

	"parlour"
)

// A walk goes through every sequence of parts in which a throw may be played:
// it makes a part, continues from there and takes the part back. What it does
// with a whole sequence depends on its mode.
//
// Men are individual here: two men on one space are different men.
type walk struct {
	r *Parker
	p *Position

	// The board as the colour to move sees it, one bit for each place.
	blocks uint64 // blockades of the others
	closed uint64 // where no man may stop, no matter who is there
	prey   uint64 // opposing men that are captured by stopping there
	keep   uint64 // pairs that may not be opened (blockade-duty=last)

	men    [4]int8 // progress of each man, one less than its place
	marked int8    // the man that played the first die, or has just entered; -1 none
	frozen bool    // the marked man stays where it is
	taken  uint64  // where men were captured
	used   uint8   // dice used
	large  bool    // the first die of a divided throw was the larger one

	parts [maxParts]part
	n     int

	mode  mode
	floor grade // sequences of a lower grade are not legal
	top   grade // the highest grade seen

	dst   []parlour.Move // mode turns: the list; the walk's own turns begin at start
	start int
	seqs  []sequence // mode sequences
	ahead ahead      // mode following
}

// A mode says what a walk looks for.
type mode uint8

const (
	measuring mode = iota // only the highest grade, to know what is legal
	turns                 // the turns, merged by the position after them
	sequences             // every sequence
	following             // the parts that follow those already made
)

// A grade ranks sequences by what they use: twice the number of dice, plus one
// if a single die is the larger one and that matters.
type grade uint8

const bothDice grade = 4

// A plan is what is left of a throw after the part just made.
type plan struct {
	kind   planKind
	count  int8
	who    who
	resign bool // the count may be left unplayed
}

type planKind uint8

const (
	planEnd planKind = iota
	planEnter
	planDie
)

// A who says which men may play a die.
type who uint8

const (
	anyone who = iota
	another
	marked
)

// A due counts the bonuses that are still to be moved.
type due struct{ twenty, ten int8 }

// open starts a walk with the board of p.
func (r *Parker) open(p *Position) walk {
	w := walk{r: r, p: p, marked: -1}
	for i, q := range p.men[p.turn] {
		w.men[i] = int8(q)
	}
	var who [64]uint8
	w.blocks, w.closed, w.prey = r.look(p, &who)
	return w
}

// look finds what the colour to move must know about the others: their
// blockades, the places where they keep it from stopping, and the men it
// captures by stopping on them. Who gets the number of the man on each place
// with prey, four men for each seat.
func (r *Parker) look(p *Position, who *[64]uint8) (blocks, closed, prey uint64) {
	c := p.turn & 3
	for k := parlour.Seat(1); k < 4; k++ {
		s := (c + k) & 3
		if !p.has(s) {
			continue
		}
		men, fair := word(&p.men[s]), &r.fair[k]
		who[fair[uint8(men)]&63] = uint8(4 * s)
		who[fair[uint8(men>>16)]&63] = uint8(4*s + 1)
		who[fair[uint8(men>>32)]&63] = uint8(4*s + 2)
		who[fair[uint8(men>>48)]&63] = uint8(4*s + 3)
		one, two := ones(&r.bits[k], men), twos(&r.bits[k], men)
		// Nobody lands on a pair. Men of two colours never form one, and there are no
		// blockades on entrances.
		// [parker/r-land-on-blockade] [parker/r-blockade-one-colour] [parker/r-foot-blockade] [parker/no-entrance-blockade]
		pairs := two & r.blockable
		blocks |= pairs
		// An entrance is closed while its own colour is on it. [parker/covered-entrance-closed] [parker/own-entrance-safe]
		closed |= one&r.door[c][s] | pairs
		if r.ownerOnly { // [parker/r-third-party-capture]
			closed |= one & r.foreign
		}
		// All other men can be captured, except on the foot of their own strip.
		// [parker/capture] [parker/foot-safe] [parker/r-foot-third-party] [parker/r-absent-foot] [parker/r-third-party-capture]
		prey |= one &^ r.foot[c][s]
	}
	if r.footShared { // [parker/r-foot-owner-captures]
		prey &^= 1 << (r.last + 1)
	}
	return blocks, closed, prey
}

// appendTurns appends the legal turns, merged by the position after them.
func (r *Parker) appendTurns(p *Position, dst []parlour.Move) []parlour.Move {
	w := r.open(p)
	w.dst, w.start = dst, len(dst)
	w.legal(turns)
	if len(w.dst) == len(dst) {
		w.dst = append(w.dst, w.turn())
	}
	return w.dst
}

// legal walks through the legal sequences in the given mode. There are none if
// nothing can be played.
func (w *walk) legal(m mode) {
	w.graded(m)
	if !w.r.keepPairs {
		return
	}
	// A turn that keeps every pair need only use what can be used without opening
	// one. If that is nothing, a pair must open.
	// [parker/r-blockade-vs-dice] [parker/blockade-forced]
	w.keep = w.pairs() &^ w.r.foreign
	if w.keep != 0 {
		w.graded(m)
		w.keep = 0
	}
}

// graded walks twice: first to find out what must be used, then through the
// sequences that use it. [parker/r-use-both] [parker/r-must-move]
// [parker/shall-move-sum]
func (w *walk) graded(m mode) {
	w.mode, w.top = measuring, 0
	w.throw()
	w.mode, w.floor = m, w.top
	if w.r.diceFree && w.top != oneLarger {
		w.floor = 1
	}
	if w.top != 0 {
		w.throw()
	}
}

// oneLarger is the grade of a single die that is the larger one, if the rules
// require the larger one. [parker/r-one-die-choice]
const oneLarger grade = 3

// throw walks through what may be played with the throw.
func (w *walk) throw() {
	a, b := int8(w.p.throw/10), int8(w.p.throw%10)
	prisoners := 0
	for _, q := range w.men {
		if q == waiting {
			prisoners++
		}
	}
	switch {
	case prisoners == 0: // a five is a number like any other [parker/five-counts-when-out] [parker/r-finished-count-as-out]
		w.counts(a, b)
	case a == 5 || b == 5: // [parker/enter-on-five] [parker/must-enter]
		w.fives(prisoners, a+b-5)
	case a+b == 5: // [parker/enter-by-sum] [parker/sum-entry-stays] [parker/r-sum-entry-bonus]
		w.used, w.frozen = 2, !w.r.sumAny
		w.enter(due{}, plan{}, w.frozen)
		w.used, w.frozen = 0, false
	default: // [parker/no-five-no-entry] [parker/r-no-five-with-men-out]
		w.counts(a, b)
	}
}

// fives enters a man by a five; x is the other die.
func (w *walk) fives(prisoners int, x int8) {
	w.used = 1
	if x == 5 && prisoners >= 2 { // [parker/double-five-two]
		w.enter(due{}, plan{kind: planEnter}, false)
		w.used = 0
		return
	}
	// [parker/enter-by-die-and-move] [parker/other-die-free] [parker/double-five-last] [parker/r-entry-rest]
	next := plan{kind: planDie, count: x, resign: w.r.restMay}
	only := w.r.otherEntered && x != 5 // [parker/r-other-die-any]
	if only {
		next.who = marked
	}
	w.enter(due{}, next, only)
	if w.r.entryFree && !only { // [parker/r-entry-first]
		bar, stop := w.barriers()
		for i := range w.men {
			if w.can(i, x, bar, stop) && !w.twin(i) {
				w.step(i, x, partDice, due{}, plan{kind: planEnter})
			}
		}
	}
	w.used = 0
}

// counts plays the throw with men that are out: one man moves the total, or two
// men move one die each. A double is two dice like any other.
// [parker/split-or-total] [parker/r-doubles-two-counts]
func (w *walk) counts(a, b int8) {
	bar, stop := w.barriers()
	if !w.r.noTotal { // [parker/r-total-is-one-move]
		w.used = 2
		for i := range w.men {
			if w.can(i, a+b, bar, stop) && !w.twin(i) {
				w.step(i, a+b, partDice, due{}, plan{})
			}
		}
	}
	w.used, w.large = 1, true
	for {
		next := plan{kind: planDie, count: b, who: another} // [parker/r-split-two-pieces] [parker/blockade-break] [parker/r-blockade-break-mixed] [parker/blockade-doubles]
		if w.r.sameMan {
			next.who = anyone
		}
		for i := range w.men {
			if !w.can(i, a, bar, stop) || w.twin(i) {
				continue
			}
			if next.who == another {
				w.marked = int8(i)
			}
			w.step(i, a, partDice, due{}, next)
			w.marked = -1
		}
		if a <= b {
			break
		}
		a, b, w.large = b, a, false
	}
	w.used, w.large = 0, false
}

// enter puts a prisoner on the entrance, no matter who is there. If mark is
// set, that man becomes the marked one. [parker/entrance-space]
// [parker/entry-captures]
func (w *walk) enter(d due, next plan, mark bool) {
	i := 0
	for w.men[i] != waiting {
		i++
	}
	if mark {
		w.marked = int8(i)
	}
	w.step(i, 5, partEnter, d, next)
	if mark {
		w.marked = -1
	}
}

// step makes one part with man i, continues, and takes the part back.
func (w *walk) step(i int, count int8, kind part, d due, next plan) {
	if w.mode == measuring && w.top == bothDice {
		return
	}
	from := w.men[i]
	to := from + count
	if kind == partEnter {
		to = 0
	}
	if !w.push(makePart(kind, count, from)) {
		return
	}
	prey, taken := w.prey, w.taken
	w.men[i] = to
	got := w.land(to)
	if kind != partBonus || !w.r.noChain { // [parker/bonus-twenty] [parker/r-bonus-chain]
		d.twenty += got.twenty
		d.ten += got.ten
	}
	w.settle(d, next)
	w.men[i], w.prey, w.taken = from, prey, taken
	w.n--
}

// push records a part. It reports false if the mode rules it out.
func (w *walk) push(t part) bool {
	if w.mode == following && w.n < int(w.p.parts) && w.p.played[w.n] != t {
		return false
	}
	w.parts[w.n] = t
	w.n++
	return true
}

// land captures what is where a man stops and returns the bonuses it earns.
// Capturing is compulsory. [parker/r-capture-automatic]
// [parker/r-no-finish-bonus]
func (w *walk) land(to int8) (d due) {
	b := uint64(2) << to
	if w.prey&b != 0 {
		w.prey &^= b
		w.taken |= b
		d.twenty = 1
		if w.r.pairsEnter { // [parker/r-entrance-pair]
			d.twenty = int8(bits.OnesCount16(w.captives(b)))
		}
	}
	if w.r.finishTen && to == int8(w.r.home) {
		d.ten = 1
	}
	return d
}

// settle moves the bonuses that are due, if it is time for them, and then
// continues with the plan.
func (w *walk) settle(d due, next plan) {
	if w.home() { // [parker/r-win-now]
		w.whole()
		return
	}
	if w.r.bonusEnd && next.kind != planEnd { // [parker/r-bonus-now]
		w.proceed(d, next)
		return
	}
	if d != (due{}) && w.bonus(d, next) && !w.r.bonusMay { // [parker/r-bonus-duty]
		return
	}
	w.proceed(due{}, next) // what is left lapses [parker/r-bonus-lost]
}

// bonus moves one of the bonuses due, with every man that can, and reports
// whether any can. [parker/bonus-undivided] [parker/r-bonus-any-piece]
func (w *walk) bonus(d due, next plan) (can bool) {
	bar, stop := w.barriers()
	for _, count := range [2]int8{20, 10} {
		left := d
		if count == 20 {
			left.twenty--
		} else {
			left.ten--
		}
		if left.twenty < 0 || left.ten < 0 {
			continue
		}
		for i := range w.men {
			if w.frozen && int8(i) == w.marked || !w.can(i, count, bar, stop) {
				continue
			}
			can = true
			if !w.twin(i) {
				w.step(i, count, partBonus, left, next)
			}
		}
	}
	return can
}

// proceed continues with the plan.
func (w *walk) proceed(d due, next plan) {
	switch next.kind {
	case planEnd:
		w.whole()
	case planEnter:
		w.used++
		w.enter(d, plan{}, false)
		w.used--
	case planDie:
		used := w.used
		if next.resign { // a turn that ends here has done all it must
			w.used = 2
			w.settle(d, plan{})
		}
		w.used = used + 1
		played := w.die(d, next)
		w.used = used
		if !played && !next.resign {
			w.settle(d, plan{}) // the die is lost
		}
	}
}

// die plays a single die with every man that may and can, and reports whether
// any can.
func (w *walk) die(d due, next plan) (can bool) {
	bar, stop := w.barriers()
	for i := range w.men {
		switch {
		case next.who == another && int8(i) == w.marked,
			next.who == marked && int8(i) != w.marked,
			!w.can(i, next.count, bar, stop):
			continue
		}
		can = true
		if !w.twin(i) {
			w.step(i, next.count, partDice, d, plan{})
		}
	}
	return can
}

// pairs returns the places with two or more men of the colour, where they would
// be a blockade unless it is an entrance: not prison, goal or the colour's own
// entrance.
func (w *walk) pairs() uint64 {
	_, two := w.occupied()
	return two &^ (1<<(w.r.home+1) | 3)
}

// occupied returns the places with one or more, and with two or more, men of
// the colour.
func (w *walk) occupied() (one, two uint64) {
	for _, q := range w.men {
		b := uint64(1) << (q + 1)
		two |= one & b
		one |= b
	}
	return one, two
}

// barriers returns the blockades that nobody passes, and the places where no
// man of the colour to move may stop.
func (w *walk) barriers() (bar, stop uint64) {
	one, two := w.occupied()
	// [parker/blockade-stops-all] [parker/r-blockade-hold] [parker/r-column-blockade]
	own := two & w.r.blockable
	bar = w.blocks | own
	stop = w.closed
	if !w.r.triple { // [parker/r-third-on-blockade]
		stop |= own
	}
	if !w.r.pairsEnter { // [parker/r-entrance-pair]
		stop |= one & w.r.foreign
	}
	return bar, stop
}

// can reports whether man i can move n spaces in one go. It may stop on an
// uncovered entrance and on another colour's foot. It never comes to another
// colour's strip.
// [parker/open-entrance-rest] [parker/foot-crossing] [parker/r-foot-rest] [parker/column-private] [parker/column-no-pursuit]
func (w *walk) can(i int, n int8, bar, stop uint64) bool {
	from := w.men[i]
	to := from + n
	if from < 0 || to > int8(w.r.home) { // [parker/exact-finish]
		return false
	}
	between := uint64(2)<<to - uint64(4)<<from
	return between&bar == 0 && stop>>(to+1)&1 == 0 && w.keep>>(from+1)&1 == 0
}

// twin reports whether a man before i is on the same place and equally free, so
// that i can do nothing that man cannot.
func (w *walk) twin(i int) bool {
	for j := range i {
		if w.men[j] == w.men[i] && int8(j) != w.marked && int8(i) != w.marked {
			return true
		}
	}
	return false
}

func (w *walk) home() bool {
	g := int8(w.r.home)
	return w.men[0] == g && w.men[1] == g && w.men[2] == g && w.men[3] == g
}

// whole handles a complete sequence as the mode requires.
func (w *walk) whole() {
	g := grade(2 * w.used)
	if w.used == 1 && w.large && w.r.largerDie {
		g = oneLarger
	}
	w.top = max(w.top, g)
	if g < w.floor {
		return
	}
	switch w.mode {
	case turns:
		m := w.turn()
		for _, other := range w.dst[w.start:] {
			if other == m {
				return
			}
		}
		w.dst = append(w.dst, m)
	case sequences:
		w.seqs = append(w.seqs, sequence{w.parts, w.n, w.turn()})
	case following:
		w.follow()
	}
}

// turn returns the move that leads to where the men are now.
func (w *walk) turn() parlour.Move {
	var men [4]int16
	for i, q := range w.men {
		men[i] = int16(q)
		for j := i; j > 0 && men[j] < men[j-1]; j-- {
			men[j], men[j-1] = men[j-1], men[j]
		}
	}
	return packTurn(men, w.captives(w.taken))
}

// captives returns a bit for each opposing man captured on the places of the
// mask.
func (w *walk) captives(mask uint64) uint16 {
	if mask == 0 {
		return 0
	}
	return w.r.captives(w.p, mask)
}

func (r *Parker) captives(p *Position, mask uint64) (captured uint16) {
	c := p.turn
	for s := range parlour.Seat(4) {
		if s == c || !p.has(s) {
			continue
		}
		for i, q := range p.men[s] {
			if mask>>r.fair[(s-c)&3][uint8(q)]&1 != 0 {
				captured |= 1 << (4*int(s) + i)
			}
		}
	}
	return captured
}
