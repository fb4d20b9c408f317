package race

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/rulebook"
)

// randomTag returns a game with random options: none, one or many.
func randomTag(rng *rand.Rand, book *rulebook.Book) string {
	var set rulebook.Settings
	one := rng.IntN(len(book.Options))
	mode := rng.IntN(4)
	for i, o := range book.Options {
		if mode == 0 || mode == 1 && i != one || mode == 2 && rng.IntN(4) != 0 || mode == 3 && rng.IntN(2) != 0 {
			continue
		}
		v := o.Values[rng.IntN(len(o.Values))].Name
		if v != o.Default {
			set = append(set, rulebook.Setting{Key: o.Key, Value: v})
		}
	}
	return string(book.AppendTag(nil, set))
}

// randomMensch returns a random line with a throw to play; it may be invalid.
func randomMensch(rng *rand.Rand) string {
	tag := randomTag(rng, rulebook.Mensch)
	n := readPlain(tag + " Y:-/G:-/R:-/K:- Y 1 - -")
	n.throw = 1 + rng.IntN(6)
	if rng.IntN(3) == 0 {
		n.throw = 6
	}
	n.men = map[byte][]int{}
	if rng.IntN(3) != 0 {
		n.seats = ownerships[1+rng.IntN(5)]
	} else if rng.IntN(3) == 0 {
		n.colours = []string{"YR", "GK", "YG", "YGR", "GRK", "YRK"}[rng.IntN(6)]
	}
	near := rng.IntN(40) // some positions crowd the pieces here
	crowd := rng.IntN(2) == 0
	full := rng.IntN(4) // how likely colours are to be home
	for i := range n.colours {
		c := n.colours[i]
		if full == 0 && rng.IntN(2) == 0 {
			n.men[c] = []int{40, 41, 42, 43}
			continue
		}
		for len(n.men[c]) < 4 {
			q := rng.IntN(40)
			if crowd {
				q = (near + rng.IntN(14) - plainStart(c) + 40) % 40
			}
			switch rng.IntN(6) {
			case 0, 1:
				q = -1
			case 2:
				q = 40 + rng.IntN(4)
			case 3:
				if rng.IntN(2) == 0 {
					q = 0
				}
			}
			if q >= 40 && n.on(c, q) > 0 {
				continue
			}
			if q >= 0 && q < 40 {
				v, k := n.square((plainStart(c) + q) % 40)
				if k > 0 && v != c || k > 1 || k == 1 && n.option("barrier", "no") != "yes" {
					continue
				}
			}
			n.men[c] = append(n.men[c], q)
		}
	}
	for i := range n.colours {
		if c := n.colours[i]; n.home(c) && c != n.neutral() {
			n.rank = append(n.rank, c)
		}
	}
	rng.Shuffle(len(n.rank), func(i, j int) { n.rank[i], n.rank[j] = n.rank[j], n.rank[i] })
	n.turn = n.colours[rng.IntN(len(n.colours))]
	if n.allow3(n.turn) {
		n.tries = rng.IntN(3)
	}
	return n.line()
}

// Every legal list, and every position after it, agrees with the plain program.
func TestMenschPlain(t *testing.T) {
	g := MenschGame()
	rng := rand.New(rand.NewPCG(3, 1))
	want := gametest.Times(20_000, 50)
	seen, marks, neutral, passes := 0, 0, 0, 0
	for seen < want {
		line := randomMensch(rng)
		m, err := g.Parse(line)
		if err != nil {
			continue
		}
		seen++
		n := readPlain(line)
		if n.over() || n.done(n.turn) || n.turn == n.neutral() {
			t.Fatalf("%s is accepted", line)
		}
		comparePlain(t, m, n)
		if t.Failed() {
			return
		}
		for _, mv := range n.legal() {
			if mv.huffColour != 0 {
				marks++
			}
			if mv.colour != 0 && mv.colour != n.turn {
				neutral++
			}
			if mv.colour == 0 {
				passes++
			}
		}
	}
	if marks < want/100 || neutral < want/100 || passes < want/100 {
		t.Errorf("only %d marks, %d neutral moves and %d passes in %d positions", marks, neutral, passes, seen)
	}
}

// The fast way lists the same moves as the general way.
func TestMenschSimple(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	simple := 0
	for range gametest.Times(20_000, 50) {
		m, err := MenschGame().Parse(randomMensch(rng))
		if err != nil {
			continue
		}
		rules, p, _ := parlour.Typed[Position](m)
		r := rules.(*Mensch)
		if !r.simple || neutral(&p) != parlour.Nobody {
			continue
		}
		simple++
		if short, long := r.appendSimple(&p, make([]parlour.Move, 0, 4)), r.appendChosen(&p, nil); !slices.Equal(short, long) {
			t.Fatalf("%s: %v in short, %v in long", m, short, long)
		}
	}
	if simple < 1000 {
		t.Errorf("only %d positions were tested", simple)
	}
}

// comparePlain compares the list of a position, and every position after it.
func comparePlain(t *testing.T, m parlour.Match, n *plain) {
	t.Helper()
	line := m.String()
	if n.line() != line {
		t.Fatalf("%s\nreads back from the plain program as\n%s", line, n.line())
	}
	list := n.legal()
	var texts []string
	for _, mv := range list {
		texts = append(texts, n.text(mv))
	}
	if got := gametest.Describe(m); !slices.Equal(got, texts) {
		t.Errorf("%s\nengine %q\nplain  %q", line, got, texts)
		return
	}
	for i, mv := range m.Moves() {
		after := m.Clone()
		if err := after.Play(mv); err != nil {
			t.Fatal(err)
		}
		if got, want := after.String(), n.after(list[i]); got != want {
			t.Errorf("%s\nafter %s\nengine %s\nplain  %s", line, texts[i], got, want)
		}
		if err := parlour.Check(after); err != nil {
			t.Errorf("%s after %s: %v", line, texts[i], err)
		}
	}
}

// A random line is refused exactly if it breaks the rules. These are the rules
// that the plain program can judge.
func TestMenschInvalid(t *testing.T) {
	g := MenschGame()
	rng := rand.New(rand.NewPCG(3, 2))
	for range gametest.Times(4000, 50) {
		line := randomMensch(rng)
		n := readPlain(line)
		bad := n.over() || n.done(n.turn) || n.turn == n.neutral()
		for i := range n.colours {
			if n.on(n.colours[i], 0) == 2 && n.option("apair", "never") == "never" {
				bad = true
			}
		}
		if _, err := g.Parse(line); (err != nil) != bad {
			t.Fatalf("%s: %v, but bad is %v", line, err, bad)
		}
	}
	for _, line := range []string{
		"mensch Y:-,-,-,0/R:-,-,-,20 Y - - seats=1212",
		"mensch Y:-,-,-,5/R:-,-,-,5 Y - - -",
		"mensch[barrier=yes] Y:-,5,5,5/R:-,-,-,20 Y - - -",
		"mensch[tries=3] Y:-,-,-,c/R:-,-,-,20 Y - - tries=1",
		"mensch[tries=3] Y:-,-,-,-/R:-,-,-,20 Y - - tries=3",
		"mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:-,-,-,30 Y - - off=Y?,R?;seats=1212",
		"mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:-,-,-,30 Y - - off=Y?,K?;seats=123n",
		"mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:a,b,c,d Y - - rank=K;seats=123n",
		"mensch Y:-,-,-,0/R:-,-,-,* Y - - -",
		"mensch Y:-,-,-,0/R:-,-,-,h1 Y - - -",
		"mensch Y:-,-,-,0/R:-,-,-,20 Y - - run=1",
	} {
		if _, err := g.Parse(line); err == nil {
			t.Errorf("%s is accepted", line)
		}
	}
}

// Random games with random options keep the laws, and the plain program agrees
// with every position.
func TestMenschOptions(t *testing.T) {
	g := MenschGame()
	rng := rand.New(rand.NewPCG(3, 3))
	c := gametest.Config[Position]{Games: 1, Places: gametest.Places(BoardOf)}
	for range gametest.Times(25, 20) {
		seats := ownerships[rng.IntN(len(ownerships))]
		tag := randomTag(rng, rulebook.Mensch)
		set, _ := rulebook.Mensch.ReadTag(tag)
		options := map[string]string{}
		for _, s := range set {
			options[s.Key] = s.Value
		}
		c.Setups = append(c.Setups, parlour.Setup{Seats: seats, Options: options})
	}
	for _, s := range c.Setups {
		m, err := g.New(s)
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; !m.Turn().Over(); ply++ {
			if ply > 100_000 {
				t.Fatalf("%s never ends", m)
			}
			turn := m.Turn()
			mv := turn.Dice.Nth(rng.IntN(6))
			if turn.Dice == 0 {
				if list := m.Moves(); len(list) > 1 || ply%8 == 0 {
					comparePlain(t, m, readPlain(m.String()))
				}
				if t.Failed() {
					return
				}
				list := m.Moves()
				mv = list[rng.IntN(len(list))]
			}
			if err := m.Play(mv); err != nil {
				t.Fatal(err)
			}
		}
	}
	gametest.Run(t, g, c)
}

// The complete games replay line by line.
func TestMenschGames(t *testing.T) {
	data, err := os.ReadFile("testdata/games/mensch.txt")
	if err != nil {
		t.Fatal(err)
	}
	g := MenschGame()
	var m parlour.Match
	games := 0
	for i, line := range strings.Split(string(data), "\n") {
		f := strings.Fields(line)
		switch {
		case line == "":
			m = nil
		case strings.HasPrefix(line, "#"):
		case f[0] == "=" && m == nil:
			m = gametest.MustParse(t, g, line[2:])
			games++
		case f[0] == "=":
			if m.String() != line[2:] {
				t.Fatalf("line %d\ngot  %s\nwant %s", i+1, m, line[2:])
			}
		default:
			if info := m.Info(); info.Letter(m.Turn().Seat) != f[0] {
				t.Fatalf("line %d: it is not %s's turn in %s", i+1, f[0], m)
			}
			gametest.PlayText(t, m, f[1])
			if f[2] != "off" {
				mv, err := m.Parse(f[2])
				if err != nil || m.Text(mv) != f[2] {
					t.Fatalf("line %d: %s is refused or written differently in %s", i+1, f[2], m)
				}
				gametest.PlayText(t, m, f[2])
			}
		}
	}
	if games < 6 {
		t.Errorf("only %d games", games)
	}
}

// A Setup names who owns the colours, and who begins.
func TestMenschSetup(t *testing.T) {
	g := MenschGame()
	const men = "mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:-,-,-,30 "
	for _, c := range []struct {
		setup parlour.Setup
		line  string
	}{
		{parlour.Setup{}, men + "Y - - off=Y?,G?,R?,K?"},
		{parlour.Setup{Seats: "1212"}, men + "Y - - off=Y?,G?;seats=1212"},
		{parlour.Setup{Seats: "1212", Players: 2, Colours: "YGRK", First: "G"}, men + "G - - seats=1212"},
		{parlour.Setup{Seats: "123n", Colours: "KRGY"}, men + "Y - - off=Y?,G?,R?;seats=123n"},
		{parlour.Setup{Seats: "n123"}, men + "G - - off=G?,R?,K?;seats=n123"},
		{parlour.Setup{Seats: "1n23", Players: 3}, men + "Y - - off=Y?,R?,K?;seats=1n23"},
		{parlour.Setup{Players: 2}, "mensch Y:-,-,-,0/R:-,-,-,20 Y - - off=Y?,R?"},
		{parlour.Setup{Colours: "GK", First: "K"}, "mensch G:-,-,-,10/K:-,-,-,30 K - - -"},
	} {
		m, err := g.New(c.setup)
		if err != nil || m.String() != c.line {
			t.Errorf("%+v: %v, %v; want %s", c.setup, m, err, c.line)
		}
	}
	for _, s := range []parlour.Setup{
		{Seats: "1234"}, {Seats: "1212", Players: 3}, {Seats: "123n", Players: 2}, {Seats: "123n", First: "K"},
		{Seats: "1212", First: "R"}, {Seats: "1212", First: "K"}, // [mensch/r-start-double]
		{Seats: "1212", Colours: "YR"}, {Seats: "123n", Colours: "KRGG"}, {Options: map[string]string{"back": "maybe"}},
	} {
		if m, err := g.New(s); err == nil {
			t.Errorf("%+v gives %s", s, m)
		}
	}
}

// Owners, sides and results when players share or own several colours.
func TestMenschResults(t *testing.T) {
	g := MenschGame()
	for _, c := range []struct {
		line   string
		places [4]int8
		share  [4]float64
	}{
		{"mensch Y:a,b,c,d/G:a,b,c,d/R:a,b,c,d/K:-,-,-,31 - - - rank=Y,R,G", [4]int8{1, 3, 2, 4}, [4]float64{1, 0, 0, 0}},
		{"mensch[play-on=first] Y:-,-,-,0/G:a,b,c,d/R:-,-,-,20 - - - rank=G", [4]int8{2, 1, 2, 0}, [4]float64{0, 1, 0, 0}},
		{"mensch Y:a,b,c,d/G:-,-,-,15/R:a,b,c,d/K:-,-,-,31 - - - rank=Y,R;seats=1212", [4]int8{1, 2, 1, 2}, [4]float64{1, 0, 1, 0}},
		{"mensch Y:a,b,c,d/G:a,b,c,d/R:-,-,-,25/K:a,b,c,d - - - rank=Y,G,K;seats=1212", [4]int8{2, 1, 2, 1}, [4]float64{0, 1, 0, 1}},
		{"mensch[double=colours] Y:a,b,c,d/G:a,b,c,d/R:-,-,-,25/K:a,b,c,d - - - rank=Y,G,K;seats=1212", [4]int8{1, 2, 4, 3}, [4]float64{1, 0, 1, 0}},
		{"mensch Y:a,b,c,d/G:a,b,c,d/R:-,-,-,22/K:a,b,c,d - - - rank=Y,G;seats=123n", [4]int8{1, 2, 3, 0}, [4]float64{1, 0, 0, 0}},
		{"mensch Y:a,b,c,d/G:a,b,c,d/R:-,-,-,22/K:-,b,c,d Y - - rank=Y,G;seats=123n", [4]int8{}, [4]float64{}},
	} {
		r := gametest.MustParse(t, g, c.line).Result()
		if r.Place != c.places || r.Share != c.share {
			t.Errorf("%s\ngot  %v %v\nwant %v %v", c.line, r.Place, r.Share, c.places, c.share)
		}
	}
	m := gametest.MustParse(t, g, "mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:-,-,-,30 Y - - seats=1212")
	if m.Role(2).Owner != 0 || m.Role(3).Side != 1 {
		t.Errorf("red is owned by %v, black is on side %v", m.Role(2).Owner, m.Role(3).Side)
	}
	m = gametest.MustParse(t, g, "mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:-,-,-,30 Y - - seats=123n")
	if m.Role(3).Owner != parlour.Nobody || m.Role(2).Owner != 2 {
		t.Errorf("black is owned by %v, red by %v", m.Role(3).Owner, m.Role(2).Owner)
	}
}

// A player who leaves a game of three is taken out of it, but not if colours
// are shared.
func TestMenschRetire(t *testing.T) {
	g := MenschGame()
	m := gametest.MustParse(t, g, "mensch[tries=3] Y:-,-,-,-/G:-,-,-,10/R:-,-,-,20 Y 3 - tries=1")
	if err := parlour.Retire(m, 0); err != nil || m.String() != "mensch[tries=3] G:-,-,-,10/R:-,-,-,20 G - - -" {
		t.Errorf("%v, %v", m, err)
	}
	if err := parlour.Retire(m, 1); err == nil {
		t.Errorf("after the last but one has left: %s", m)
	}
}

// The greedy rule must be better than chance to serve as a yardstick, and it
// must prefer what it says.
func TestMenschGreed(t *testing.T) {
	rules, start := openLine(t, MenschGame(), "mensch Y:-,-,-,0/R:-,-,-,20 Y - - -")
	r := rules.(*Mensch)
	rng := rand.New(rand.NewPCG(3, 6))
	won, games := 0, gametest.Times(300, 20)
	for i := range games {
		p := start
		p.turn = parlour.Seat(i % 2 * 2)
		for p.turn != parlour.Nobody {
			if p.throw == 0 {
				r.Play(&p, parlour.Move(1+rng.IntN(6)))
				continue
			}
			list := r.AppendMoveList(&p, nil)
			m := list[rng.IntN(len(list))]
			if p.turn == 0 {
				m = slices.MaxFunc(list, func(a, b parlour.Move) int { return r.Greed(&p, a) - r.Greed(&p, b) })
			}
			r.Play(&p, m)
		}
		won += int(r.Result(&p).Share[0])
	}
	if won < games*6/10 {
		t.Errorf("the greedy player wins %d of %d games", won, games)
	}
	for _, c := range []struct{ line, best string }{
		{"mensch Y:-,5,12,38/G:-,-,-,14/R:-,-,-,-/K:-,-,-,- Y 2 - -", "12>14xG"},
		{"mensch Y:-,5,12,38/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 2 - -", "38>a"},
		{"mensch Y:3,12,30,d/G:-,-,-,11/R:-,-,-,-/K:-,-,-,- Y 6 - -", "12>18"},
		{"mensch[must=yes] Y:-,5,12,38/G:-,-,-,14/R:-,-,-,-/K:-,-,-,- Y 2 - -", "12>14xG"},
		{"mensch Y:-,-,4,9/G:-,-,-,33/R:-,-,-,20/K:-,-,-,30 Y 3 - seats=123n", "K:30>33xG"},
		{"mensch[neutral=free] Y:-,-,4,9/G:-,-,-,34/R:-,-,-,20/K:-,-,-,30 Y 3 - seats=123n", "9>12"},
		{"mensch[kin=hit] Y:-,-,5,17/G:-,-,-,-/R:-,-,-,20/K:-,-,-,- Y 3 - seats=1212", "5>8"},
	} {
		m := gametest.MustParse(t, MenschGame(), c.line)
		rules, p, _ := parlour.Typed[Position](m)
		r := rules.(*Mensch)
		best := slices.MaxFunc(m.Moves(), func(a, b parlour.Move) int { return r.Greed(&p, a) - r.Greed(&p, b) })
		if got := m.Text(best); got != c.best {
			t.Errorf("%s: %s, want %s", c.line, got, c.best)
		}
	}
}

// The parts of a move do not overlap.
func TestMenschMoveBits(t *testing.T) {
	const m = menschMove | 43 | 44<<toShift | 3<<colourShift | 4<<capturedShift | 44<<huffFromShift | 3<<huffColourShift
	if menschFrom(m) != 42 || menschTo(m) != 43 || menschColour(m) != 3 || menschCaptured(m) != 3 ||
		!menschHuffs(m) || menschHuffFrom(m) != 43 || menschHuffColour(m) != 3 || menschPasses(m) {
		t.Errorf("%#x decodes to %d %d %d %d %d %d", uint64(m), menschFrom(m), menschTo(m), menschColour(m),
			menschCaptured(m), menschHuffFrom(m), menschHuffColour(m))
	}
	if !menschPasses(menschMove) || menschHuffs(menschMove) || menschCaptured(menschMove) != parlour.Nobody {
		t.Error("a pass is not recognised")
	}
}

func ExampleMenschGame() {
	m, err := MenschGame().Parse("mensch[back=yes,must=yes] Y:-,-,5,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 3 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(gametest.Describe(m))
	// Output: [5>8!12 12>15!12 12<9xG]
}
