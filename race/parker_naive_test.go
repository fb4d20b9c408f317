package race

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/gametest"
	"parlour/rulebook"
)

// The naive Parker is a second reading of the book: lists and copies, no bits,
// written without looking at the engine, to be compared with it.

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

// count returns how many men of a colour stand where a man of colour c with
// progress at would stand.
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

// blockade reports a pair of any colour on progress at of c.
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

// do makes a part and hands on what it leads to with the bonuses earned.
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

// bonuses resolves what is due and goes on with then.
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

// now resolves bonuses at once, or hands them on if they wait for the end.
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

// choose keeps what the duties allow.
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

// valid is the second reading of where men may stand.
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

// randomParker makes a random table and men, which may not be valid.
func randomParker(rng *rand.Rand, chance float64) (*naiveTable, naiveMen) {
	n := &naiveTable{options: map[string]string{}, lap: 50, throw: 0}
	for _, o := range rulebook.Parker.Options {
		if rng.Float64() < chance {
			n.options[o.Key] = o.Values[1+rng.IntN(len(o.Values)-1)].Name
		}
	}
	if n.opt("layout", "inside-corner") {
		n.lap = 46
	}
	n.colours = []string{"GB", "YR", "GYB", "GYBR", "GYBR", "YBR", "GY"}[rng.IntN(7)]
	n.turn = n.colours[rng.IntN(len(n.colours))]
	a, b := rng.IntN(6)+1, rng.IntN(6)+1
	n.throw = 10*max(a, b) + min(a, b)
	// Men close together meet more rules: most stand in one stretch.
	from, width := rng.IntN(52), 3+rng.IntN(50)
	var men naiveMen
	for _, c := range []byte(n.colours) {
		for w := range 4 {
			at := rng.IntN(n.goal()+2) - 1
			switch rng.IntN(6) {
			case 0:
				at = -1
			case 1, 2:
				at = ((from+rng.IntN(width)-naiveEntrance[c])%52 + 52) % 52
			case 3:
				if len(men) > 0 { // onto or behind somebody, where captures and bonuses are
					m := men[rng.IntN(len(men))]
					if i := n.index(m); i >= 0 {
						at = ((i-[]int{0, 0, 20, 5, a, a + b}[rng.IntN(6)]-naiveEntrance[c])%52 + 52) % 52
					}
				}
			}
			if at > n.lap && at < 52 && n.lap == 46 {
				at = n.goal()
			}
			men = append(men, naiveMan{c, w, min(at, n.goal())})
		}
	}
	if men := slices.Clone(men); rng.IntN(8) == 0 { // the last man of the colour in turn
		for i := range men {
			if men[i].colour == n.turn && men[i].wood > 0 {
				men[i].at = n.goal()
			}
		}
		return n, men
	}
	return n, men
}

func TestParkerAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(473, 1928))
	tables, checked := gametest.Times(6_000, 100), 0
	for i := range tables {
		n, men := randomParker(rng, []float64{0, 0.15, 0.4}[i%3])
		homes := false
		for _, c := range []byte(n.colours) {
			k := 0
			for _, m := range men {
				if m.colour == c && m.at == n.goal() {
					k++
				}
			}
			if k == 4 {
				homes = true
			}
		}
		if homes {
			continue
		}
		line := n.line(men, n.turn, strconv.Itoa(n.throw), "-")
		m, err := ParkerGame().Parse(line)
		if valid := n.valid(men); valid != (err == nil) {
			t.Fatalf("%s: valid %v, but read with %v", line, valid, err)
		}
		if err != nil {
			continue
		}
		checked++
		n.compare(t, rng, m, men, line)
		if t.Failed() {
			return
		}
	}
	if checked < tables/6 {
		t.Errorf("only %d of %d tables were valid", checked, tables)
	}
}

func (n *naiveTable) compare(t *testing.T, rng *rand.Rand, m parlour.Match, men naiveMen, line string) {
	t.Helper()
	legal := n.legal(men)
	slices.SortStableFunc(legal, naiveTurnOrder)
	var list []string
	least := map[string]string{} // by the position after it
	for _, s := range legal {
		after := n.after(s.men)
		if _, ok := least[after]; !ok {
			least[after] = s.text()
			list = append(list, s.text())
		}
	}
	if got := gametest.Describe(m); !slices.Equal(got, list) {
		t.Errorf("%s\ngot  %q\nwant %q", line, got, list)
		return
	}
	rules, p, _ := parlour.Typed[Position](m)
	if a, b := slices.Sorted(slices.Values(rules.AppendMoves(&p, nil))), slices.Sorted(slices.Values(m.Moves())); !slices.Equal(a, b) {
		t.Errorf("%s: AppendMoves and the list differ", line)
	}
	if len(legal) > 60 {
		rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		legal = legal[:60]
	}
	for _, s := range legal {
		mv, err := m.Parse(s.text())
		if err != nil || m.Text(mv) != least[n.after(s.men)] {
			t.Errorf("%s: %s is read as %v, %v", line, s.text(), mv, err)
			return
		}
		next := m.Clone()
		if err := next.Play(mv); err != nil || next.String() != n.after(s.men) {
			t.Errorf("%s: %s leads to\n%s, want\n%s (%v)", line, s.text(), next, n.after(s.men), err)
			return
		}
		if err := next.Check(); err != nil {
			t.Errorf("%s: after %s: %v", line, s.text(), err)
		}
	}
	n.inside(t, rng, m, men, line)
}

// inside compares the parts of one random sequence.
func (n *naiveTable) inside(t *testing.T, rng *rand.Rand, m parlour.Match, men naiveMen, line string) {
	t.Helper()
	legal := n.legal(men)
	s := legal[rng.IntN(len(legal))]
	for k := 1; k <= len(s.parts); k++ {
		made := naiveTurn{parts: s.parts[:k]}.text()
		var next []naivePart
		ended := false
		for _, o := range legal {
			if len(o.parts) < k || (naiveTurn{parts: o.parts[:k]}).text() != made {
				continue
			}
			if len(o.parts) == k {
				ended = true
			} else if !slices.Contains(next, o.parts[k]) {
				next = append(next, o.parts[k])
			}
		}
		slices.SortFunc(next, naivePartOrder)
		field := n.line(men, n.turn, strconv.Itoa(n.throw), strings.ReplaceAll(made, " ", ","))
		open, err := ParkerGame().Parse(field)
		if (err == nil) != (next != nil) {
			t.Errorf("%s: read with %v, though %v may follow", field, err, next)
			return
		}
		if err != nil {
			return
		}
		var want []string
		for _, p := range next {
			want = append(want, p.text)
		}
		if ended {
			want = append(want, "pass")
		}
		if got := gametest.Describe(open); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", field, got, want)
			return
		}
		if !ended { // then the parts given at once lead to the same position
			mv, err := m.Parse(made)
			once := m.Clone()
			if err == nil {
				err = once.Play(mv)
			}
			if err != nil || once.String() != field {
				t.Errorf("%s: %s leads to %s, want %s (%v)", line, made, once, field, err)
			}
		}
		for _, text := range want {
			one := open.Clone()
			mv, err := one.Parse(text)
			if err == nil {
				err = one.Play(mv)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", field, text, err)
				return
			}
		}
	}
}
