package race

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlour/rulebook"
)

// The naive Parker is a second reading of the book, with lists and copies and
// no bits. It was written without looking at the engine, to be compared with
// it.

const naiveColours = "GYBR"

var naiveEntrance = map[byte]int{'G': 0, 'Y': 13, 'B': 26, 'R': 39}

type naiveMan struct {
	colour byte
	wood   int
	at     int // progress
}

type naiveTable struct {
	options map[string]string
	lap     int
	colours string
	turn    byte
	throw   int
	rank    string
}

func (n *naiveTable) opt(key, value string) bool {
	if v, ok := n.options[key]; ok {
		return v == value
	}
	return rulebook.Parker.Option(key).Default == value
}

type naiveMen []naiveMan

func (n *naiveTable) goal() int { return n.lap + 6 }

// index returns the track index of a man, -1 if it is not on the track.
func (n *naiveTable) index(m naiveMan) int { return n.indexOf(m.colour, m.at) }

func (n *naiveTable) indexOf(colour byte, at int) int {
	if at < 0 || at > n.lap {
		return -1
	}
	return (naiveEntrance[colour] + at) % 52
}

func (n *naiveTable) doorOf(index int) byte {
	for c, e := range naiveEntrance {
		if e == index {
			return c
		}
	}
	return 0
}

// count returns how many men of a colour are where a man of colour c at
// progress at would be.
func (n *naiveTable) count(men naiveMen, colour, c byte, at int) int {
	k := 0
	for _, m := range men {
		if m.colour != colour {
			continue
		}
		if i := n.indexOf(c, at); i >= 0 && n.index(m) == i || i < 0 && m.colour == c && m.at == at {
			k++
		}
	}
	return k
}

// blockade reports whether a pair of any colour is at progress at of c.
func (n *naiveTable) blockade(men naiveMen, c byte, at int) (owner byte) {
	i := n.indexOf(c, at)
	if i >= 0 && n.doorOf(i) != 0 || at >= n.goal() {
		return 0
	}
	if i < 0 && n.opt("column-blockade", "no") {
		return 0
	}
	for _, o := range []byte(naiveColours) {
		if n.count(men, o, c, at) >= 2 {
			return o
		}
	}
	return 0
}

func (n *naiveTable) canStep(men naiveMen, k, count int, keep []int) bool {
	m := men[k]
	if m.at < 0 || m.at == n.goal() || m.at+count > n.goal() || slices.Contains(keep, m.at) {
		return false
	}
	for q := m.at + 1; q < m.at+count; q++ {
		if n.blockade(men, m.colour, q) != 0 {
			return false
		}
	}
	to := m.at + count
	if to == n.goal() {
		return true
	}
	i := n.indexOf(m.colour, to)
	if i < 0 {
		return n.opt("column-blockade", "no") || n.opt("triple", "yes") || n.count(men, m.colour, m.colour, to) < 2
	}
	if door := n.doorOf(i); door != 0 {
		if n.count(men, door, m.colour, to) > 0 {
			return false
		}
		if n.count(men, m.colour, m.colour, to) > 0 && !n.opt("entrance-pair", "open") {
			return false
		}
		if n.opt("entrance-stranger", "owner-only") {
			for _, o := range []byte(naiveColours) {
				if o != m.colour && o != door && n.count(men, o, m.colour, to) > 0 {
					return false
				}
			}
		}
		return true
	}
	for _, o := range []byte(naiveColours) {
		if n.count(men, o, m.colour, to) >= 2 && !(o == m.colour && n.opt("triple", "yes")) {
			return false
		}
	}
	return true
}

// landing returns the men after man k has been put on progress to, and the
// colours it captures.
func (n *naiveTable) landing(men naiveMen, k, to int) (naiveMen, string) {
	after := slices.Clone(men)
	after[k].at = to
	c := men[k].colour
	i := n.indexOf(c, to)
	captured := ""
	if i < 0 || i == n.indexOf(c, n.lap) && n.opt("foot-owner-captures", "no") {
		return after, ""
	}
	for j, m := range after {
		if m.colour != c && n.index(m) == i && m.at != n.lap {
			after[j].at = -1
			captured += string(m.colour)
		}
	}
	return after, captured
}

type naivePart struct {
	kind, count, origin int
	text                string
}

type naiveTurn struct {
	parts []naivePart
	men   naiveMen
	used  int
	large bool
	rest  bool
}

// naiveGen collects the sequences of one throw.
type naiveGen struct {
	*naiveTable
	keep   []int
	frozen int
	turns  []naiveTurn
}

func (g *naiveGen) own(men naiveMen) (list []int) {
	for k, m := range men {
		if m.colour == g.turn {
			list = append(list, k)
		}
	}
	return list
}

func (g *naiveGen) won(men naiveMen) bool {
	for _, k := range g.own(men) {
		if men[k].at != g.goal() {
			return false
		}
	}
	return true
}

// do makes a part and passes on the result with the bonuses earned.
func (g *naiveGen) do(t naiveTurn, kind, k, count, used int, then func(naiveTurn, []int)) {
	m := t.men[k]
	to := m.at + count
	if kind == 0 {
		to = 0
	}
	men, captured := g.landing(t.men, k, to)
	name := func(at int) string {
		switch i := g.indexOf(m.colour, at); {
		case at == g.goal():
			return "*"
		case i < 0:
			return "h" + strconv.Itoa(at-g.lap)
		default:
			return strconv.Itoa(i)
		}
	}
	text := fmt.Sprintf("%d:", count)
	switch kind {
	case 0:
		text += "enter"
	case 2:
		text = "+" + text
		fallthrough
	default:
		text += name(m.at) + ">" + name(to)
	}
	if captured != "" {
		text += "x" + captured
	}
	var earned []int
	if kind != 2 || g.opt("bonus-chain", "yes") {
		for range captured {
			earned = append(earned, 20)
		}
		if to == g.goal() && g.opt("finish-bonus", "10") {
			earned = append(earned, 10)
		}
	}
	next := t
	next.parts = append(slices.Clone(t.parts), naivePart{kind, count, m.at, text})
	next.men, next.used = men, t.used+used
	if g.won(men) {
		g.turns = append(g.turns, next)
		return
	}
	then(next, earned)
}

// bonuses resolves the bonuses due and continues with then.
func (g *naiveGen) bonuses(t naiveTurn, owed []int, then func(naiveTurn)) {
	any := false
	for i, count := range owed {
		if slices.Index(owed, count) != i {
			continue
		}
		for _, k := range g.own(t.men) {
			if k != g.frozen && g.canStep(t.men, k, count, g.keep) {
				any = true
				left := slices.Delete(slices.Clone(owed), i, i+1)
				g.do(t, 2, k, count, 0, func(t naiveTurn, earned []int) {
					g.bonuses(t, append(slices.Clone(left), earned...), then)
				})
			}
		}
	}
	if !any || g.opt("bonus-duty", "may") {
		then(t)
	}
}

// now resolves bonuses at once, or passes them on if they wait for the end.
func (g *naiveGen) now(t naiveTurn, owed []int, then func(naiveTurn, []int)) {
	if g.opt("bonus-time", "end") {
		then(t, owed)
		return
	}
	g.bonuses(t, owed, func(t naiveTurn) { then(t, nil) })
}

func (g *naiveGen) finish(t naiveTurn, owed []int) {
	g.bonuses(t, owed, func(t naiveTurn) { g.turns = append(g.turns, t) })
}

// second plays a die with one of the men, then ends the turn.
func (g *naiveGen) second(t naiveTurn, owed []int, count int, men []int) {
	any := false
	for _, k := range men {
		if g.canStep(t.men, k, count, g.keep) {
			any = true
			g.do(t, 1, k, count, 1, func(t naiveTurn, earned []int) {
				g.finish(t, append(slices.Clone(owed), earned...))
			})
		}
	}
	if !any {
		g.finish(t, owed)
	}
}

func (g *naiveGen) all(men naiveMen) (c bool) {
	a, b := g.throw/10, g.throw%10
	start := naiveTurn{men: men}
	var prison []int
	for _, k := range g.own(men) {
		if men[k].at < 0 {
			prison = append(prison, k)
		}
	}
	n := len(prison)
	g.frozen = -1
	switch {
	case n >= 2 && a == 5 && b == 5:
		g.do(start, 0, prison[0], 5, 1, func(t naiveTurn, earned []int) {
			g.now(t, earned, func(t naiveTurn, owed []int) {
				g.do(t, 0, prison[1], 5, 1, func(t naiveTurn, earned []int) {
					g.finish(t, append(slices.Clone(owed), earned...))
				})
			})
		})
	case n >= 1 && (a == 5 || b == 5):
		x := a + b - 5
		entered := x != 5 && g.opt("other-die", "entered")
		g.do(start, 0, prison[0], 5, 1, func(t naiveTurn, earned []int) {
			g.now(t, earned, func(t naiveTurn, owed []int) {
				if g.opt("entry-rest", "may") {
					rest := t
					rest.rest = true
					g.finish(rest, owed)
				}
				who := g.own(t.men)
				if entered {
					who = prison[:1]
				}
				g.second(t, owed, x, who)
			})
		})
		if g.opt("entry-order", "free") && !entered {
			for _, k := range g.own(men) {
				if g.canStep(men, k, x, g.keep) {
					g.do(start, 1, k, x, 1, func(t naiveTurn, earned []int) {
						g.now(t, earned, func(t naiveTurn, owed []int) {
							g.do(t, 0, prison[0], 5, 1, func(t naiveTurn, earned []int) {
								g.finish(t, append(slices.Clone(owed), earned...))
							})
						})
					})
				}
			}
		}
	case n >= 1 && a+b == 5:
		if g.opt("sum-entry-bonus", "others") {
			g.frozen = prison[0]
		}
		g.do(start, 0, prison[0], 5, 2, g.finish)
	default:
		if !g.opt("total", "steps") {
			for _, k := range g.own(men) {
				if g.canStep(men, k, a+b, g.keep) {
					g.do(start, 1, k, a+b, 2, g.finish)
				}
			}
		}
		for _, dice := range [][2]int{{a, b}, {b, a}} {
			for _, k := range g.own(men) {
				if !g.canStep(men, k, dice[0], g.keep) {
					continue
				}
				first := start
				first.large = dice[0] == a
				g.do(first, 1, k, dice[0], 1, func(t naiveTurn, earned []int) {
					g.now(t, earned, func(t naiveTurn, owed []int) {
						who := g.own(t.men)
						if g.opt("total", "leap") {
							who = slices.DeleteFunc(who, func(j int) bool { return j == k })
						}
						g.second(t, owed, dice[1], who)
					})
				})
			}
		}
		return true
	}
	return false
}

// choose keeps the sequences that the duties allow.
func (g *naiveGen) choose(caseC bool) []naiveTurn {
	m := 0
	for _, t := range g.turns {
		m = max(m, t.used)
	}
	list := g.turns
	if g.opt("dice-duty", "max") {
		list = slices.DeleteFunc(slices.Clone(list), func(t naiveTurn) bool { return t.used != m && !t.rest })
	}
	if caseC && m == 1 && g.opt("one-die", "larger") && slices.ContainsFunc(list, func(t naiveTurn) bool { return t.large }) {
		list = slices.DeleteFunc(slices.Clone(list), func(t naiveTurn) bool { return !t.large })
	}
	return list
}

// legal returns every legal sequence.
func (n *naiveTable) legal(men naiveMen) []naiveTurn {
	g := naiveGen{naiveTable: n}
	caseC := g.all(men)
	list := g.choose(caseC)
	if n.opt("blockade-duty", "last") {
		k := naiveGen{naiveTable: n}
		for at := range n.goal() {
			i := n.indexOf(n.turn, at)
			if n.count(men, n.turn, n.turn, at) >= 2 && (i < 0 || n.doorOf(i) == 0) {
				k.keep = append(k.keep, at)
			}
		}
		k.all(men)
		list = append(slices.Clone(list), k.choose(caseC)...)
	}
	if len(list) == 0 {
		list = []naiveTurn{{men: men}}
	}
	return list
}

func (t naiveTurn) text() string {
	if len(t.parts) == 0 {
		return "pass"
	}
	var texts []string
	for _, p := range t.parts {
		texts = append(texts, p.text)
	}
	return strings.Join(texts, " ")
}

func naiveTurnOrder(a, b naiveTurn) int {
	if len(a.parts) != len(b.parts) {
		return len(a.parts) - len(b.parts)
	}
	for i, p := range a.parts {
		if c := naivePartOrder(p, b.parts[i]); c != 0 {
			return c
		}
	}
	return 0
}

func naivePartOrder(p, q naivePart) int {
	if p.kind != q.kind {
		return p.kind - q.kind
	}
	if p.count != q.count {
		return q.count - p.count
	}
	return p.origin - q.origin
}

// line writes a position.
func (n *naiveTable) line(men naiveMen, turn byte, throw, played string) string {
	var b strings.Builder
	b.WriteString("parker")
	for i, key := range slices.Sorted(maps.Keys(n.options)) {
		b.WriteString([]string{"[", ","}[min(i, 1)] + key + "=" + n.options[key])
	}
	if len(n.options) > 0 {
		b.WriteString("]")
	}
	for i, c := range []byte(n.colours) {
		b.WriteString([]string{" ", "/"}[min(i, 1)] + string(c))
		var ats []int
		for _, m := range men {
			if m.colour == c {
				ats = append(ats, m.at)
			}
		}
		slices.Sort(ats)
		for j, at := range ats {
			b.WriteString([]string{":", ","}[min(j, 1)])
			switch {
			case at < 0:
				b.WriteString("-")
			case at == n.goal():
				b.WriteString("*")
			case at > n.lap:
				b.WriteString("h" + strconv.Itoa(at-n.lap))
			default:
				b.WriteString(strconv.Itoa(n.indexOf(c, at)))
			}
		}
	}
	flags := "-"
	if n.rank != "" {
		flags = "rank=" + strings.Join(strings.Split(n.rank, ""), ",")
	}
	fmt.Fprintf(&b, " %c %s %s %s", turn, throw, played, flags)
	return b.String()
}

// after writes the position after a turn.
func (n *naiveTable) after(men naiveMen) string {
	q := *n
	home := func(c byte) bool {
		for _, m := range men {
			if m.colour == c && m.at != n.goal() {
				return false
			}
		}
		return true
	}
	if home(n.turn) {
		q.rank += string(n.turn)
		if n.opt("play-on", "first") || len(q.rank) == len(n.colours)-1 {
			return q.line(men, '-', "-", "-")
		}
	} else if n.throw%11 == 0 && n.opt("extra-throw", "doubles") {
		return q.line(men, n.turn, "-", "-")
	}
	order := naiveColours + naiveColours
	if n.opt("turn-order", "against-travel") {
		order = "RBYGRBYG"
	}
	for i := strings.IndexByte(order, n.turn) + 1; ; i++ {
		if c := order[i%4]; strings.IndexByte(n.colours, c) >= 0 && !home(c) {
			return q.line(men, c, "-", "-")
		}
	}
}

// valid is the second reading of where men may be.
func (n *naiveTable) valid(men naiveMen) bool {
	most := 2
	if n.opt("triple", "yes") {
		most = 4
	}
	for i := range 52 {
		k := map[byte]int{}
		for _, m := range men {
			if n.index(m) == i {
				k[m.colour]++
			}
		}
		door := n.doorOf(i)
		if door != 0 {
			if k[door] > 0 && len(k) > 1 || len(k) > 1 {
				return false
			}
			for c, v := range k {
				if c != door && v > 1 && !n.opt("entrance-pair", "open") {
					return false
				}
			}
			continue
		}
		var owner byte
		for _, c := range []byte(n.colours) {
			if n.indexOf(c, n.lap) == i {
				owner = c
			}
		}
		for c, v := range k {
			if v > most {
				return false
			}
			if len(k) > 1 && c != owner && (k[owner] == 0 || len(k) > 2) {
				return false
			}
			if len(k) > 1 && c != owner && k[owner] > 1 && !(n.opt("foot-owner-captures", "no") && v == 1) {
				return false
			}
		}
	}
	for _, c := range []byte(n.colours) {
		for h := n.lap + 1; h < n.goal(); h++ {
			if n.count(men, c, c, h) > most && !n.opt("column-blockade", "no") {
				return false
			}
		}
	}
	return true
}
