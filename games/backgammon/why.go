package backgammon

import (
	"math/bits"
	"strconv"

	"parlour"
)

// refuse makes a refusal.
func refuse(code string, args parlour.Args, clauses ...string) *parlour.Refusal {
	return &parlour.Refusal{Code: code, Args: args, Clauses: clauses}
}

func name(s parlour.Seat) string { return info.Seats[s].Name }

func place(p int) string { return string(appendPlace(nil, int8(p))) }

// dice writes the numbers of the throw for people.
func dice(p *Position) string {
	return strconv.Itoa(int(p.Dice[0])) + strconv.Itoa(int(p.Dice[1]))
}

// whyNotWord says why a choice other than a play is not available.
func (r *Rules) whyNotWord(p *Position, m parlour.Move) *parlour.Refusal {
	why := r.wordRefusal(p, m)
	why.Instead = r.texts(p, nil)
	return why
}

func (r *Rules) wordRefusal(p *Position, m parlour.Move) *parlour.Refusal {
	side := parlour.Args{"side": name(p.Turn), "other": name(1 - p.Turn)}
	answering := p.State == Doubled || p.State == Beavered || p.State == Raccooned
	if p.Resign != 0 && m != accept && m != decline {
		side["n"] = strconv.Itoa(int(p.Resign))
		return refuse("backgammon.answer-resignation", side, "backgammon/resign-answer")
	}
	switch m {
	case pass:
		if p.State == Moving {
			side["dice"] = dice(p)
			return refuse("backgammon.can-play", side, "backgammon/pass", "backgammon/both-dice")
		}
		return refuse("backgammon.nothing-to-pass", side, "backgammon/pass")
	case double:
		return r.whyNoDouble(p, side)
	case take, drop:
		return refuse("backgammon.nothing-offered", side, "backgammon/cube-take", "backgammon/cube-drop")
	case beaver:
		switch {
		case p.State != Doubled:
			return refuse("backgammon.nothing-to-beaver", side, "backgammon/beaver")
		case r.beavers == 0:
			return refuse("backgammon.no-beavers", side, "backgammon/beaver")
		}
		return r.cubeLimit("backgammon/beaver")
	case raccoon:
		switch {
		case p.State != Beavered:
			return refuse("backgammon.nothing-to-raccoon", side, "backgammon/raccoon")
		case r.beavers < 2:
			return refuse("backgammon.no-raccoons", side, "backgammon/raccoon")
		}
		return r.cubeLimit("backgammon/raccoon")
	case roll:
		if answering {
			return refuse("backgammon.answer-double", side, "backgammon/cube-take", "backgammon/cube-drop")
		}
		return refuse("backgammon.thrown", side, "backgammon/dice-two")
	case keep, rethrow:
		return refuse("backgammon.no-pick", side, "backgammon/r-opening")
	case accept, decline:
		if answering {
			return refuse("backgammon.answer-double", side, "backgammon/cube-take", "backgammon/cube-drop")
		}
		return refuse("backgammon.no-resignation", side, "backgammon/resign-answer")
	}
	return r.whyNoResign(p, m, side)
}

func (r *Rules) cubeLimit(clause string) *parlour.Refusal {
	return refuse("backgammon.cube-limit", parlour.Args{"limit": strconv.Itoa(1 << r.limit)}, clause, "backgammon/r-cube-max")
}

func (r *Rules) whyNoDouble(p *Position, side parlour.Args) *parlour.Refusal {
	switch {
	case p.State == Doubled || p.State == Beavered || p.State == Raccooned:
		return refuse("backgammon.answer-double", side, "backgammon/cube-take", "backgammon/cube-drop")
	case r.limit == 0:
		return refuse("backgammon.no-doubling", side, "backgammon/r-doubling")
	case p.Crawford:
		return refuse("backgammon.crawford", side, "backgammon/crawford-game")
	case p.State == Open:
		return refuse("backgammon.double-opening", side, "backgammon/cube-offer")
	case p.State == Moving || p.State == Pick:
		return refuse("backgammon.double-late", side, "backgammon/cube-offer")
	case p.Owner == 1-p.Turn:
		return refuse("backgammon.not-owner", side, "backgammon/cube-offer", "backgammon/cube-take")
	case p.Cube >= r.limit:
		return r.cubeLimit("backgammon/cube-offer")
	}
	if p.State == Throw && !r.dead(p) {
		return refuse("backgammon.double-passed", side, "backgammon/cube-offer")
	}
	side["stake"], side["match"] = strconv.Itoa(p.Stake()), strconv.Itoa(int(r.match))
	return refuse("backgammon.dead-cube", side, "backgammon/r-dead-cube")
}

func (r *Rules) whyNoResign(p *Position, m parlour.Move, side parlour.Args) *parlour.Refusal {
	n := uint8((m-resign1)>>wordBits) + 1
	side["n"], side["refused"] = strconv.Itoa(int(n)), strconv.Itoa(int(p.Refused))
	switch {
	case !r.resign:
		return refuse("backgammon.no-resigning", side, "backgammon/r-resign")
	case p.State == Throw:
		return refuse("backgammon.resign-passed", side, "backgammon/resign-offer")
	case p.State != Roll && p.State != Moving:
		return refuse("backgammon.resign-when", side, "backgammon/resign-offer")
	case n <= p.Refused:
		return refuse("backgammon.resign-higher", side, "backgammon/r-resign-higher")
	case r.jacoby && p.Owner == parlour.Nobody:
		return refuse("backgammon.resign-jacoby", side, "backgammon/resign-offer", "backgammon/jacoby")
	}
	return refuse("backgammon.resign-triple", side, "backgammon/resign-offer", "backgammon/r-triple")
}

// whyNoPlay says why no men may move now.
func (r *Rules) whyNoPlay(p *Position) *parlour.Refusal {
	side := parlour.Args{"side": name(p.Turn), "other": name(1 - p.Turn)}
	var why *parlour.Refusal
	switch {
	case p.Resign != 0:
		side["n"] = strconv.Itoa(int(p.Resign))
		why = refuse("backgammon.answer-resignation", side, "backgammon/resign-answer")
	case p.State == Pick:
		why = refuse("backgammon.pick-first", side, "backgammon/r-opening")
	case p.State == Roll:
		why = refuse("backgammon.not-thrown-yet", side, "backgammon/dice-two")
	default:
		why = refuse("backgammon.answer-double", side, "backgammon/cube-take", "backgammon/cube-drop")
	}
	why.Instead = r.texts(p, nil)
	return why
}

// Early says why a choice or a play cannot be made while dice are due.
func (r *Rules) Early(p *Position, text string) *parlour.Refusal {
	text = cleaned(text)
	m, ok := readAs[text]
	switch _, play := readPlay(text); {
	case ok && m != roll:
		return r.wordRefusal(p, m)
	case play:
		return refuse("backgammon.not-thrown-yet", parlour.Args{"side": name(p.Turn), "other": name(1 - p.Turn)}, "backgammon/dice-two")
	}
	return nil
}

var _ parlour.Early[Position] = (*Rules)(nil)

// whyNotPlay says why a readable play is not legal.
func (r *Rules) whyNotPlay(p *Position, w *written) *parlour.Refusal {
	why := r.playRefusal(p, w)
	if why.Instead == nil {
		why.Instead = r.sameMen(p, w)
	}
	return why
}

// sameMen returns the plays that move a man the text moves, or all plays.
func (r *Rules) sameMen(p *Position, w *written) []string {
	var some []parlour.Move
	for _, m := range r.AppendMoves(p, nil) {
		if m>>wordBits != 0 {
			continue
		}
		net := netChange(m)
		for _, l := range w.legs {
			if w.net[l.from] < 0 && net[l.from] < 0 {
				some = append(some, m)
				break
			}
		}
	}
	return r.texts(p, some)
}

func (r *Rules) playRefusal(p *Position, w *written) *parlour.Refusal {
	f := view(p)
	args := parlour.Args{"side": name(p.Turn), "other": name(1 - p.Turn), "dice": dice(p)}
	for _, l := range w.legs {
		if l.from <= l.to {
			args["from"], args["to"] = place(l.from), place(l.to)
			return refuse("backgammon.upwards", args, "backgammon/direction")
		}
	}
	for q := bar; q >= 1; q-- {
		need, has := -int(w.net[q]), f.men.At(q)
		if need <= has {
			continue
		}
		args["from"], args["need"], args["n"] = place(q), strconv.Itoa(need), strconv.Itoa(has)
		if has == 0 {
			return refuse("backgammon.no-man", args, "backgammon/play-text")
		}
		return refuse("backgammon.few-men", args, "backgammon/play-text")
	}
	if why := barFirst(p, &f, w, args); why != nil {
		return why
	}
	if why := legTooFar(p, w, args); why != nil {
		return why
	}
	t := trial{r: r, f: &f, w: w, dice: diceList(p)}
	for q := range w.net {
		if w.net[q] < 0 {
			t.allowed |= 1 << q
		}
	}
	t.try(f.men, t.allowed, nil)
	if !t.found {
		return whyNotThrown(p, w, args)
	}
	if s := t.fault; s.code != "" {
		args["from"], args["to"], args["die"] = place(s.from), place(max(s.from-s.die, off)), strconv.Itoa(s.die)
		args["other-man"] = place(s.man)
		return refuse(s.code, args, s.clauses...)
	}
	return r.tooFew(p, w, args, t.steps)
}

// barFirst refuses a play that moves another man before all men on the bar have
// entered. This does not depend on the dice, so it is reported first.
func barFirst(p *Position, f *field, w *written, args parlour.Args) *parlour.Refusal {
	if -int(w.net[bar]) >= f.men.At(bar) {
		return nil
	}
	for q := bar - 1; q >= 1; q-- {
		if w.net[q] < 0 {
			args["from"] = place(q)
			clauses := []string{"backgammon/bar-first"}
			if (f.from(int(p.Dice[0]))|f.from(int(p.Dice[1])))>>bar&1 == 0 {
				clauses = append(clauses, "backgammon/dance")
			}
			return refuse("backgammon.bar-first", args, clauses...)
		}
	}
	return nil
}

// legTooFar refuses a play with a leg that no part of the throw can make.
func legTooFar(p *Position, w *written, args parlour.Args) *parlour.Refusal {
	for _, l := range w.legs {
		if canMake(p, l.from-l.to, l.to == off) {
			continue
		}
		args["from"], args["to"] = place(l.from), place(l.to)
		if l.to == off {
			return refuse("backgammon.not-thrown-off", args, diceClause(p))
		}
		return refuse("backgammon.not-thrown", args, diceClause(p))
	}
	return nil
}

// diceClause is the clause that says how often the numbers of a throw are played.
func diceClause(p *Position) string {
	if p.Dice[0] == p.Dice[1] {
		return "backgammon/doubles-four"
	}
	return "backgammon/dice-two"
}

// whyNotThrown says why the throw is not enough for all legs, each of which it
// can make.
func whyNotThrown(p *Position, w *written, args parlour.Args) *parlour.Refusal {
	clause := diceClause(p)
	var times [7]int
	need, die := 0, int(p.Dice[0])
	for _, l := range w.legs {
		d := l.from - l.to
		need += (d + die - 1) / die
		if d < len(times) && l.to != off {
			times[d]++
		}
	}
	if p.Dice[0] == p.Dice[1] && need > maxSteps {
		args["n"], args["die"] = strconv.Itoa(need), strconv.Itoa(die)
		return refuse("backgammon.four-times", args, clause)
	}
	if p.Dice[0] != p.Dice[1] {
		for _, die := range p.Dice {
			if times[die] > 1 {
				args["die"], args["times"] = strconv.Itoa(int(die)), strconv.Itoa(times[die])
				return refuse("backgammon.die-once", args, clause)
			}
		}
	}
	return refuse("backgammon.not-thrown-together", args, clause)
}

// canMake reports whether some of the dice add up to d pips. Men may be borne
// off with more than they need.
func canMake(p *Position, d int, bearOff bool) bool {
	a, b := int(p.Dice[0]), int(p.Dice[1])
	if a == b {
		return d%a == 0 && d <= maxSteps*a || bearOff && d <= maxSteps*a
	}
	return d == a || d == b || d == a+b || bearOff && d <= a+b
}

// tooFew says why a play that breaks no other rule is still not legal.
func (r *Rules) tooFew(p *Position, w *written, args parlour.Args, steps int) *parlour.Refusal {
	plays := r.appendPlays(p, nil)
	most := stepCount(plays[0])
	switch {
	case steps < most:
		args["n"], args["most"], args["die"] = strconv.Itoa(steps), strconv.Itoa(most), strconv.Itoa(int(p.Dice[0]))
		why := refuse("backgammon.both-dice", args, "backgammon/both-dice")
		if p.Dice[0] == p.Dice[1] {
			why = refuse("backgammon.doubles", args, "backgammon/doubles-four", "backgammon/both-dice")
		}
		why.Instead = r.sameMen(p, w)
		args["example"] = why.Instead[0]
		return why
	case steps == 1 && p.Dice[0] != p.Dice[1] && netChange(plays[0]) != w.net && int(plays[0]&dieMask) == int(p.Dice[0]):
		args["die"] = strconv.Itoa(int(p.Dice[0]))
		return refuse("backgammon.larger-die", args, "backgammon/larger-die", "backgammon/r-one-die")
	}
	f := view(p)
	args["point"] = place(bits.Len32(w.named&f.blots) - 1)
	return refuse("backgammon.not-over", args, "backgammon/play-text", "backgammon/hit-and-run")
}

func stepCount(m parlour.Move) int {
	n := 0
	for s := uint32(m); s != 0; s >>= stepBits {
		n++
	}
	return n
}

func diceList(p *Position) []int {
	a, b := int(p.Dice[0]), int(p.Dice[1])
	if a == b {
		return []int{a, a, a, a}
	}
	return []int{a, b}
}

// A fault is the first step of a sequence that is against the rules.
type fault struct {
	code    string
	from    int
	die     int
	man     int // another man that is in the way
	clauses []string
}

// A trial looks for a way to make a written play with the dice thrown, ignoring
// all other rules. It keeps the way that breaks a rule as late as possible.
type trial struct {
	r       *Rules
	f       *field
	w       *written
	dice    []int
	allowed uint32
	found   bool
	steps   int   // how many steps the best way has
	at      int   // the step at which it breaks a rule
	fault   fault // how it breaks it; no code if it does not

	asWritten bool // it has as many steps as the text
}

type tried struct{ from, die int }

func (t *trial) try(men Men, from uint32, way []tried) {
	if len(way) > 0 && t.matches(way) {
		t.judge(way)
		return
	}
	seen := 0
	for i, die := range t.dice {
		if seen>>die&1 != 0 {
			continue
		}
		seen |= 1 << die
		rest := append(append([]int(nil), t.dice[:i]...), t.dice[i+1:]...)
		all := t.dice
		t.dice = rest
		for set := men.Any() & from; set != 0; set &= set - 1 {
			s := set & -set
			t.try(after(men, s, die), from|s>>die&^1, append(way[:len(way):len(way)], tried{bits.TrailingZeros32(s), die}))
		}
		t.dice = all
	}
}

func (t *trial) matches(way []tried) bool {
	var net [bar + 1]int8
	for _, s := range way {
		net[s.from]--
		net[max(s.from-s.die, off)]++
	}
	return net == t.w.net
}

// judge finds the first step of a way that is against the rules.
func (t *trial) judge(way []tried) {
	men, start := t.f.men, t.f.men.Any()
	var bad fault
	at := len(way)
	for i, s := range way {
		if bad = t.stepFault(men, start, way[:i], s); bad.code != "" {
			at = i
			break
		}
		men = after(men, 1<<s.from, s.die)
	}
	// Ways with as many steps as the text come first, then ways that break no
	// rule, then those that break one late.
	asWritten := len(way) == len(t.w.legs)
	better := at > t.at
	switch {
	case asWritten != t.asWritten:
		better = asWritten
	case (bad.code == "") != (t.fault.code == ""):
		better = bad.code == ""
	}
	if !t.found || better {
		t.found, t.asWritten, t.steps, t.at, t.fault = true, asWritten, len(way), at, bad
	}
}

// stepFault says why one step is not legal.
func (t *trial) stepFault(men Men, start uint32, before []tried, s tried) fault {
	any := men.Any()
	bad := fault{from: s.from, die: s.die}
	switch to := s.from - s.die; {
	case any>>bar != 0 && s.from != bar: // in this order of the steps
		bad.code, bad.clauses = "backgammon.bar-first", []string{"backgammon/bar-first"}
	case to >= 1:
		if t.f.open>>to&1 == 0 {
			bad.code, bad.clauses = "backgammon.held", []string{"backgammon/point-closed"}
			if s.from == bar {
				bad.clauses = append(bad.clauses, "backgammon/dance")
			}
		}
	case any&^inHome != 0:
		bad.code, bad.clauses = "backgammon.outside", []string{"backgammon/bear-off-all-home"}
		bad.man = bits.Len32(any) - 1
	case to < 0 && any>>(s.from+1) != 0:
		bad.code, bad.clauses = "backgammon.not-highest", []string{"backgammon/bear-off-larger"}
		bad.man = bits.Len32(any) - 1
	case to < 0 && t.r.strict && len(before) == 1 && before[0].die < s.die && start>>s.die != 0:
		bad.code, bad.clauses = "backgammon.strict", []string{"backgammon/r-bearoff"}
		bad.man = bits.Len32(start) - 1
	}
	return bad
}
