package race

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
	"parlour/rulebook"
)

// replayGames plays the complete games of a book line by line.
func replayGames(t *testing.T, g parlour.Game) {
	t.Helper()
	f, err := os.Open("testdata/games/" + g.Info().ID + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info := g.Info()
	var m parlour.Match
	over, throws := 0, 0
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		line := in.Text()
		if line == "" || line[0] == '#' {
			m = nil
			continue
		}
		if position, ok := strings.CutPrefix(line, "= "); ok {
			switch {
			case m == nil:
				m = gametest.MustParse(t, g, position)
			case m.String() != position:
				t.Fatalf("line %d: got %s, want %s", n, m, position)
			}
			if m.Turn().Over() {
				over++
			}
			continue
		}
		f := strings.SplitN(line, " ", 3)
		if got := info.Letter(m.Turn().Seat); got != f[0] {
			t.Fatalf("line %d: it is %s's turn, not %s's", n, got, f[0])
		}
		gametest.PlayText(t, m, "throw "+f[1])
		throws++
		if f[2] == "off" {
			continue
		}
		mv, err := m.Parse(f[2])
		if err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		if m.Text(mv) != f[2] {
			t.Fatalf("line %d: %s reads back as %s", n, f[2], m.Text(mv))
		}
		if err := m.Play(mv); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
	}
	if over < 6 || throws < 100 {
		t.Errorf("only %d games with %d throws were replayed", over, throws)
	}
}

// ludoBooks are the books of the games of Ludo by id.
var ludoBooks = map[string]*rulebook.Book{"kleefeld": rulebook.Kleefeld, "parker": rulebook.Parker, "british": rulebook.British}

// optionLaws tests the laws that all games keep, with n random combinations of
// options.
func optionLaws(t *testing.T, g parlour.Game, n int) {
	t.Helper()
	book := ludoBooks[g.Info().ID]
	rng := rand.New(rand.NewPCG(21, 22))
	var setups []parlour.Setup
	for range n {
		options := randomOptions(book, rng)
		for key := range options {
			if book.Option(key) == nil {
				delete(options, key)
			}
		}
		setups = append(setups, parlour.Setup{Options: options, Players: g.Info().Players[rng.IntN(len(g.Info().Players))]})
	}
	gametest.Run(t, g, gametest.Config[Position]{Setups: setups, Games: 1, Rotate: rotate, Places: placeNames()})
}

// placeNames returns a function that lists the place names of a match's board.
// It looks up each board once for every tag of a line.
func placeNames() func(parlour.Match) []string {
	known := map[string][]string{}
	return func(m parlour.Match) []string {
		tag, _, _ := strings.Cut(m.String(), " ")
		if known[tag] == nil {
			for _, p := range BoardOf(m).Places {
				known[tag] = append(known[tag], p.Name)
			}
		}
		return known[tag]
	}
}

// settings reads one option written key=value.
func settings(t *testing.T, id, option string) rulebook.Settings {
	t.Helper()
	key, value, _ := strings.Cut(option, "=")
	set, faults := ludoBooks[id].Choose(map[string]string{key: value})
	if faults != nil {
		t.Fatal(faults)
	}
	return set
}

// A sample is what other programs measured: the mean and the standard deviation
// of the turns, the means of throws, captures and jumps, and the number of
// games. A value below 0 is unknown.
type sample struct{ turns, sd, throws, captures, jumps, games float64 }

// A moment collects a mean with its deviation.
type moment struct{ n, sum, squares float64 }

func (m *moment) add(x float64) { m.n, m.sum, m.squares = m.n+1, m.sum+x, m.squares+x*x }
func (m *moment) mean() float64 { return m.sum / m.n }
func (m *moment) sd() float64   { return math.Sqrt(m.squares/m.n - m.mean()*m.mean()) }

// measure plays random games.
func measure(rules interface {
	parlour.Rules[Position]
	parlour.Counter[Position]
}, start Position, games int) (turns, throws, captures, jumps moment) {
	rng := rand.New(rand.NewPCG(31, 32))
	moves := make([]parlour.Move, 0, 64)
	for range games {
		p := start
		p.turn = 0
		turn, throw, caught, jumped := 1, 0, 0, 0
		for {
			seat := p.turn
			rules.Play(&p, parlour.Move(rng.IntN(6)+1))
			throw++
			moves = rules.AppendMoves(&p, moves[:0])
			m := moves[rng.IntN(len(moves))]
			caught += rules.Captured(&p, m)
			if m != ludoPass {
				jumped += ludoLen(m) - 1
			}
			rules.Play(&p, m)
			if p.turn == parlour.Nobody {
				break
			}
			if p.turn != seat {
				turn++
			}
		}
		turns.add(float64(turn))
		throws.add(float64(throw))
		captures.add(float64(caught))
		jumps.add(float64(jumped))
	}
	return
}

// statistics compares that many random games with a sample. Means must agree
// within four standard errors of the difference.
func statistics(t *testing.T, rules interface {
	parlour.Rules[Position]
	parlour.Counter[Position]
}, start Position, games int, want sample) {
	t.Helper()
	turns, throws, captures, jumps := measure(rules, start, games)
	near := func(name string, got moment, want, sd, n, rounding float64) {
		if band := 4*math.Sqrt(sd*sd/n+sd*sd/float64(games)) + rounding; want >= 0 && math.Abs(got.mean()-want) > band {
			t.Errorf("%s: mean %.2f, want %.2f within %.2f", name, got.mean(), want, band)
		}
	}
	near("turns", turns, want.turns, want.sd, want.games, 0.05)
	near("throws", throws, want.throws, throws.sd(), want.games, 0.05)
	near("captures", captures, want.captures, captures.sd(), want.games, 0.05)
	near("jumps", jumps, want.jumps, jumps.sd(), want.games, 0.05)
}

// lengths compares the mean number of turns in random games with a mean known
// to the given standard error.
func lengths(t *testing.T, option string, rules interface {
	parlour.Rules[Position]
	parlour.Counter[Position]
}, start Position, want, se float64) {
	t.Helper()
	games := gametest.Times(500, 20)
	turns, _, _, _ := measure(rules, start, games)
	if band := 4 * math.Hypot(se, turns.sd()/math.Sqrt(float64(games))); math.Abs(turns.mean()-want) > band {
		t.Errorf("%s: mean of %.1f turns, want %.0f within %.1f", option, turns.mean(), want, band)
	}
}

// A whyCase is a text that is refused, with the reason.
type whyCase struct {
	line, text string
	code       string
	clause     string // one of the clauses, without the game
	args       string // see gametest.HasArgs
	instead    []string
}

func whyTable(t *testing.T, g parlour.Game, cases []whyCase) {
	t.Helper()
	for _, c := range cases {
		m := gametest.MustParse(t, g, c.line)
		mv, err := m.Parse(c.text)
		r, ok := err.(*parlour.Refusal)
		if !ok {
			t.Errorf("%s: %s gives %v, %v", c.line, c.text, mv, err)
			continue
		}
		id := g.Info().ID
		if r.Code != c.code || c.clause != "" && !slices.Contains(r.Clauses, id+"/"+c.clause) || !slices.Equal(r.Instead, c.instead) {
			t.Errorf("%s: %s is refused by %v, instead %q", c.line, c.text, r, r.Instead)
		}
		said := phrase.English.Refusal(r)
		if !phrase.English.Has(r.Code) || !gametest.HasArgs(r, c.args) || strings.ContainsAny(said, "{}") {
			t.Errorf("%s: %s: %v (%s), want %s", c.line, c.text, r, said, c.args)
		}
	}
	because := kleefeldBecause
	if g.Info().ID == "british" {
		because = britishBecause
	}
	for code, ids := range because {
		if !phrase.English.Has(code) {
			t.Errorf("there are no words for %s", code)
		}
		for _, id := range ids {
			if book := ludoBooks[g.Info().ID]; book.Clause(id) == nil && book.Ruling(id) == nil {
				t.Errorf("%s cites %s, which is not in the book", code, id)
			}
		}
	}
}

// TestLudoWords checks that every effect and every refusal in random play has a
// sentence.
func TestLudoWords(t *testing.T) {
	for _, g := range []parlour.Game{KleefeldGame(), BritishGame()} {
		rng := rand.New(rand.NewPCG(41, 42))
		texts := []string{"pass", "enter", "*>h1", "h1>h2^h3", "enter^10"}
		for range gametest.Times(2000, 20) {
			n := randomNaive(g.Info().ID, rng)
			if n == nil {
				continue
			}
			m := gametest.MustParse(t, g, n.line())
			for _, mv := range m.Moves() {
				texts = append(texts, m.Text(mv))
				for _, e := range m.Effects(mv) {
					said := phrase.English.Effect("race", e, "green")
					if !phrase.English.Has("race."+e.Kind) || strings.ContainsAny(said, "{}=") {
						t.Fatalf("%s: %s: %s", m, m.Text(mv), said)
					}
				}
			}
			for range 20 {
				text := texts[rng.IntN(len(texts))]
				if rng.IntN(2) == 0 {
					text, _, _ = strings.Cut(text, "x")
				}
				_, err := m.Parse(text)
				if err == nil {
					continue
				}
				r := err.(*parlour.Refusal)
				if r.Code == "not-legal" || !phrase.English.Has(r.Code) || r.Code != "unreadable" && len(r.Clauses) == 0 || len(r.Instead) == 0 {
					t.Fatalf("%s: %s: %v, instead %q", m, text, r, r.Instead)
				}
			}
		}
	}
}

// A player who leaves is taken off the board, but one who is home stays. When
// only one other player is left, the game ends. [kleefeld/r-leaving]
// [british/r-leaving]
func TestLudoRetire(t *testing.T) {
	for _, c := range []struct{ line, leaves, after string }{
		{"kleefeld G:-,-,-,10/Y:-,-,-,14/B:-,-,-,-/R:-,-,-,- G 4 - -", "G", "kleefeld Y:-,-,-,14/B:-,-,-,-/R:-,-,-,- Y - - -"},
		{"kleefeld G:-,-,-,10/Y:-,-,-,14/B:-,-,-,-/R:-,-,-,- G 6 - run=2", "B", "kleefeld G:-,-,-,10/Y:-,-,-,14/R:-,-,-,- G 6 - run=2"},
		{"kleefeld G:-,-,-,10/Y:*,*,*,*/B:-,-,-,-/R:-,-,-,- G 4 - rank=Y", "Y", "kleefeld G:-,-,-,10/Y:*,*,*,*/B:-,-,-,-/R:-,-,-,- G 4 - rank=Y"},
		{"kleefeld G:-,-,-,10/Y:*,*,*,*/B:-,-,-,- G 4 - rank=Y", "G", "kleefeld Y:*,*,*,*/B:-,-,-,- - - - rank=Y"},
		{"british[play-on=all] G:-,-,-,10/Y:*,*,*,*/B:-,-,-,-/R:*,*,*,* G 4 - rank=Y,R", "B", "british[play-on=all] G:-,-,-,10/Y:*,*,*,*/R:*,*,*,* - - - rank=Y,R"},
		{"british G:-,-,-,-/Y:-,-,-,-/B:-,-,-,- G - - off=G?,Y?,B?", "G", "british Y:-,-,-,-/B:-,-,-,- Y - - off=Y?,B?"},
		{"british G:-,-,-,-/Y:-,-,-,-/B:-,-,-,- B - - off=G2,Y4,B?", "B", "british G:-,-,-,-/Y:-,-,-,- Y - - -"},
		{"british G:-,-,-,-/Y:-,-,-,-/B:-,-,-,- G - - off=G?,Y?", "G", "british Y:-,-,-,-/B:-,-,-,- Y - - -"},
		{"kleefeld G:-,-,-,10/B:-,-,-,- G 4 - -", "G", ""},
		{"kleefeld G:-,-,-,10/B:-,-,-,- G 4 - -", "Y", ""},
	} {
		m := gametest.MustParse(t, find(c.line), c.line)
		err := parlour.Retire(m, parlour.Seat(strings.Index("GYBR", c.leaves)))
		switch {
		case c.after == "" && err == nil:
			t.Errorf("%s: after %s left: %s", c.line, c.leaves, m)
		case c.after != "" && (err != nil || m.String() != c.after):
			t.Errorf("%s: after %s left: %s (%v), want %s", c.line, c.leaves, m, err, c.after)
		case parlour.Check(m) != nil:
			t.Errorf("%s: %v", m, parlour.Check(m))
		}
	}
}

// The greedy player follows its rule.
func TestLudoGreed(t *testing.T) {
	for _, c := range []struct{ line, best string }{
		{"kleefeld G:-,-,10,20/B:-,-,-,14 G 4 - -", "10>14xB"},                            // capture before progress
		{"kleefeld G:10,48,h2,*/B:-,-,-,40 G 4 - -", "h2>*"},                              // home before the lane
		{"british G:-,-,-,20/B:-,-,-,- G 6 - run=1", "enter"},                             // enter before progress
		{"kleefeld G:-,-,9,20/B:-,-,18,19 G 1 - -", "20>21"},                              // danger stays the same: progress
		{"kleefeld G:-,-,20,40/Y:-,-,-,15/B:-,-,-,- G 2 - -", "20>22"},                    // out of reach
		{"kleefeld[decline=yes] G:-,-,-,20/B:-,-,-,- G 2 - -", "20>22"},                   // a move before pass
		{"kleefeld G:-,-,-,10/Y:-,-,15,16/B:-,-,-,24/R:-,-,-,14 G 4 - -", "10>14xR^24xB"}, // both captures
	} {
		m := gametest.MustParse(t, find(c.line), c.line)
		prefers(t, m, c.best)
	}
}

// prefers checks which move the greedy player makes.
func prefers(t *testing.T, m parlour.Match, want string) {
	t.Helper()
	rules, p, _ := parlour.Typed[Position](m)
	best, worth := "", math.MinInt
	for _, mv := range m.Moves() {
		if g := rules.(parlour.Greedy[Position]).Greed(&p, mv); g > worth {
			best, worth = m.Text(mv), g
		}
	}
	if best != want {
		t.Errorf("%s: the greedy player moves %s, want %s", m, best, want)
	}
}

// A bad line is refused with every fault listed.
func TestLudoFaults(t *testing.T) {
	for _, c := range []struct {
		line   string
		faults int
	}{
		{"kleefeld G:-,-,-,7/Y:-,-,7,8/B:-,-,8,9/R:-,-,-,9 G - - -", 3},
		{"kleefeld[arm=7,jump=no] G:-,-,-,-/Y:-,-,-,- G - - -", 2},
		{"kleefeld G:-,-,-/Y:-,-,60,- X 7 - run=0;tries=4", 6},
		{"british G:*,*,*,*/Y:-,-,-,- G 6 - run=1", 3},
	} {
		_, err := find(c.line).Parse(c.line)
		e, ok := err.(*parlour.PositionError)
		if !ok || len(e.Faults) != c.faults {
			t.Errorf("%s: %v, want %d faults", c.line, err, c.faults)
		}
	}
}

func FuzzLudoPosition(f *testing.F) {
	for _, id := range []string{"kleefeld", "british"} {
		for _, s := range gametest.ReadScenarios(f, "testdata/"+id+".json") {
			f.Add(s.Position)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		readStrictly(t, KleefeldGame(), line)
		readStrictly(t, BritishGame(), line)
	})
}

func FuzzLudoMove(f *testing.F) {
	for _, id := range []string{"kleefeld", "british"} {
		for _, s := range gametest.ReadScenarios(f, "testdata/"+id+".json") {
			if len(s.Legal) > 0 {
				f.Add(s.Position, s.Legal[len(s.Legal)-1])
			}
		}
	}
	f.Fuzz(func(t *testing.T, line, text string) {
		if g := find(line); g != nil {
			readMove(t, g, line, text)
		}
	})
}
