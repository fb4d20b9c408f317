package race

import (
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// A spelling is the text of a move in its parts.
type spelling struct {
	from  int16 // waiting if the text is enter
	stops []int16
	marks []string // by stop: the colours the text says are sent back, "" if it names none
}

// unreadable refuses a text that cannot be a move of the game at all.
func (r *ludo) unreadable(text string) *parlour.Refusal {
	return &parlour.Refusal{Code: "unreadable", Args: parlour.Args{"text": text, "expected": r.info.Form}}
}

// spelled splits a text other than pass into its parts.
func (r *ludo) spelled(s parlour.Seat, text string) (sp spelling, refusal *parlour.Refusal) {
	sp.from = waiting
	place := func(text string) int16 {
		q, fault := r.parsePlace(s, text)
		switch {
		case fault == "" && q != waiting:
		case refusal != nil:
		case r.offCourse(text):
			refusal = &parlour.Refusal{Code: "race.off-course", Args: parlour.Args{"place": text, "colour": r.colour(s)}}
		default:
			refusal = r.unreadable(text)
		}
		return q
	}
	for i, stop := range strings.Split(text, "^") {
		stop, marks, marked := strings.Cut(stop, "x")
		if marked && (marks == "" || strings.Trim(marks, r.letters) != "") {
			return sp, r.unreadable(text)
		}
		switch {
		case i > 0:
			sp.stops = append(sp.stops, place(stop))
		case stop == "enter":
			sp.stops = append(sp.stops, r.enterAt)
		default:
			from, to, arrow := strings.Cut(stop, ">")
			if !arrow {
				return sp, r.unreadable(text)
			}
			sp.from = place(from)
			sp.stops = append(sp.stops, place(to))
		}
		sp.marks = append(sp.marks, marks)
	}
	if refusal != nil && refusal.Code == "unreadable" {
		refusal.Args["text"] = text
	}
	return sp, refusal
}

// offCourse reports whether text is a space of the track. It is called for
// places that are not on the course of the player to move.
func (r *ludo) offCourse(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= 0 && n < int(r.track) && strconv.Itoa(n) == text
}

// why refuses a text that is not a legal move. It gives the reason, the clauses
// behind it and what would be legal instead.
func (r *ludo) why(p *Position, list []parlour.Move, text string) *parlour.Refusal {
	s := p.turn
	from := int16(waiting - 1)
	refuse := func(ref *parlour.Refusal) *parlour.Refusal {
		r.nameMen(ref.Args)
		if ref.Clauses == nil {
			ref.Clauses = r.because[ref.Code]
		}
		ref.Instead = r.instead(p, list, from)
		return r.pointOutWhy(p, s, ref)
	}
	args := parlour.Args{"text": text, "colour": r.colour(s), "count": strconv.Itoa(int(p.throw))}
	no := func(code string, more ...string) *parlour.Refusal {
		for i := 0; i < len(more); i += 2 {
			args[more[i]] = more[i+1]
		}
		return refuse(&parlour.Refusal{Code: code, Args: args})
	}
	if r.limited(p) && text != "pass" {
		if _, ref := r.spelled(s, text); ref != nil {
			return refuse(ref)
		}
		return no("race.six-limit")
	}
	if text == "pass" {
		if r.mustEnter && ludoFrom(list[0]) == waiting {
			return no("race.must-enter")
		}
		return no("race.must-move")
	}
	sp, ref := r.spelled(s, text)
	if ref != nil {
		return refuse(ref)
	}
	from = sp.from
	v := r.look(p)
	d := int16(p.throw)
	to := sp.stops[0]
	if code := r.whyNotFirst(p, &v, sp.from, to, d, args); code != "" {
		return no(code)
	}
	for i, q := range sp.stops {
		if i > 0 {
			if code := r.whyNoJump(p, &v, &sp, i, args); code != "" {
				return no(code)
			}
		}
		if sp.marks[i] != "" && "x"+sp.marks[i] != r.marks(p, q) {
			args["place"] = r.place(s, q)
			if victim, _ := r.victims(p, q); victim != parlour.Nobody {
				return no("race.wrong-capture", "owner", r.colour(victim), "men", strconv.Itoa(r.standing(p, q)))
			}
			return no("race.no-capture")
		}
	}
	return no("not-legal")
}

// instead lists legal moves: those of the man the text meant, or all of them.
func (r *ludo) instead(p *Position, list []parlour.Move, from int16) (texts []string) {
	meant := func(m parlour.Move) bool { return m != ludoPass && ludoFrom(m) == from }
	any := !slices.ContainsFunc(list, meant)
	for _, m := range list {
		if any || meant(m) {
			texts = append(texts, string(r.AppendMove(nil, p, m)))
		}
	}
	return texts
}

// whyNotFirst returns the code of the reason why the part before any jump, from
// from to to, is not allowed, or "".
func (r *ludo) whyNotFirst(p *Position, v *prospect, from, to, d int16, args parlour.Args) string {
	s := p.turn
	men := &p.men[s]
	args["from"], args["to"] = r.place(s, from), r.place(s, to)
	if from == waiting {
		switch {
		case men[0] != waiting:
			return "race.none-waits"
		case d != 6:
			return "race.six-enters"
		}
		code := r.hindrance(p, v, 0, to, args)
		if code == r.blocked() {
			return "race.entry-block"
		}
		return code
	}
	if !slices.Contains(men[:], from) {
		return "race.no-man"
	}
	mayEnter := d == 6 && men[0] == waiting && v.clear(0, r.enterAt)
	args["right"] = r.place(s, min(from+d, r.home))
	args["need"] = strconv.Itoa(int(r.home - from))
	switch {
	case from == r.home:
		return "race.stays-home"
	case mayEnter && r.mustEnter && r.decline:
		return "race.enter-or-pass"
	case mayEnter && r.mustEnter:
		return "race.must-enter"
	case from+d > r.home:
		return "race.exact"
	case to != from+d:
		return "race.count"
	}
	return r.hindrance(p, v, from+1, to, args)
}

// hindrance returns the code of what stops a man from passing the spaces first
// to to-1 and stopping on to, or "".
func (r *ludo) hindrance(p *Position, v *prospect, first, to int16, args parlour.Args) string {
	for q := first; q < to; q++ {
		if !v.wall.has(q) {
			continue
		}
		args["space"] = r.place(p.turn, q)
		if victim, _ := r.victims(p, q); victim != parlour.Nobody {
			args["owner"] = r.colour(victim)
			return r.blocked()
		}
		return "race.own-block"
	}
	return r.noStop(p, v, to, args)
}

// blocked is the code for a block in the way: a jump may pass it, if there are
// jumps.
func (r *ludo) blocked() string {
	if r.jump.on {
		return "race.block-jump"
	}
	return "race.block"
}

// noStop returns the code of what stops a man from ending on q, or "".
func (r *ludo) noStop(p *Position, v *prospect, q int16, args parlour.Args) string {
	if !v.shut.has(q) {
		return ""
	}
	args["space"] = r.place(p.turn, q)
	if slices.Contains(p.men[p.turn][:], q) && r.ownForbid {
		return "race.own-man"
	}
	if victim, _ := r.victims(p, q); victim != parlour.Nobody && r.standing(p, q) > 1 {
		args["owner"] = r.colour(victim)
		switch {
		case r.block:
			return r.blocked()
		case r.safePair:
			return "race.safe-pair"
		}
	}
	for k := 1; k < 4; k++ {
		if r.end(k).has(q) {
			args["owner"] = r.colour((p.turn + parlour.Seat(k)) & 3)
		}
	}
	return "race.end-square"
}

// whyNoJump returns the code of the reason why the jump to stop i is not
// allowed, or "".
func (r *ludo) whyNoJump(p *Position, v *prospect, sp *spelling, i int, args parlour.Args) string {
	q, to := sp.stops[i-1], sp.stops[i]
	args["place"], args["to"] = r.place(p.turn, q), r.place(p.turn, to)
	switch {
	case !r.jump.on:
		return "race.jump-off"
	case sp.from == waiting && !r.jump.entry:
		return "race.jump-entry"
	case i > 1 && !r.jump.chain:
		return "race.jump-chain"
	case q > r.last:
		return "race.jump-lane"
	}
	k := r.inFront(p, v, q)
	ends := r.jumpEnds(p, v, q)
	args["row"], args["right"] = strconv.Itoa(int(k)), r.place(p.turn, min(ends[0], r.home))
	if ends[1] != 0 && r.mayEnd(v, ends[1]) {
		args["right"] += " or " + r.place(p.turn, ends[1])
	}
	args["length"] = strconv.Itoa(int(ends[0] - q))
	switch {
	case k < 2 && r.opposed(p, q+k+1):
		return "race.jump-colours"
	case k < 2 && q+k == r.last && r.beyondBranch(p):
		args["bend"] = r.place(p.turn, r.last)
		return "race.jump-bend"
	case k == 0:
		return "race.jump-none"
	case k == 1:
		return "race.jump-one"
	case ends[0] > r.home:
		return "race.jump-overshoot"
	case to == 0 || to != ends[0] && to != ends[1]: // a jump never ends on 0
		return "race.jump-length"
	case to == r.home && !r.jump.home:
		return "race.jump-home"
	}
	return r.noStop(p, v, to, args)
}

// opposed reports whether an opponent is at progress q of the player to move.
func (r *ludo) opposed(p *Position, q int16) bool {
	s, _ := r.victims(p, q)
	return s != parlour.Nobody
}

// beyondBranch reports whether an opponent is on the space of the track that
// follows the one where the player to move turns into the lane.
func (r *ludo) beyondBranch(p *Position) bool {
	beyond := (r.space(p.turn, r.last) + 1) % r.track
	for s := range parlour.Seat(4) {
		at := r.progress(s, beyond)
		if s != p.turn && p.has(s) && at <= r.last && slices.Contains(p.men[s][:], at) {
			return true
		}
	}
	return false
}

// kleefeldBecause and britishBecause give the clauses behind each refusal.
var (
	kleefeldBecause = map[string][]string{
		"race.foreign-man":    {"kleefeld/turn-order"},
		"race.foreign-place":  {"kleefeld/circles-own-only"},
		"race.no-way-back":    {"kleefeld/kicked-restarts"},
		"race.entry-place":    {"kleefeld/enter-on-six"},
		"race.six-limit":      {"kleefeld/r-six-limit"},
		"race.must-enter":     {"kleefeld/six-must-enter", "kleefeld/r-enter-may-must"},
		"race.must-move":      {"kleefeld/r-must-move"},
		"race.off-course":     {"kleefeld/course", "kleefeld/r-start-index"},
		"race.six-enters":     {"kleefeld/enter-on-six"},
		"race.none-waits":     {"kleefeld/enter-on-six", "kleefeld/r-six-none-waiting"},
		"race.no-man":         {"kleefeld/four-setters"},
		"race.stays-home":     {"kleefeld/object", "kleefeld/r-goal-circles"},
		"race.exact":          {"kleefeld/exact-finish", "kleefeld/r-exact-each"},
		"race.count":          {"kleefeld/course", "kleefeld/r-full-count"},
		"race.block":          {"kleefeld/r-own-stack"},
		"race.block-jump":     {"kleefeld/r-own-stack"},
		"race.entry-block":    {"kleefeld/r-own-stack", "kleefeld/r-enter-occupied"},
		"race.own-block":      {"kleefeld/r-own-stack"},
		"race.own-man":        {"kleefeld/r-own-stack", "kleefeld/r-enter-occupied"},
		"race.safe-pair":      {"kleefeld/r-stack-kick"},
		"race.end-square":     {"kleefeld/r-board-size"},
		"race.wrong-capture":  {"kleefeld/kick", "kleefeld/r-kick-automatic"},
		"race.no-capture":     {"kleefeld/kick"},
		"race.jump-off":       {"kleefeld/r-jump-optional"},
		"race.jump-entry":     {"kleefeld/r-jump-entry"},
		"race.jump-chain":     {"kleefeld/r-jump-chain"},
		"race.jump-lane":      {"kleefeld/r-jump-bend"},
		"race.enter-or-pass":  {"kleefeld/six-must-enter", "kleefeld/r-enter-may-must", "kleefeld/r-must-move"},
		"race.jump-colours":   {"kleefeld/r-jump-colours", "kleefeld/jump-two"},
		"race.jump-bend":      {"kleefeld/r-jump-bend", "kleefeld/jump-two"},
		"race.jump-none":      {"kleefeld/jump-two", "kleefeld/r-jump-run"},
		"race.jump-one":       {"kleefeld/jump-two", "kleefeld/r-jump-run"},
		"race.jump-overshoot": {"kleefeld/r-jump-overshoot", "kleefeld/exact-finish"},
		"race.jump-length":    {"kleefeld/jump-two", "kleefeld/jump-three", "kleefeld/r-jump-from"},
		"race.jump-home":      {"kleefeld/r-jump-home"},
	}
	britishBecause = map[string][]string{
		"race.foreign-man":    {"british/turn-clockwise"},
		"race.foreign-place":  {"british/home-column-private"},
		"race.no-way-back":    {"british/capture"},
		"race.entry-place":    {"british/enter-six-squares"},
		"race.six-limit":      {"british/r-six-limit"},
		"race.must-enter":     {"british/r-enter-optional"},
		"race.must-move":      {"british/r-must-move", "british/no-move-passes"},
		"race.off-course":     {"british/home-column", "british/r-home-turn"},
		"race.six-enters":     {"british/enter-on-six"},
		"race.none-waits":     {"british/enter-on-six"},
		"race.no-man":         {"british/four-pieces"},
		"race.stays-home":     {"british/home-triangle"},
		"race.exact":          {"british/exact-home", "british/r-no-bounce"},
		"race.count":          {"british/circuit", "british/r-full-count"},
		"race.block":          {"british/block"},
		"race.block-jump":     {"british/block"},
		"race.entry-block":    {"british/block", "british/r-block-entry"},
		"race.own-block":      {"british/r-own-block"},
		"race.own-man":        {"british/r-block-refuse"},
		"race.safe-pair":      {"british/r-block-none"},
		"race.end-square":     {"british/r-end-square"},
		"race.wrong-capture":  {"british/capture", "british/r-capture-automatic"},
		"race.no-capture":     {"british/capture"},
		"race.jump-off":       {"british/r-block-none"},
		"race.jump-lane":      {"british/r-block-none"},
		"race.enter-or-pass":  {"british/r-enter-optional", "british/r-must-move"},
		"race.jump-colours":   {"british/r-block-none"},
		"race.jump-bend":      {"british/r-block-none"},
		"race.jump-none":      {"british/r-block-none"},
		"race.jump-one":       {"british/r-block-none"},
		"race.jump-overshoot": {"british/r-block-none", "british/exact-home"},
		"race.jump-length":    {"british/r-block-none"},
	}
)
