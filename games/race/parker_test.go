package race

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
	"parlour/rulebook"
)

func ExampleParkerGame() {
	m, err := ParkerGame().Parse("parker G:10,30,*,*/Y:-,-,-,14 G 42 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, mv := range m.Moves() {
		fmt.Println(m.Text(mv))
	}
	_, err = m.Parse("4:10>14xY 2:30>32")
	fmt.Println(phrase.English.Error(err))
	// Output:
	// 6:10>16
	// 6:30>36
	// 4:30>34 2:10>12
	// 4:10>14xY +20:14>34 2:30>32
	// 4:10>14xY +20:30>50 2:50>h2
	// 2:30>32: the bonus of 20 comes first [parker/r-bonus-now] [parker/r-bonus-duty] [parker/bonus-twenty]. Legal: 4:10>14xY +20:30>50 2:50>h2
}

func TestParkerGames(t *testing.T) { replayGames(t, ParkerGame()) }

func TestParkerLaws(t *testing.T) {
	optionLaws(t, ParkerGame(), gametest.Times(40, 10))
}

// The laws hold inside a turn too.
func TestParkerInside(t *testing.T) {
	var lines []string
	for _, s := range gametest.ReadScenarios(t, "testdata/parker.json") {
		if strings.HasPrefix(s.ID, "LM") {
			lines = append(lines, s.Position)
		}
	}
	gametest.Run(t, ParkerGame(), gametest.Config[Position]{Lines: lines, Games: 1, Places: placeNames()})
	for _, line := range lines {
		rules, p := openLine(t, ParkerGame(), line)
		ps, moves := []Position{p}, make([]parlour.Move, 0, 64)
		if n := testing.AllocsPerRun(20, func() {
			ps[0] = p
			moves = rules.AppendMoves(&ps[0], moves[:0])
			rules.Play(&ps[0], moves[0])
		}); n != 0 {
			t.Errorf("%s: %v allocations", line, n)
		}
	}
}

func TestParkerSize(t *testing.T) {
	if n := unsafe.Sizeof(part(0)); n != 2 {
		t.Errorf("a part has %d bytes", n)
	}
	if n := unsafe.Sizeof(Position{}); n > 80 {
		t.Errorf("a position has %d bytes", n)
	}
	for _, c := range []struct {
		kind        part
		count, from int8
		to          int16
	}{{partEnter, 5, waiting, 0}, {partDice, 12, 44, 56}, {partDice, 1, 0, 1}, {partBonus, 20, 36, 56}, {partBonus, 10, 3, 13}} {
		p := makePart(c.kind, c.count, c.from)
		if p.kind() != c.kind || p.count() != int16(c.count) || p.from() != int16(c.from) || p.to() != c.to {
			t.Errorf("%+v is packed as %#x", c, uint16(p))
		}
	}
}

// The bounds of a path: there are never more than fifteen parts to choose from,
// and no turn is longer than maxParts. Men that capture twenty apart make the
// longest turns.
func TestParkerBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 20))
	longest, widest := 0, 0
	for range gametest.Times(4000, 50) {
		n, _ := randomParker(rng, 0)
		n.options = map[string]string{"bonus-time": "end", "bonus-duty": "may", "entrance-pair": "open", "finish-bonus": "10", "total": "either"}
		n.colours, n.turn = "GYBR", 'G'
		at := func(c byte, i int) int { return ((i-naiveEntrance[c])%52 + 52) % 52 }
		var men naiveMen
		for w := range 4 {
			men = append(men, naiveMan{'G', w, rng.IntN(17)})
		}
		for _, c := range []byte("YBR") {
			for w := range 4 {
				m := men[rng.IntN(4)]
				men = append(men, naiveMan{c, w, at(c, m.at+20*rng.IntN(3)+rng.IntN(7))})
			}
		}
		rules, p, err := readLine(n.line(men, 'G', fmt.Sprint(n.throw), "-"), rulebook.Parker, func(s rulebook.Settings) engine { return newParker(s) })
		if err != nil {
			continue
		}
		r := rules.(*Parker)
		for _, s := range r.sequences(&p) {
			longest = max(longest, s.n)
		}
		widest = max(widest, r.follows(&p).n)
	}
	if longest < 5 || longest > maxParts || widest > 15 {
		t.Errorf("turns of %d parts, up to %d parts to choose from", longest, widest)
	}
}

// The men in a word stay in order whichever of them moves.
func TestParkerWord(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 10_000 {
		men := make([]uint64, 4)
		for i := range men {
			men[i] = rng.Uint64N(58)
		}
		slices.Sort(men)
		word := func() (w uint64) {
			for i, m := range men {
				w |= m << (8 * i)
			}
			return w
		}
		i, to := rng.IntN(4), rng.Uint64N(58)
		got := with(without(word(), 8*uint64(i)), to)
		men[i] = to
		slices.Sort(men)
		if want := word(); got != want {
			t.Fatalf("man %d to %d: %#x, want %#x", i, to, got, want)
		}
	}
}

// Random games are as long, and have as many captures, as the contract says.
func TestParkerStatistics(t *testing.T) {
	const games = 20_000
	for _, c := range []struct {
		colours                    uint8
		turns, sd, captures, moves float64
	}{
		{0b0101, 78.0, 11.5, 4.7, 6.59},
		{0b0111, 112.5, 18.6, 13.7, 5.70},
		{0b1111, 146.5, 27.0, 23.9, 5.13},
	} {
		r := newParker(nil)
		start := r.setup(c.colours)
		rng := rand.New(rand.NewPCG(78, 112))
		list := make([]parlour.Move, 0, 256)
		var turns, captures, moves moment
		for range games {
			p := start
			for p.turn = parlour.Seat(rng.IntN(4)); !p.has(p.turn); p.turn = parlour.Seat(rng.IntN(4)) {
			}
			n, caught := 0, 0
			for ; p.turn != parlour.Nobody; n++ {
				r.Play(&p, parlour.TwoDice.Nth(rng.IntN(36)))
				list = r.AppendMoves(&p, list[:0])
				m := list[rng.IntN(len(list))]
				moves.add(float64(len(list)))
				caught += r.Captured(&p, m)
				r.Play(&p, m)
			}
			turns.add(float64(n))
			captures.add(float64(caught))
		}
		near := func(name string, got, want, sd, n, more, rounding float64) {
			if band := 4*math.Sqrt(sd*sd/n+sd*sd/more) + rounding; math.Abs(got-want) > band {
				t.Errorf("%d players: %.2f %s, want %.2f within %.2f", r.players(&start), got, name, want, band)
			}
		}
		near("turns", turns.mean(), c.turns, c.sd, 1000, games, 0.05)
		near("captures", captures.mean(), c.captures, captures.sd(), 1000, games, 0.05)
		near("legal turns", moves.mean(), c.moves, moves.sd(), 1000*c.turns/10, moves.n, 0.01)
	}
}

// The steps lead through every legal sequence, not only the listed ones, and
// each ends in the turn it makes.
func TestParkerSteps(t *testing.T) {
	for _, line := range []string{
		"parker G:10,13,*,*/B:-,-,-,- G 43 - -",
		"parker G:15,15,*,*/Y:-,-,-,18 G 33 - -",
		"parker[bonus-duty=may] G:20,30,*,*/Y:-,-,-,24/B:-,-,-,26 G 42 - -",
		"parker[entry-rest=may] G:-,10,20,*/B:-,-,-,0 G 55 - -",
		"parker G:h5,*,*,*/B:-,-,-,- G 64 - -",
	} {
		m := gametest.MustParse(t, ParkerGame(), line)
		rules, p, _ := parlour.Typed[Position](m)
		want := map[string]parlour.Move{}
		for _, s := range rules.(*Parker).sequences(&p) {
			text := "pass"
			if s.n > 0 {
				text = string(rules.(*Parker).appendSequence(nil, &p, s.list(), ' '))
			}
			want[text] = s.turn
		}
		got := map[string]parlour.Move{}
		var walk func(taken []string)
		walk = func(taken []string) {
			next, end, err := parlour.NextSteps(m, taken)
			if err != nil {
				t.Fatalf("%s: %q: %v", line, taken, err)
			}
			if end != parlour.NoMove {
				got[strings.Join(taken, " ")] = end
			}
			for _, s := range next {
				walk(append(slices.Clone(taken), s.Text))
			}
		}
		walk(nil)
		if !equalMoves(got, want) {
			t.Errorf("%s: steps lead to %v, want %v", line, got, want)
		}
		if _, _, err := parlour.NextSteps(m, []string{"7:1>8"}); err == nil {
			t.Errorf("%s: a step that follows nothing is accepted", line)
		}
	}
}

func equalMoves(a, b map[string]parlour.Move) bool {
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return len(a) == len(b)
}

// The effects of a turn come part by part.
func TestParkerEffects(t *testing.T) {
	m := gametest.MustParse(t, ParkerGame(), "parker G:-,36,*,*/Y:-,-,-,0 G 51 - -")
	mv, err := m.Parse("5:enterxY +20:36>* 1:0>1")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, e := range m.Effects(mv) {
		colour := map[string]string{"G": "green", "Y": "yellow"}[e.Colour]
		words = append(words, said(rulebook.Parker, e, colour))
	}
	want := []string{
		"Green brings a man in", "Green captures Yellow's man on Green's start (0)", "Green moves a bonus of 20 from 36 to home", "Green has a man home",
		"Green moves from Green's start (0) to 1",
	}
	if !slices.Equal(words, want) {
		t.Errorf("%q\nwant %q", words, want)
	}
	m = gametest.MustParse(t, ParkerGame(), "parker G:h4,*,*,*/Y:-,-,-,0 G 11 - -")
	effects := m.Effects(m.Moves()[0])
	if e := effects[len(effects)-1]; e.Kind != "finished" || e.Args["place"] != "1" {
		t.Errorf("the last effect of the last man is %+v", e)
	}
}

// Inside a turn the pieces are where the parts have brought them.
func TestParkerPieces(t *testing.T) {
	m := gametest.MustParse(t, ParkerGame(), "parker G:10,30,*,*/Y:-,-,-,14 G 42 4:10>14xY,+20:30>50 -")
	var got []string
	for _, p := range m.Pieces() {
		got = append(got, p.Colour+p.Place)
	}
	if want := []string{"G14", "G50", "GG*", "GG*", "YY-", "YY-", "YY-", "YY-"}; !slices.Equal(got, want) {
		t.Errorf("pieces %q, want %q", got, want)
	}
}

// A player who leaves is taken off the board, and parts that depend on that
// player's men are taken back.
func TestParkerRetire(t *testing.T) {
	for _, c := range []struct{ line, leaves, after string }{
		{"parker G:10,30,*,*/Y:-,-,-,14/B:-,-,-,- G 42 4:10>14xY -", "Y", "parker G:10,30,*,*/B:-,-,-,- G 42 - -"},
		{"parker G:10,30,*,*/Y:-,-,-,14/B:-,-,-,- G 42 4:10>14xY -", "G", "parker Y:-,-,-,14/B:-,-,-,- Y - - -"},
		{"parker G:-,-,-,-/Y:-,-,-,-/B:-,-,-,- G - - off=G?,Y?,B?", "G", "parker Y:-,-,-,-/B:-,-,-,- Y - - off=Y?,B?"},
	} {
		m := gametest.MustParse(t, ParkerGame(), c.line)
		if err := parlour.Retire(m, parlour.Seat(strings.Index("GYBR", c.leaves))); err != nil || m.String() != c.after || parlour.Check(m) != nil {
			t.Errorf("%s: after %s left: %s (%v, %v), want %s", c.line, c.leaves, m, err, parlour.Check(m), c.after)
		}
	}
}

// The greedy player follows its rule.
func TestParkerGreed(t *testing.T) {
	for _, c := range []struct{ line, best string }{
		{"parker G:10,30,*,*/Y:-,-,-,14 G 42 - -", "4:10>14xY +20:14>34 2:30>32"},       // capture; what else is equal goes by the order
		{"parker G:20,h5,*,*/B:-,-,-,- G 61 - -", "6:20>26 1:h5>*"},                     // home before progress
		{"parker G:h3,*,*,*/B:-,-,-,- G 31 - -", "3:h3>*"},                              // the last man home
		{"parker G:20,33,*,*/Y:-,-,-,19/B:-,-,-,- G 64 - -", "10:33>43"},                // risk the man that has come less far
		{"parker G:15,15,*,*/B:-,-,-,10 G 33 - -", "3:15>18 3:15>18"},                   // together they are safe
		{"parker G:10,30,*,*/Y:-,-,-,14 G 42 4:10>14xY -", "+20:14>34"},                 // part by part
		{"parker[play-on=all] G:*,*,*,*/Y:-,-,-,20/B:h5,*,*,* B 61 - rank=G", "1:h5>*"}, // whoever was first
	} {
		m := gametest.MustParse(t, ParkerGame(), c.line)
		prefers(t, m, c.best)
	}
}

// A bad line is refused with every fault listed.
func TestParkerFaults(t *testing.T) {
	for _, c := range []struct {
		line   string
		faults int
	}{
		{"parker G:-,10,10,10/Y:-,-,20,20/B:-,-,20,h1 G - - -", 2},
		{"parker G:-,-,13,13/Y:h1,h1,h1,*/B:-,-,-,- G - - -", 2},
		{"parker G:-,-,-,51/Y:-,-,-,12/B:-,-,- G 24 - run=1", 5},
		{"parker[total=half,triple=no] G:-,-,-,-/B:-,-,-,- G - - -", 2},
		{"parker G:-,-,-,0/Y:-,-,-,0/B:-,-,-,- G - - -", 1},
		{"parker G:-,-,-,9/Y:-,-,-,9/B:-,-,-,9 G - - -", 1},
		{"parker[foot-owner-captures=no] G:-,-,50,50/B:-,-,50,50 G - - -", 1},
		{"parker G:10,30,*,*/Y:-,-,-,14 G 42 4:10>14xY,2:30>32 -", 1},
		{"parker G:10,30,*,*/Y:-,-,-,14 G 42 pass -", 1},
		{"parker G:10,30,*,*/Y:-,-,-,14 G - 4:10>14xY -", 1},
	} {
		_, err := ParkerGame().Parse(c.line)
		if e, ok := err.(*parlour.PositionError); !ok || len(e.Faults) != c.faults {
			t.Errorf("%s: %v, want %d faults", c.line, err, c.faults)
		}
	}
}

func FuzzParkerPosition(f *testing.F) {
	for _, s := range gametest.ReadScenarios(f, "testdata/parker.json") {
		f.Add(s.Position)
	}
	f.Fuzz(func(t *testing.T, line string) { readStrictly(t, ParkerGame(), line) })
}

func FuzzParkerMove(f *testing.F) {
	for _, s := range gametest.ReadScenarios(f, "testdata/parker.json") {
		for _, text := range s.Legal {
			f.Add(s.Position, text)
		}
	}
	f.Fuzz(func(t *testing.T, line, text string) { readMove(t, ParkerGame(), line, text) })
}

// With blockade-duty=last, a turn that keeps its pairs ends when only a pair
// could still move: with dice-duty=free whatever it has used, and with
// entry-rest=may already after the entry. Neither option alone allows it.
// [parker/r-blockade-vs-dice]
func TestParkerPairsKept(t *testing.T) {
	for _, c := range []struct{ option, line, turn string }{
		{"dice-duty=free", " G:15,15,30,h4/B:-,-,-,- G 42 - -", "2:30>32"},
		{"entry-rest=may", " G:-,-,15,15/B:-,-,-,0 G 54 - -", "5:enterxB"}, // the twenty is lost
	} {
		for _, o := range []struct {
			options string
			want    bool
		}{{"", false}, {"[blockade-duty=last]", false}, {"[" + c.option + "]", false}, {"[blockade-duty=last," + c.option + "]", true}} {
			m := gametest.MustParse(t, ParkerGame(), "parker"+o.options+c.line)
			if list := gametest.Describe(m); slices.Contains(list, c.turn) != o.want {
				t.Errorf("%s: %s is legal: %v, want %v", m, c.turn, !o.want, o.want)
			}
		}
	}
}
