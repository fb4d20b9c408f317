package race

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// A wish is a text that reads like a move, whether it is legal or not.
type wish struct {
	colour   string // the letter before the colon, or ""
	pass     bool
	enter    bool
	back     bool // written with <
	from, to string
	captured string // the letter after x, or ""
	huff     string // the text after !, or ""
}

// readWish reads the form of a move: [colour:]step[xcolour][!place].
func (r *Mensch) readWish(text string) (w wish, ok bool) {
	rest, huff, marked := strings.Cut(text, "!")
	if marked {
		place := huff
		if letter, after, found := strings.Cut(huff, ":"); found {
			place = after
			if r.seat(letter) == parlour.Nobody {
				return w, false
			}
		}
		if _, fault := r.parsePlace(0, place); fault != "" || place == "-" {
			return w, false
		}
		w.huff = huff
	}
	if rest == "pass" {
		w.pass = true
		return w, true
	}
	if letter, after, found := strings.Cut(rest, ":"); found {
		w.colour, rest = letter, after
		if r.seat(letter) == parlour.Nobody {
			return w, false
		}
	}
	if before, letter, found := strings.Cut(rest, "x"); found {
		w.captured, rest = letter, before
		if r.seat(letter) == parlour.Nobody {
			return w, false
		}
	}
	if rest == "enter" {
		w.enter = true
		return w, true
	}
	i := strings.IndexAny(rest, "<>")
	if i < 0 {
		return w, false
	}
	w.from, w.to, w.back = rest[:i], rest[i+1:], rest[i] == '<'
	for _, place := range []string{w.from, w.to} {
		if _, fault := r.parsePlace(0, place); fault != "" || place == "-" {
			return w, false
		}
	}
	return w, true
}

// A doubt looks for the reason to refuse a wish.
type doubt struct {
	*Mensch
	p      *Position
	text   string
	wish   wish
	legal  []parlour.Move
	mover  parlour.Seat
	colour parlour.Seat // of the piece to move
	from   int16        // progress
	to     int16
	sight  sight
	d      uint
	ref    *parlour.Refusal
}

// why says why text is not a legal move of p.
func (r *Mensch) why(p *Position, text string, legal []parlour.Move) *parlour.Refusal {
	w, ok := r.readWish(text)
	if !ok {
		return &parlour.Refusal{
			Code: "unreadable", Args: parlour.Args{"text": text, "expected": r.info.Form},
			Instead: r.texts(p, legal, nil),
		}
	}
	x := &doubt{Mensch: r, p: p, text: text, wish: w, legal: legal, mover: p.turn, colour: p.turn, d: uint(p.throw)}
	x.ref = &parlour.Refusal{Args: parlour.Args{"text": text, "count": strconv.Itoa(int(p.throw))}}
	if w.colour != "" {
		x.colour = r.seat(w.colour)
	}
	x.ref.Args["colour"] = r.base.colour(x.colour)
	switch {
	case w.pass:
		x.whyPass()
	case !x.mayMoveColour():
	case w.enter:
		x.from, x.to = waiting, 0
		x.whyEnter()
	default:
		x.whyMove()
	}
	x.ref.Instead = r.texts(p, legal, func(m parlour.Move) bool {
		return menschPasses(m) == w.pass && (w.pass || menschColour(m) == x.colour && menschFrom(m) == x.from)
	})
	return r.pointOutWhy(p, x.colour, x.ref)
}

// texts returns the canonical texts of the moves that keep accepts, or of all
// moves if it accepts none.
func (r *Mensch) texts(p *Position, legal []parlour.Move, keep func(parlour.Move) bool) (texts []string) {
	for _, m := range legal {
		if keep == nil || keep(m) {
			texts = append(texts, string(r.AppendMove(nil, p, m)))
		}
	}
	if texts == nil && keep != nil {
		return r.texts(p, legal, nil)
	}
	return texts
}

// no sets the reason: a code, and clauses without the name of the game.
func (x *doubt) no(code string, clauses ...string) {
	x.ref.Code = "race.mensch." + code
	for _, c := range clauses {
		x.ref.Clauses = append(x.ref.Clauses, "mensch/"+c)
	}
}

func (x *doubt) arg(key, value string) { x.ref.Args[key] = value }

// whyPass says why the player may not pass, or which mark is missing.
func (x *doubt) whyPass() {
	x.from = waiting
	if slices.ContainsFunc(x.legal, menschPasses) {
		x.whyMarks(menschPasses)
		return
	}
	var c choosing
	x.choose(x.p, &c)
	quiet := slices.ContainsFunc(x.legal, func(m parlour.Move) bool { return menschCaptured(m) == parlour.Nobody })
	switch {
	case x.must && x.strict && !quiet:
		x.no("must-capture", "must-capture", "r-huff-auto")
	case c.home:
		x.no("must-move-neutral", "r-neutral-compulsory", "r-must-move")
	case c.own.empty():
		x.no("must-move-quiet", "r-neutral-optional", "r-must-move")
	case !quiet:
		x.no("must-move", "r-must-move", "r-only-capture")
	default:
		x.no("must-move", "r-must-move")
	}
}

// whyMarks says what is wrong with the marks of an otherwise legal move.
func (x *doubt) whyMarks(same func(parlour.Move) bool) {
	var marks []string
	captured := parlour.Nobody
	for _, m := range x.legal {
		if !same(m) {
			continue
		}
		captured = menschCaptured(m)
		if menschHuffs(m) {
			marks = append(marks, string(x.appendHuff(nil, x.p, m)))
		}
	}
	x.arg("marks", strings.Join(marks, ", "))
	switch {
	case x.wish.captured != "" && captured == parlour.Nobody:
		x.no("captures-nothing", "capture")
	case x.wish.captured != "" && x.letters[captured:captured+1] != x.wish.captured:
		x.arg("owner", x.base.colour(captured))
		x.no("captures-other", "capture")
	case captured != parlour.Nobody:
		x.no("huffs-nothing", "must-huff", "must-choice")
	case marks == nil:
		x.no("huffs-nothing", "must-huff")
	case x.wish.huff == "":
		x.no("which-huff", "must-huff", "r-huff-which")
	case len(marks) == 1 && x.from >= 0:
		x.no("huffs-other", "must-huff", "r-huff-moved", "r-huff-which")
	default:
		x.no("huffs-other", "must-huff", "r-huff-which")
	}
}

// mayMoveColour reports whether the player may move pieces of the colour, and
// says why not.
func (x *doubt) mayMoveColour() bool {
	n := neutral(x.p)
	switch {
	case x.wish.colour == "":
		return true
	case x.colour == x.mover:
		x.no("own-prefix", "roll-and-move")
	case !x.p.has(x.colour):
		x.no("absent", "r-absent-colours")
	case x.colour == n:
		return true
	case owner(x.p, x.colour) == owner(x.p, x.mover):
		x.no("other-colour", "two-separate", "r-double-turns")
	default:
		x.no("foreign", "roll-and-move")
	}
	return false
}

// see fills in the board as the piece to move sees it. It reports false and
// gives a reason if its colour cannot move at all.
func (x *doubt) see() bool {
	x.look(&x.sight, x.p, x.colour, x.safe(x.p, x.mover, x.colour))
	if x.isHome(x.p, x.colour) {
		x.no("home", "r-home-final")
		return false
	}
	return true
}

// whyEnter says why no piece can enter, or why the entry is not legal.
func (x *doubt) whyEnter() {
	if !x.see() {
		return
	}
	s := &x.sight
	x.arg("to", x.place(x.colour, 0))
	switch {
	case s.own&waitsBit == 0:
		x.no("nobody-waits", "waiting")
	case x.d != 6:
		x.no("six-only", "enter-on-six")
	case s.own&squareA != 0 && s.pairs&squareA != 0:
		x.no("third", "r-barrier-two-max")
	case s.own&squareA != 0 && x.barrier && x.pairOnA == pairStuck:
		if c := x.raw(s, x.d); c.enter {
			x.whyBarred()
			return
		}
		x.no("a-own", "a-own-first", "r-barrier-a")
	case s.own&squareA != 0 && x.barrier && x.pairOnA == pairMay:
		x.whyBarred()
	case s.own&squareA != 0 && x.barrier:
		x.no("a-own", "a-own-first", "r-barrier-a")
	case s.own&squareA != 0:
		x.no("a-own", "a-own-first", "r-a-own-six")
	case s.shut&squareA != 0:
		x.whyShut(0, "r-barrier-entry", "r-kin-on-a")
	default:
		x.whyBarred()
	}
}

// whyMove says why a piece cannot move as wished.
func (x *doubt) whyMove() {
	x.from, _ = x.parsePlace(x.colour, x.wish.from)
	x.to, _ = x.parsePlace(x.colour, x.wish.to)
	x.arg("from", x.wish.from)
	x.arg("to", x.wish.to)
	x.look(&x.sight, x.p, x.colour, x.safe(x.p, x.mover, x.colour))
	if x.sight.own>>uint(x.from)&1 == 0 {
		x.whyNobody()
		return
	}
	if !x.see() {
		return
	}
	if x.wish.back {
		x.whyBack()
		return
	}
	x.whyForward()
}

// whyNobody says whose piece, if any, is where the wish begins.
func (x *doubt) whyNobody() {
	for further, foes := range x.sight.foes {
		if x.from >= x.home || foes>>uint(x.from)&1 == 0 {
			continue
		}
		v := (x.colour + parlour.Seat(further)) & 3
		x.arg("owner", x.base.colour(v))
		named := x.letters[v:v+1] + ":" + x.text
		switch {
		case v == neutral(x.p):
			if _, err := x.ParseMove(x.p, named); err != nil {
				x.colour = v // with its colour it would be refused too: say why
				x.arg("colour", x.base.colour(v))
				x.whyMove()
				return
			}
			x.arg("instead", named)
			x.no("colour-missing", "neutral-choice")
		case owner(x.p, v) == owner(x.p, x.mover):
			x.no("not-this-turn", "two-separate", "r-double-turns")
		default:
			x.no("not-yours", "roll-and-move")
		}
		return
	}
	x.no("no-piece", "choose-piece")
}

// whyForward says why the piece cannot move forward as wished.
func (x *doubt) whyForward() {
	x.arg("reach", x.reach(x.from+int16(x.d)))
	switch {
	case x.from+int16(x.d) >= x.home+x.lane:
		x.no("overshoot", "finish-count", "r-no-overshoot")
	case x.to != x.from+int16(x.d):
		if c := x.raw(&x.sight, x.d); !x.barredAnyway(x.from+int16(x.d), c.forward) {
			x.no("full-count", "roll-and-move", "finish-count")
		}
	case x.sight.stops&between(uint(x.from), x.d) != 0:
		x.whyStopped(x.sight.stops&between(uint(x.from), x.d), "barrier-block")
	case x.sight.shut>>uint(x.to)&1 != 0:
		x.whyShut(x.to, "barrier-block", "r-kin")
	default:
		x.whyBarred()
	}
}

// whyBack says why the piece cannot move backwards as wished.
func (x *doubt) whyBack() {
	target := x.from - int16(x.d)
	x.arg("reach", x.reach(target))
	switch {
	case !x.back:
		x.no("no-back", "roll-and-move", "back-capture")
	case x.from >= x.home && !x.homeBack:
		x.no("back-finish", "r-back-finish")
	case target < 1:
		x.arg("a", x.place(x.colour, 0))
		x.no("back-limit", "back-limit")
	case x.to != target:
		if c := x.raw(&x.sight, x.d); !x.barredAnyway(target, c.back) {
			x.no("full-count-back", "back-capture")
		}
	case target >= x.home:
		x.no("back-quiet", "back-capture", "r-back-quiet")
	case x.sight.stops&between(uint(target), x.d) != 0:
		x.whyStopped(x.sight.stops&between(uint(target), x.d), "r-barrier-back")
	case x.sight.own>>uint(x.to)&1 != 0:
		x.no("back-quiet", "back-capture", "r-back-quiet", "own-not-captured")
	case x.sight.shut>>uint(x.to)&1 != 0:
		x.whyShut(x.to, "r-barrier-back", "r-kin")
	case x.sight.takes>>uint(x.to)&1 == 0:
		x.no("back-quiet", "back-capture", "r-back-quiet")
	default:
		x.whyBarred()
	}
}

// barredAnyway says which duty, if any, would forbid the move even with the
// right count, which leads to target. Can holds the squares whose pieces could
// move that far.
func (x *doubt) barredAnyway(target int16, can uint64) bool {
	if slices.ContainsFunc(x.legal, func(m parlour.Move) bool {
		return !menschPasses(m) && menschColour(m) == x.colour && menschFrom(m) == x.from && menschTo(m) == target
	}) {
		return false
	}
	var c choosing
	x.choose(x.p, &c)
	bound := c.bound && (x.colour == x.mover || !x.neutralFirst)
	if !bound && can>>uint(x.from)&1 == 0 {
		return false
	}
	x.to = target
	x.whyBarred()
	return true
}

// reach names the place the throw leads to.
func (x *doubt) reach(q int16) string {
	if q < 0 || q >= x.home+x.lane {
		return "no square"
	}
	return x.place(x.colour, q)
}

// whyStopped says what is in the way.
func (x *doubt) whyStopped(in uint64, clause string) {
	q := int16(0)
	for in>>uint(q)&1 == 0 {
		q++
	}
	x.arg("space", x.place(x.colour, q))
	switch v := x.holder(q); {
	case q >= x.home:
		x.no("noskip", "noskip", "r-noskip-scope")
	case v == x.colour:
		x.arg("owner", x.base.colour(v))
		x.no("pair-between", clause, "barrier-own")
	default:
		x.arg("owner", x.base.colour(v))
		x.no("pair-between", clause)
	}
}

// holder returns the colour of the piece at progress q of the moved colour.
func (x *doubt) holder(q int16) parlour.Seat {
	if x.sight.own>>uint(q)&1 != 0 {
		return x.colour
	}
	return victim(&x.sight.foes, x.colour, 1<<uint(q))
}

// whyShut says why the piece may not land on progress q. Pair and kin are the
// clauses for a pair of another colour there and for the player's other colour.
func (x *doubt) whyShut(q int16, pair, kin string) {
	v := x.holder(q)
	x.arg("owner", x.base.colour(v))
	switch {
	case v == x.colour && q >= x.home && x.barrier:
		x.no("own-piece", "one-per-square", "r-barrier-finish")
	case v == x.colour && x.barrier:
		x.no("third", "r-barrier-two-max")
	case v == x.colour:
		x.no("own-piece", "own-not-captured", "one-per-square")
	case x.sight.pairs>>uint(q)&1 != 0:
		x.no("pair-there", pair)
	case x.colour != x.mover:
		x.no("neutral-hits-own", "r-neutral-hits-own")
	default:
		x.no("kin", kin)
	}
}

// whyBarred says why the player may not make a move that the piece can make:
// another must be made, or its marks are wrong.
func (x *doubt) whyBarred() {
	same := func(m parlour.Move) bool {
		return !menschPasses(m) && menschColour(m) == x.colour && menschFrom(m) == x.from && menschTo(m) == x.to
	}
	if slices.ContainsFunc(x.legal, same) {
		x.whyMarks(same)
		return
	}
	var c choosing
	x.choose(x.p, &c)
	captures := x.sight.takes>>uint(x.to)&1 != 0
	switch {
	case x.colour == x.mover && c.bound:
		x.whyDuty(x.mover, "")
	case x.colour != x.mover && c.bound && !x.neutralFirst:
		x.whyDuty(x.mover, "r-neutral-own-duty-first")
	case x.colour != x.mover && !captures && !x.free(x.p, x.mover) && x.neutralPhase == phaseTable:
		x.no("neutral-table", "neutral-capture-first", "r-neutral-phase")
	case x.colour != x.mover && !captures && !x.free(x.p, x.mover):
		x.no("neutral-quiet", "neutral-capture-first", "r-neutral-phase")
	case x.must && x.strict && !captures:
		x.no("must-capture", "must-capture", "r-huff-auto")
	default:
		x.whyDuty(x.colour, "r-neutral-duties")
	}
}

// whyDuty names the duty of colour c that forbids the move, and what may be
// played besides. Clause is the ruling that makes the duty count here, or "".
func (x *doubt) whyDuty(c parlour.Seat, clause string) {
	var s sight
	x.look(&s, x.p, c, x.safe(x.p, x.mover, c))
	left, _ := x.duty(&s, x.d, x.raw(&s, x.d))
	x.arg("bound", x.base.colour(c))
	x.arg("a", x.place(c, 0))
	var clauses []string
	if clause != "" {
		clauses = append(clauses, clause)
	}
	code, from := "must-enter", int16(waiting)
	switch {
	case left.forward&squareA != 0:
		code, from = "leave-a", 0
		clauses = append(clauses, "vacate-a")
		if x.d == 6 {
			clauses = append(clauses, "a-own-first")
		} else {
			clauses = append(clauses, "r-vacate-any")
		}
	case left.forward != 0:
		code, from = "chain", int16(bits.TrailingZeros64(left.forward))
		clauses = append(clauses, "vacate-a", "r-vacate-blocked")
		x.arg("space", x.place(c, from))
	default:
		clauses = append(clauses, "six-must-enter")
	}
	does := func(m parlour.Move) bool {
		return !menschPasses(m) && menschColour(m) == c && menschFrom(m) == from && menschTo(m) > from
	}
	others := slices.DeleteFunc(slices.Clone(x.legal), does)
	switch {
	case len(others) == 0:
	case c == x.mover:
		code += "-or"
		clauses = append(clauses, x.instead(others)...)
	default: // the player may leave the neutral pieces alone
		code, others = "neutral-duty", slices.DeleteFunc(slices.Clone(x.legal), func(m parlour.Move) bool {
			return menschPasses(m) || menschColour(m) != c
		})
		if len(others) == 0 {
			code = "neutral-duty-none"
		}
	}
	x.arg("others", strings.Join(x.texts(x.p, others, nil), " or "))
	x.no(code, clauses...)
}

// instead returns the rulings that allow other moves beside a duty.
func (x *doubt) instead(others []parlour.Move) (clauses []string) {
	add := func(clause string) {
		if !slices.Contains(clauses, clause) {
			clauses = append(clauses, clause)
		}
	}
	for _, m := range others {
		switch {
		case menschColour(m) != x.mover:
			add("r-neutral-own-duty-first")
		case menschCaptured(m) != parlour.Nobody && x.must && x.captureFirst:
			add("r-must-priority")
		case menschFrom(m) == waiting:
			add("r-barrier-a")
		}
	}
	return clauses
}
