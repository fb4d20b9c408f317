package race

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// unreadable refuses a text that cannot be a turn at all.
func (r *Parker) unreadable(p *Position, text string) *parlour.Refusal {
	ref := &parlour.Refusal{Code: "unreadable", Args: parlour.Args{"text": text, "expected": r.info.Form}}
	for _, m := range r.AppendMoveList(p, nil) {
		ref.Instead = append(ref.Instead, string(r.AppendMove(nil, p, m)))
	}
	return ref
}

// A parkerWhy looks for the reason why a part may not follow the parts before
// it.
type parkerWhy struct {
	*Parker
	p    *Position
	w    walk   // the board after the parts before
	made []part // the parts before
	next []part // the legal parts here, in canonical order
	s    spoken // the part in doubt
	ref  *parlour.Refusal
	seqs []sequence
}

// why returns why the parts do not begin a legal turn, or nil if they do.
func (r *Parker) why(p *Position, seqs []sequence, parts []spoken) *parlour.Refusal {
	d := parkerWhy{Parker: r, p: p, w: r.after(p), made: slices.Clone(p.played[:p.parts]), seqs: seqs}
	for _, s := range parts {
		d.s = s
		if ref := d.part(); ref != nil {
			return ref
		}
		d.made = append(d.made, s.part)
		d.w.redo(s.part)
	}
	return nil
}

// part judges one part.
func (d *parkerWhy) part() *parlour.Refusal {
	c, t := d.p.turn, d.s.part
	d.next = d.next[:0]
	for _, s := range d.seqs {
		if n := len(d.made); s.n > n && s.begins(d.made) && !slices.Contains(d.next, s.parts[n]) {
			d.next = append(d.next, s.parts[n])
		}
	}
	d.ref = &parlour.Refusal{Args: parlour.Args{
		"part": d.s.text, "colour": d.colour(c), "throw": strconv.Itoa(int(d.p.throw)),
		"count": strconv.Itoa(int(t.count())), "from": d.place(c, t.from()), "to": d.place(c, d.s.to),
	}}
	legal := slices.Contains(d.next, t)
	if legal {
		if t.kind() != partEnter && t.to() != d.s.to {
			d.ref.Args["reach"] = d.place(c, t.to())
			return d.say("race.parker.full-count", "shall-move-sum")
		}
		if d.s.has {
			w := d.w
			if captured := string(d.appendCaptives(nil, w.redo(t))); captured != d.s.mark {
				d.ref.Args["captured"] = captured
				if captured == "" {
					return d.say("race.parker.captures-nothing", "capture")
				}
				return d.say("race.parker.captures-other", "capture")
			}
		}
		return nil
	}
	switch t.kind() {
	case partEnter:
		return d.enters()
	case partBonus:
		return d.bonus()
	}
	return d.dice()
}

// say completes the refusal with its code and clauses, and with what is legal
// instead: turns that continue from here with the same man, if there are any.
func (d *parkerWhy) say(code string, clauses ...string) *parlour.Refusal {
	d.ref.Code = code
	for _, c := range clauses {
		d.ref.Clauses = append(d.ref.Clauses, "parker/"+c)
	}
	for near := sameMan; d.ref.Instead == nil && near <= allTurns; near++ {
		d.ref.Instead = d.instead(near)
	}
	return d.pointOutWhy(d.p, d.p.turn, d.ref)
}

// How close a legal turn is to what was wanted.
const (
	sameMan  = iota // the same parts before it, then the same man
	sameWay         // the same parts before it
	allTurns        // anything
)

// instead lists what would be legal, in canonical spelling, and is that close.
func (d *parkerWhy) instead(near int) (texts []string) {
	if d.p.parts != 0 {
		for _, m := range d.appendParts(d.p, nil) {
			parts, _ := d.path(d.p, m)
			if near != sameMan || len(parts) > 0 && parts[0].from() == d.s.from() {
				texts = append(texts, string(d.AppendMove(nil, d.p, m)))
			}
		}
		return texts
	}
	var shown []parlour.Move
	for _, s := range d.seqs {
		n := len(d.made)
		switch {
		case slices.Contains(shown, s.turn),
			near < allTurns && !s.begins(d.made),
			near == sameMan && (s.n <= n || s.parts[n].from() != d.s.from()):
			continue
		}
		shown = append(shown, s.turn)
		texts = append(texts, string(d.AppendMove(nil, d.p, s.turn)))
	}
	return texts
}

// diceLeft returns the counts of the throw that the parts before have not used.
func (d *parkerWhy) diceLeft() (left []int16) {
	a, b := int16(d.p.throw/10), int16(d.p.throw%10)
	left = []int16{a, b}
	for _, t := range d.made {
		switch i := slices.Index(left, t.count()); {
		case t.kind() == partBonus:
		case i >= 0:
			left = slices.Delete(left, i, i+1)
		default: // the total, or a sum that enters a man
			left = nil
		}
	}
	return left
}

// owed counts the bonuses due after the parts before.
func (d *parkerWhy) owed() (due due) {
	w := d.open(d.p)
	for _, t := range d.made {
		before := bits.OnesCount16(w.captives(w.taken))
		w.redo(t)
		got := int8(bits.OnesCount16(w.captives(w.taken)) - before)
		switch {
		case t.kind() != partBonus:
			if !d.bonusEnd {
				due.twenty, due.ten = 0, 0
			}
		case t.count() == 20:
			due.twenty--
		default:
			due.ten--
		}
		if t.kind() == partBonus && d.noChain {
			continue
		}
		due.twenty += got
		if d.finishTen && t.to() == d.home {
			due.ten++
		}
	}
	return due
}

// only reports whether all parts that may be played here are of one kind.
func (d *parkerWhy) only(kind part) bool {
	return len(d.next) > 0 && !slices.ContainsFunc(d.next, func(t part) bool { return t.kind() != kind })
}

// bonusFirst refuses a part played before a bonus that is due.
func (d *parkerWhy) bonusFirst() *parlour.Refusal {
	d.ref.Args["bonus"] = strconv.Itoa(int(d.next[0].count()))
	return d.say("race.parker.bonus-first", "r-bonus-now", "r-bonus-duty", "bonus-twenty")
}

// spent refuses any part after the turn is over.
func (d *parkerWhy) spent() *parlour.Refusal {
	if d.p.throw%10+d.p.throw/10 == 5 && len(d.made) > 0 && d.made[0].kind() == partEnter {
		return d.say("race.parker.sum-spent", "enter-by-sum", "sum-entry-stays")
	}
	return d.say("race.parker.turn-done", "split-or-total")
}

// enters says why no man may enter.
func (d *parkerWhy) enters() *parlour.Refusal {
	a, b := d.p.throw/10, d.p.throw%10
	switch {
	case !slices.Contains(d.w.men[:], waiting):
		return d.say("race.parker.no-prisoner", "enter-on-five")
	case a != 5 && b != 5 && a+b != 5:
		return d.say("race.parker.no-five", "enter-on-five", "no-five-no-entry")
	case d.only(partBonus):
		return d.bonusFirst()
	}
	return d.say("race.parker.five-used", "enter-on-five", "enter-by-sum")
}

// bonus says why no bonus, or not this bonus, may be moved.
func (d *parkerWhy) bonus() *parlour.Refusal {
	owed, t := d.owed(), d.s.part
	switch {
	case t.count() == 10 && !d.finishTen:
		return d.say("race.parker.no-ten", "r-no-finish-bonus")
	case t.count() == 20 && owed.twenty == 0 && d.noChain && len(d.made) > 0 && d.made[len(d.made)-1].kind() == partBonus:
		return d.say("race.parker.no-chain", "r-bonus-chain")
	case t.count() == 20 && owed.twenty <= 0:
		return d.say("race.parker.no-bonus", "bonus-twenty")
	case t.count() == 10 && owed.ten <= 0:
		return d.say("race.parker.no-ten-due", "r-no-finish-bonus")
	}
	if ref := d.step(); ref != nil {
		return ref
	}
	if d.bonusEnd && len(d.diceLeft()) > 0 && !d.only(partBonus) {
		return d.say("race.parker.bonus-last", "r-bonus-now")
	}
	a, b := d.p.throw/10, d.p.throw%10
	if a+b == 5 && t.from() == 0 && !d.sumAny {
		return d.say("race.parker.frozen", "sum-entry-stays", "r-sum-entry-bonus")
	}
	return d.duty()
}

// dice says why a die or the total may not be played this way.
func (d *parkerWhy) dice() *parlour.Refusal {
	t := d.s.part
	a, b := int16(d.p.throw/10), int16(d.p.throw%10)
	left := d.diceLeft()
	prisoner := slices.Contains(d.w.men[:], waiting)
	switch {
	case prisoner && d.only(partEnter) && a+b == 5:
		return d.say("race.parker.must-enter-sum", "must-enter", "enter-by-sum")
	case prisoner && d.only(partEnter):
		return d.enterFirst()
	case d.only(partBonus):
		return d.bonusFirst()
	case len(left) == 0:
		return d.spent()
	case t.count() != a && t.count() != b && t.count() != a+b:
		return d.say("race.parker.not-thrown", "shall-move-sum")
	case t.count() == a+b && len(d.made) > 0, t.count() != a+b && !slices.Contains(left, t.count()):
		return d.say("race.parker.die-used", "split-or-total")
	case t.count() == a+b && (d.noTotal || slices.ContainsFunc(d.next, func(t part) bool { return t.kind() == partEnter })):
		if d.noTotal {
			return d.say("race.parker.no-total", "r-total-is-one-move")
		}
		return d.say("race.parker.five-enters", "must-enter", "enter-by-die-and-move")
	}
	if ref := d.step(); ref != nil {
		return ref
	}
	if len(d.made) > 0 && d.made[0].kind() == partEnter && d.otherEntered && a != b {
		return d.say("race.parker.entered-only", "r-other-die-any")
	}
	if len(d.made) > 0 && d.made[0].kind() != partEnter && !d.sameMan {
		return d.say("race.parker.same-man", "r-split-two-pieces", "split-or-total")
	}
	return d.duty()
}

// enterFirst refuses a part played before a man that has to enter.
func (d *parkerWhy) enterFirst() *parlour.Refusal {
	switch {
	case !d.entryFree:
		return d.say("race.parker.must-enter", "must-enter", "r-entry-first")
	case d.otherEntered:
		return d.say("race.parker.must-enter", "must-enter", "r-other-die-any")
	}
	return d.say("race.parker.must-enter", "must-enter", "r-use-both")
}

// step says why the man cannot go that far, or nil if it can. It looks at where
// the count leads, not at what was written: a part that is asked about here
// would not be legal with the right place either.
func (d *parkerWhy) step() *parlour.Refusal {
	c, t := d.p.turn, d.s.part
	from, to := t.from(), t.to()
	if !slices.Contains(d.w.men[:], int8(from)) {
		return d.say("race.parker.no-man", "players")
	}
	switch {
	case from == d.home:
		return d.say("race.parker.at-home", "object")
	case to > d.home:
		d.ref.Args["most"] = strconv.Itoa(int(d.home - from))
		return d.say("race.parker.overshoot", "exact-finish")
	}
	bar, stop := d.w.barriers()
	if between := bar & (2<<to - 4<<from); between != 0 {
		at := int16(bits.TrailingZeros64(between)) - 1
		d.ref.Args["space"] = d.place(c, at)
		d.ref.Args["owner"] = d.colour(d.holder(at))
		clauses := []string{"blockade-stops-all"}
		switch {
		case at > d.last:
			clauses = append(clauses, "r-column-blockade")
		case at == d.last:
			clauses = append(clauses, "r-foot-blockade")
		}
		return d.say("race.parker.blockade-between", clauses...)
	}
	if stop>>(to+1)&1 == 0 {
		return nil
	}
	d.ref.Args["to"] = d.place(c, to)
	holder := d.holder(to)
	d.ref.Args["owner"] = d.colour(holder)
	switch door := d.foreign>>(to+1)&1 != 0; {
	case door && holder == c:
		return d.say("race.parker.pair-on-entrance", "no-entrance-blockade", "r-entrance-pair")
	case door && d.door[c][holder]>>(to+1)&1 != 0:
		return d.say("race.parker.covered", "covered-entrance-closed")
	case door:
		return d.say("race.parker.stranger-on-entrance", "r-third-party-capture")
	case holder == c:
		return d.say("race.parker.third-man", "r-third-on-blockade")
	}
	return d.say("race.parker.blockade-there", "r-land-on-blockade")
}

// holder returns the colour that blocks progress q: the one with the most men
// there.
func (d *parkerWhy) holder(q int16) parlour.Seat {
	c := d.p.turn
	holder, most := c, 0
	for _, at := range d.w.men {
		if int16(at) == q {
			most++
		}
	}
	for s := range parlour.Seat(4) {
		n := 0
		for _, at := range d.p.men[s] {
			if s != c && d.p.has(s) && int16(d.seen[c][s][(at+1)&63]) == q+1 {
				n++
			}
		}
		if n > most {
			holder, most = s, n
		}
	}
	return holder
}

// duty refuses a part that can be moved but leads to a turn that does less than
// it must.
func (d *parkerWhy) duty() *parlour.Refusal {
	a, b := int16(d.p.throw/10), int16(d.p.throw%10)
	if len(d.next) == 0 {
		return d.spent()
	}
	if d.s.kind() == partDice && d.s.count() == 5 && !slices.ContainsFunc(d.seqs, func(s sequence) bool { return !s.enters() }) {
		return d.say("race.parker.five-owed", "must-enter")
	}
	if d.s.kind() == partDice && d.largerDie && d.s.count() == b && a != b && !slices.ContainsFunc(d.seqs, func(s sequence) bool { return s.dice(a, b) > 1 }) {
		return d.say("race.parker.larger-die", "r-one-die-choice")
	}
	return d.say("race.parker.use-both", "r-use-both", "shall-move-sum")
}

// enters reports whether the sequence enters a man.
func (s *sequence) enters() bool {
	return slices.ContainsFunc(s.list(), func(t part) bool { return t.kind() == partEnter })
}

// dice returns how many of the dice a and b the sequence uses.
func (s *sequence) dice(a, b int16) (n int) {
	for _, t := range s.list() {
		switch {
		case t.kind() == partBonus:
		case t.count() == a || t.count() == b:
			n++
		default:
			n = 2
		}
	}
	return n
}

// whyNotPass says why the turn may not end here.
func (r *Parker) whyNotPass(p *Position) *parlour.Refusal {
	d := parkerWhy{Parker: r, p: p, w: r.after(p), made: slices.Clone(p.played[:p.parts]), seqs: r.sequences(p)}
	d.s.part = makePart(partDice, 1, 100) // no man in particular
	a := r.follows(p)
	d.next = a.next[:a.n]
	d.ref = &parlour.Refusal{Args: parlour.Args{
		"text": "pass", "colour": r.colour(p.turn), "throw": strconv.Itoa(int(p.throw)), "bonus": strconv.Itoa(int(d.next[0].count())),
	}}
	switch {
	case d.only(partBonus):
		return d.say("race.parker.pass-bonus", "r-bonus-duty", "bonus-twenty")
	case d.only(partEnter):
		return d.say("race.parker.pass-enter", "must-enter")
	case p.parts == 0 && r.opensOnly(p):
		return d.say("race.parker.pass-pair", "blockade-forced")
	}
	if p.parts > 0 {
		var left []string
		for _, n := range d.diceLeft() {
			left = append(left, strconv.Itoa(int(n)))
		}
		d.ref.Args["left"] = strings.Join(left, "")
		return d.say("race.parker.pass-rest", "r-must-move", "r-use-both")
	}
	return d.say("race.parker.pass", "r-must-move", "r-use-both")
}

// opensOnly reports whether everything that can be played opens a pair.
func (r *Parker) opensOnly(p *Position) bool {
	w := r.open(p)
	w.keep = w.pairs() &^ r.foreign
	if w.keep == 0 {
		return false
	}
	w.mode = measuring
	w.throw()
	return w.top == 0
}
