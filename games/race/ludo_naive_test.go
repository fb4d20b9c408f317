package race

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/rulebook"
)

// The naive player of Kleefeld's and the British game is a second program for
// the same rules, written with maps, slices and strings. Tests compare it with
// the real rules. The two share nothing but the letters of the line.
type naive struct {
	game    string
	options map[string]string // every option with its value
	men     map[string][]int  // by colour: progress, -1 waiting
	turn    string
	throw   int
	rank    []string
	run     int
	tries   int
}

// naiveMove is a move with its text.
type naiveMove struct {
	text  string
	from  int
	stops []int
}

const naiveOrder = "GYBR"

func (n *naive) is(key, value string) bool { return n.options[key] == value }

func (n *naive) arm() int {
	if n.is("arm", "8") {
		return 8
	}
	return 6
}

func (n *naive) ring() int { return 4 * (2*n.arm() + 1) }
func (n *naive) last() int { return n.ring() - 2 }
func (n *naive) home() int { return n.last() + n.arm() }

// square returns the number on the ring of a colour's progress, -1 off it.
func (n *naive) square(colour string, progress int) int {
	if progress < 0 || progress > n.last() {
		return -1
	}
	return (strings.Index(naiveOrder, colour)*(2*n.arm()+1) + progress) % n.ring()
}

// on returns the men of a colour on a square of the ring.
func (n *naive) on(colour string, square int) (count int) {
	for _, p := range n.men[colour] {
		if square >= 0 && n.square(colour, p) == square {
			count++
		}
	}
	return count
}

func (n *naive) others() (colours []string) {
	for _, c := range strings.Split(naiveOrder, "") {
		if n.men[c] != nil && c != n.turn {
			colours = append(colours, c)
		}
	}
	return colours
}

func (n *naive) mayStop(progress int) bool {
	a := n.square(n.turn, progress)
	if a < 0 {
		return true
	}
	for _, c := range n.others() {
		if n.on(c, a) >= 2 && (!n.is("stack", "plain") || n.is("stack-kick", "safe")) {
			return false
		}
	}
	if n.is("own-landing", "forbid") && n.on(n.turn, a) > 0 {
		return false
	}
	for _, c := range strings.Split(naiveOrder, "") {
		if n.is("end-square", "no-land") && c != n.turn && n.square(c, n.last()) == a {
			return false
		}
	}
	return true
}

func (n *naive) mayPass(progress int) bool {
	a := n.square(n.turn, progress)
	for _, c := range n.others() {
		if n.on(c, a) >= 2 && !n.is("stack", "plain") {
			return false
		}
	}
	return !n.is("stack", "block-all") || n.on(n.turn, a) < 2
}

func (n *naive) placeName(colour string, progress int) string {
	switch {
	case progress < 0:
		return "-"
	case progress == n.home():
		return "*"
	case progress > n.last():
		return fmt.Sprintf("h%d", progress-n.last())
	}
	return fmt.Sprint(n.square(colour, progress))
}

func (n *naive) capturedAt(progress int) string {
	text := ""
	for _, c := range n.others() {
		text += strings.Repeat(c, n.on(c, n.square(n.turn, progress)))
	}
	if text != "" {
		text = "x" + text
	}
	return text
}

// extend returns the move and every extension of it by jumps.
func (n *naive) extend(m naiveMove) []naiveMove {
	q := m.stops[len(m.stops)-1]
	m.text += n.capturedAt(q)
	list := []naiveMove{m}
	if n.is("jump", "off") || m.from < 0 && n.is("jump-entry", "no") || len(m.stops) > 1 && n.is("jump-chain", "no") {
		return list
	}
	row, colour := 0, ""
	for next := q + 1; next <= n.last(); next++ {
		holder := strings.Trim(n.capturedAt(next), "x")
		if holder == "" || row > 0 && n.is("jump-colour", "same") && holder[:1] != colour {
			break
		}
		colour = holder[:1]
		row++
	}
	var over []int
	switch {
	case row < 2 || q > n.last():
	case n.is("jump-run", "five-each"):
		over = []int{row}
	case row == 2:
		over = []int{2}
	case n.is("jump-run", "choice"):
		over = []int{2, 3}
	default:
		over = []int{3}
	}
	for _, k := range over {
		to := q + 5*k
		if n.is("jump-count", "after-run") {
			to = q + 6*k
		}
		if to > n.home() || to == n.home() && n.is("jump-home", "no") || !n.mayStop(to) {
			continue
		}
		list = append(list, n.extend(naiveMove{m.text + "^" + n.placeName(n.turn, to), m.from, append(slices.Clone(m.stops), to)})...)
	}
	return list
}

func (n *naive) moves() (list []naiveMove) {
	pass := naiveMove{text: "pass"}
	if n.throw == 6 && n.run >= 3 && n.is("six-limit", "3") {
		return []naiveMove{pass}
	}
	end := map[string]int{"first": 0, "sixth": 5, "seventh": 6}[n.options["enter-at"]]
	entered := false
	if n.throw == 6 && slices.Contains(n.men[n.turn], -1) && n.mayStop(end) {
		free := true
		for q := range end {
			free = free && n.mayPass(q)
		}
		if free {
			list = append(list, n.extend(naiveMove{"enter", -1, []int{end}})...)
			entered = true
		}
	}
	if !entered || n.is("enter-with-six", "may") {
		for from := range n.home() {
			to := from + n.throw
			if !slices.Contains(n.men[n.turn], from) || to > n.home() || !n.mayStop(to) {
				continue
			}
			free := true
			for q := from + 1; q < to; q++ {
				free = free && n.mayPass(q)
			}
			if free {
				list = append(list, n.extend(naiveMove{n.placeName(n.turn, from) + ">" + n.placeName(n.turn, to), from, []int{to}})...)
			}
		}
	}
	if len(list) == 0 || n.is("decline", "yes") {
		list = append(list, pass)
	}
	return list
}

func (n *naive) mayTry(colour string) bool {
	waiting, moving := 0, 0
	for _, p := range n.men[colour] {
		switch {
		case p < 0:
			waiting++
		case p < n.home():
			moving++
		}
	}
	return n.is("tries", "3") && waiting > 0 && moving == 0
}

func (n *naive) over() bool {
	switch n.options["play-on"] {
	case "first":
		return len(n.rank) > 0
	case "prizes":
		return len(n.rank) >= 2 || len(n.men) == 2 && len(n.rank) == 1
	}
	return len(n.rank) >= len(n.men)-1
}

func (n *naive) after(m naiveMove) *naive {
	a := *n
	a.men = map[string][]int{}
	for c, men := range n.men {
		a.men[c] = slices.Clone(men)
	}
	a.rank = slices.Clone(n.rank)
	a.throw = 0
	endTurn := func() *naive {
		a.run, a.tries = 0, 0
		if a.over() {
			a.turn = "-"
			return &a
		}
		i := strings.Index(naiveOrder, n.turn)
		for {
			if n.is("turn-order", "against-travel") {
				i += 3
			} else {
				i++
			}
			a.turn = naiveOrder[i%4 : i%4+1]
			if a.men[a.turn] != nil && !slices.Contains(a.rank, a.turn) {
				return &a
			}
		}
	}
	if m.text != "pass" {
		own := a.men[n.turn]
		for _, q := range m.stops {
			for _, c := range n.others() {
				for i, p := range a.men[c] {
					if s := n.square(n.turn, q); s >= 0 && n.square(c, p) == s {
						a.men[c][i] = -1
					}
				}
			}
			own[slices.Index(own, m.from)] = q
			m.from = q
		}
		for _, men := range a.men {
			slices.Sort(men)
		}
		if own[0] == n.home() {
			a.rank = append(a.rank, n.turn)
			return endTurn()
		}
	}
	again := n.throw == 6
	if n.throw == 6 && n.is("six-limit", "3") && n.run >= 3 {
		return endTurn()
	}
	if m.text == "pass" && n.is("dead-six", "pass") {
		again = false
	}
	switch {
	case again:
		if !a.mayTry(a.turn) {
			a.tries = 0
		}
		return &a
	case m.text == "pass" && n.mayTry(n.turn) && n.tries < 2:
		a.tries++
		return &a
	}
	return endTurn()
}

func (n *naive) line() string {
	book := ludoBooks[n.game]
	var options, blocks, flags []string
	for _, key := range slices.Sorted(maps.Keys(n.options)) {
		if o := book.Option(key); o != nil && o.Default != n.options[key] {
			options = append(options, key+"="+n.options[key])
		}
	}
	id := n.game
	if options != nil {
		id += "[" + strings.Join(options, ",") + "]"
	}
	for _, c := range strings.Split(naiveOrder, "") {
		var places []string
		for _, p := range n.men[c] {
			places = append(places, n.placeName(c, p))
		}
		if places != nil {
			blocks = append(blocks, c+":"+strings.Join(places, ","))
		}
	}
	if n.rank != nil {
		flags = append(flags, "rank="+strings.Join(n.rank, ","))
	}
	if n.run > 0 {
		flags = append(flags, fmt.Sprintf("run=%d", n.run))
	}
	if n.tries > 0 {
		flags = append(flags, fmt.Sprintf("tries=%d", n.tries))
	}
	if flags == nil {
		flags = []string{"-"}
	}
	throw := "-"
	if n.throw > 0 {
		throw = fmt.Sprint(n.throw)
	}
	return strings.Join([]string{id, strings.Join(blocks, "/"), n.turn, throw, "-", strings.Join(flags, ";")}, " ")
}

// randomOptions sets every option of a book, each to its default three times
// out of four. The British jump is read as Kleefeld's by default.
func randomOptions(book *rulebook.Book, rng *rand.Rand) map[string]string {
	options := map[string]string{}
	if book == rulebook.British {
		for _, o := range rulebook.Kleefeld.Options {
			options[o.Key] = o.Default
		}
	}
	for _, o := range book.Options {
		options[o.Key] = o.Default
		if rng.IntN(4) == 0 {
			options[o.Key] = o.Values[rng.IntN(len(o.Values))].Name
		}
	}
	return options
}

// randomNaive makes a random position. The men are close together, so that
// blocks, captures and jumps are frequent. It returns nil if the game would
// already be over.
func randomNaive(game string, rng *rand.Rand) *naive {
	n := &naive{game: game, options: randomOptions(ludoBooks[game], rng), men: map[string][]int{}}
	taken := map[int]string{}
	crowd, width := rng.IntN(n.ring()), 1+rng.IntN(24)
	absent := -1
	if rng.IntN(3) == 0 {
		absent = rng.IntN(4)
	}
	kind := rng.IntN(3)
	for i, c := range strings.Split(naiveOrder, "") {
		if i == absent || absent >= 0 && kind == 0 && i == (absent+2)%4 {
			continue
		}
		men := make([]int, 4)
		for j := range men {
			for {
				switch x := rng.IntN(16); {
				case x < 3:
					men[j] = -1
				case x < 4:
					men[j] = n.home()
				case x < 6:
					men[j] = n.last() - rng.IntN(20) + n.arm()
				case x < 13:
					a := (crowd + rng.IntN(width)) % n.ring()
					men[j] = (a - i*(2*n.arm()+1) + n.ring()) % n.ring()
				default:
					men[j] = rng.IntN(n.home())
				}
				a := n.square(c, men[j])
				if men[j] <= n.home() && (a < 0 || taken[a] == "" || taken[a] == c) && (men[j] != n.last()+1 || rng.IntN(2) == 0) {
					if a >= 0 {
						taken[a] = c
					}
					break
				}
			}
		}
		if rng.IntN(12) == 0 {
			men = []int{n.home(), n.home(), n.home(), n.home() - rng.IntN(8)}
			if n.square(c, men[3]) >= 0 {
				men[3] = n.home()
			}
		}
		if rng.IntN(8) == 0 {
			for j := range men {
				if men[j] < n.home() {
					men[j] = -1
				}
			}
		}
		slices.Sort(men)
		n.men[c] = men
	}
	for c, men := range n.men {
		if men[0] == n.home() {
			n.rank = append(n.rank, c)
		}
	}
	slices.Sort(n.rank)
	rng.Shuffle(len(n.rank), func(i, j int) { n.rank[i], n.rank[j] = n.rank[j], n.rank[i] })
	if n.over() {
		return nil
	}
	for n.turn == "" || n.men[n.turn] == nil || slices.Contains(n.rank, n.turn) {
		n.turn = string(naiveOrder[rng.IntN(4)])
	}
	n.throw = min(6, 1+rng.IntN(9))
	n.run = rng.IntN(4)
	if n.throw == 6 {
		n.run++
	}
	if n.mayTry(n.turn) {
		n.tries = rng.IntN(3)
	}
	return n
}

// The rules and the naive player agree on every legal list and every next
// position, for many thousand random positions with random options.
func TestLudoAgainstNaive(t *testing.T) {
	for _, g := range []parlour.Game{KleefeldGame(), BritishGame()} {
		rng := rand.New(rand.NewPCG(11, 12))
		jumps, captures, positions := 0, 0, gametest.Times(12_000, 50)
		for range positions {
			n := randomNaive(g.Info().ID, rng)
			if n == nil {
				continue
			}
			line := n.line()
			m := gametest.MustParse(t, g, line)
			if m.String() != line {
				t.Fatalf("%s reads back as %s", line, m)
			}
			var want []string
			moves := n.moves()
			for _, mv := range moves {
				want = append(want, mv.text)
			}
			if got := gametest.Describe(m); !slices.Equal(got, want) {
				t.Fatalf("%s\ngot  %q\nwant %q", line, got, want)
			}
			for i, mv := range m.Moves() {
				after := m.Clone()
				if err := after.Play(mv); err != nil {
					t.Fatal(err)
				}
				if got, want := after.String(), n.after(moves[i]).line(); got != want {
					t.Fatalf("%s\nafter %s\ngot  %s\nwant %s", line, moves[i].text, got, want)
				}
				if err := parlour.Check(after); err != nil {
					t.Fatalf("%s after %s: %v", line, moves[i].text, err)
				}
				rules, p, _ := parlour.Typed[Position](m)
				if got, want := rules.(parlour.Counter[Position]).Captured(&p, mv), strings.Count(moves[i].text, "x"); (got > 0) != (want > 0) {
					t.Fatalf("%s: %s captures %d", line, moves[i].text, got)
				}
				jumps += strings.Count(moves[i].text, "^")
				captures += strings.Count(moves[i].text, "x")
			}
		}
		if jumps < positions/400 || captures < positions/10 {
			t.Errorf("%s: only %d jumps and %d captures were compared", g.Info().ID, jumps, captures)
		}
	}
}

// The quick list is the same as the list of the book, move by move, and it
// handles most positions.
func TestLudoQuick(t *testing.T) {
	type book interface {
		engine
		quick(*Position, []parlour.Move) ([]parlour.Move, bool)
		appendMoves(*Position, []parlour.Move) []parlour.Move
	}
	for _, g := range []parlour.Game{KleefeldGame(), BritishGame()} {
		rng := rand.New(rand.NewPCG(51, 52))
		used, all := 0, 0
		compare := func(r book, p Position) {
			all++
			list, ok := r.quick(&p, make([]parlour.Move, 0, 16))
			if !ok {
				return
			}
			used++
			if want := r.appendMoves(&p, nil); !slices.Equal(list, want) {
				t.Fatalf("%s: quick lists %x, the book %x", r.AppendPosition(nil, &p), list, want)
			}
		}
		for range gametest.Times(10_000, 50) {
			n := randomNaive(g.Info().ID, rng)
			if n == nil {
				continue
			}
			rules, p, _ := parlour.Typed[Position](gametest.MustParse(t, g, n.line()))
			var usual bool
			switch r := rules.(type) {
			case *Kleefeld:
				usual = r.quickly.usual
			case *British:
				usual = r.quickly.usual
			}
			if usual {
				compare(rules.(book), p)
			}
		}
		m, err := g.New(parlour.Setup{First: "G"})
		if err != nil {
			t.Fatal(err)
		}
		rules, start, _ := parlour.Typed[Position](m)
		used, all = 0, 0
		for range gametest.Times(60, 50) {
			for p := start; p.turn != parlour.Nobody; {
				rules.Play(&p, parlour.Move(rng.IntN(6)+1))
				compare(rules.(book), p)
				list := rules.AppendMoves(&p, nil)
				rules.Play(&p, list[rng.IntN(len(list))])
			}
		}
		if used*10 < all*8 {
			t.Errorf("%s: the quick list serves %d of %d positions", g.Info().ID, used, all)
		}
	}
}
