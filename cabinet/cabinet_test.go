package cabinet_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/phrase"
	"parlour/record"
)

func start(t testing.TB, e *cabinet.Entry) parlour.Match {
	t.Helper()
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestShelf(t *testing.T) {
	if len(cabinet.Games()) != 8 {
		t.Errorf("%d games on the shelf, want 8", len(cabinet.Games()))
	}
	for _, e := range cabinet.Games() {
		id := e.Info.ID
		if cabinet.ByID(id) != e || !slices.Contains(cabinet.IDs(), id) {
			t.Errorf("%s is not found by its id", id)
		}
		if e.Book == nil || e.Book.ID != id || e.Info.Title == "" || e.Info.Maker == "" || e.Info.Form == "" {
			t.Errorf("%s lacks its book or its description: %+v", id, e.Info)
		}
		m := start(t, e)
		b := e.Board(m)
		for _, p := range m.Pieces() {
			if b.Place(p.Place) == nil {
				t.Errorf("%s: a %s lies on %s, which the board does not have", id, p.Kind, p.Place)
			}
		}
		back, again, err := cabinet.Parse(m.String())
		if err != nil || back != e || again.String() != m.String() {
			t.Errorf("%s: the set-up %s comes back as %v, %v", id, m, again, err)
		}
		for _, s := range e.Info.Seats {
			if phrase.English.Word(s.Name) == s.Name {
				t.Errorf("%s: the catalogue has no word for %s", id, s.Name)
			}
		}
	}
	if cabinet.ByID("ludo") != nil {
		t.Error("there is a game ludo")
	}
}

func TestKnownFirst(t *testing.T) {
	var ids []string
	for _, e := range cabinet.KnownFirst() {
		ids = append(ids, e.Info.ID)
	}
	if got, want := strings.Join(ids, " "), "mensch checkers backgammon kleefeld parker british auto-race contact"; got != want {
		t.Errorf("pages list %s, want %s", got, want)
	}
}

// Every sentence of a game has a code that is the game's, or names something at
// its table, and no slip in its braces.
func TestGameSentences(t *testing.T) {
	field := regexp.MustCompile(`\{([a-z-]+(\|([nN]ame|[wW]hose|place|dice|points))?|[a-z]+/[a-z]+)\}`)
	named := regexp.MustCompile(`\{([a-z-]+)\|([nN]ame|[wW]hose)\}`)
	slip := regexp.MustCompile(`\b[Yy]ou (still )?(is|was|[a-z]*[^s ]s)\b|\b[Yy]ou's`)
	for _, e := range cabinet.Games() {
		if len(e.Sentences) == 0 {
			t.Errorf("%s says nothing", e.Info.ID)
		}
		for code, s := range e.Sentences {
			part, _, _ := strings.Cut(code, ".")
			if !slices.Contains([]string{e.Family, "table", "place", "piece", "fact", "value"}, part) {
				t.Errorf("%s: the code %s is another's", e.Info.ID, code)
			}
			if s == "" || strings.ContainsAny(field.ReplaceAllString(s, ""), "{}") {
				t.Errorf("%s: %s: bad field in %q", e.Info.ID, code, s)
			}
			// The person whom a sentence is about can read it. A fault of a position
			// is told to everybody alike.
			for _, f := range named.FindAllStringSubmatch(s, -1) {
				if strings.Contains(code, ".fault-") {
					break
				}
				read := ""
				for _, p := range phrase.English.Parts(code, parlour.Args{f[1]: "me"}, nil) {
					if p.Seat == "me" {
						p.Text = p.You
					}
					read += p.Text
				}
				if slip.MatchString(read) {
					t.Errorf("%s: %s is read as %q", e.Info.ID, code, read)
				}
			}
			if !phrase.English.Has(code) {
				t.Errorf("%s: the catalogue lacks %s", e.Info.ID, code)
			}
		}
	}
}

func TestPlayers(t *testing.T) {
	for _, e := range cabinet.Games() {
		for _, name := range e.Bots {
			m := start(t, e)
			p, err := e.Player(name, 1)
			if err != nil {
				t.Fatal(err)
			}
			most := 200
			if slices.Contains(e.Levels, name) {
				most = 60
			}
			for i := range most {
				turn := m.Turn()
				if turn.Over() {
					break
				}
				mv := turn.Dice.Nth(i % max(1, turn.Dice.Weight()))
				if turn.Dice == 0 {
					// A few positions instead of a little time, which may be over before the search begins.
					if mv, err = p.Choose(bot.Within(t.Context(), bot.Bounds{Nodes: 200}), m); err != nil {
						t.Fatalf("%s: %s: %v", e.Info.ID, name, err)
					}
				}
				if err := m.Play(mv); err != nil {
					t.Fatalf("%s: %s: %s: %v", e.Info.ID, name, m, err)
				}
			}
		}
		if _, err := e.Player("deep", 1); err == nil {
			t.Errorf("%s has a player deep", e.Info.ID)
		}
	}
}

func TestSim(t *testing.T) {
	for _, e := range cabinet.Games() {
		games := 20
		if e.Info.ID == "contact" {
			games = 4
		}
		s, err := e.Sim(context.Background(), start(t, e), sim.Config{Games: games, Seed: 1}, []string{"greedy", "", "random"})
		if err != nil || s.Games != games || s.Unfinished != 0 {
			t.Errorf("%s: %+v, %v", e.Info.ID, s, err)
		}
		if _, err := e.Sim(context.Background(), start(t, e), sim.Config{Games: 1}, []string{"deep"}); err == nil {
			t.Errorf("%s: deep plays", e.Info.ID)
		}
	}
	other := start(t, cabinet.ByID("checkers"))
	e := cabinet.ByID("kleefeld")
	if _, err := e.Sim(context.Background(), other, sim.Config{Games: 1}, nil); err == nil {
		t.Error("kleefeld simulates checkers")
	}
	if _, err := e.Perft(other, 1); err == nil {
		t.Error("kleefeld counts checkers")
	}
	if _, _, err := e.PerftFirst(other, 1); err == nil {
		t.Error("kleefeld counts checkers")
	}
	if _, err := e.Divide(other, 1); err == nil {
		t.Error("kleefeld divides checkers")
	}
}

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		line  string
		depth int
		want  uint64
	}{
		{"kleefeld G:-,2,10,48/Y:-,-,15,16/B:-,26,24,h2/R:-,-,50,25 G - - -", 3, 2979},
		{"british G:-,5,10,10/Y:-,-,13,13/B:-,66,h1,*/R:-,-,0,3 G - - -", 3, 732},
		{"checkers B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12 q=0", 6, 36768},
		{"contact duel6 c6G1234,l11R2341 s 0 0", 2, 2202},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", 1, 2}, // roll, double
		{"auto-race G:*/Y:31 - - - rank=G", 1, 0},
	} {
		e, m, err := cabinet.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Perft(m, c.depth)
		if err != nil || got != c.want {
			t.Errorf("%s: perft(%d) = %d, %v, want %d", c.line, c.depth, got, err, c.want)
		}
		if all, first, err := e.PerftFirst(m, c.depth); err != nil || all != got || first > all {
			t.Errorf("%s: PerftFirst(%d) = %d, %d, %v", c.line, c.depth, all, first, err)
		}
		var sum uint64
		branches, _ := e.Divide(m, c.depth)
		for _, b := range branches {
			sum += b.Count
			if b.Text == "" {
				t.Errorf("%s: a branch without a name", c.line)
			}
		}
		if sum != got {
			t.Errorf("%s: the branches add up to %d, want %d", c.line, sum, got)
		}
	}
}

func TestParseForeign(t *testing.T) {
	for line, id := range map[string]string{
		"B:W21-32:B1-12": "checkers",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10": "backgammon",
		"-b----E-C---eE---c-e----B-:1:1:1:25:2:4:0:7:10":      "backgammon",
		`[FEN "W:WK22,17:B9,K10."]`:                           "checkers",
		"4HPwATDgc/ABMA":                                      "backgammon",
		"4HPwATDgc/ABMA:cIkKAAAAAAAA":                         "backgammon",
	} {
		e, m, err := cabinet.Parse(line)
		if err != nil || e.Info.ID != id || m.Info().ID != id {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{"", "ludo", "ludo G:-", " kleefeld", "XGID=", "B:", "4HPwATDgc/ABMA:x", strings.Repeat("x", 1000), "kleefeld[", "[]"} {
		_, err := cabinet.Open(line)
		var bad *parlour.PositionError
		if !errors.As(err, &bad) || len(bad.Faults) == 0 {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// completeGames opens the complete games of a game, which are kept beside its rules.
func completeGames(t *testing.T, id string) *os.File {
	t.Helper()
	files, err := filepath.Glob("../games/*/testdata/games/" + id + ".txt")
	if err != nil || len(files) != 1 {
		t.Fatalf("complete games of %s: %v, %v", id, files, err)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The complete games of the texts replay, and the writer's own records too.
func TestCompleteGames(t *testing.T) {
	for _, e := range cabinet.Games() {
		f := completeGames(t, e.Info.ID)
		games := 0
		for r, err := range record.Read(f) {
			if err != nil {
				t.Fatalf("%s: %v", e.Info.ID, err)
			}
			games++
			log, before := (*record.Record)(nil), parlour.Match(nil)
			m, err := record.Replay(cabinet.Open, r, func(_ int, en *record.Entry, m parlour.Match) error {
				for _, p := range m.Pieces() {
					if p.Colour != "" && e.Colour(p.Colour) == "" {
						t.Errorf("%s: line %d: there is no word for the colour %q of a %s", e.Info.ID, en.Line, p.Colour, p.Kind)
					}
				}
				if before == nil {
					log = record.Begin(m)
				} else if en.Kind == record.Play {
					for _, text := range []string{en.Throw, en.Move} {
						if text == "" || text == "off" {
							continue
						}
						mv, err := before.Parse(text)
						if err != nil {
							return err
						}
						if got := before.Text(mv); got != text && before.Turn().Dice != parlour.TwoDice {
							t.Errorf("%s: line %d: %s is written %s", e.Info.ID, en.Line, text, got)
						}
						log.Add(before, mv, e.Style)
						if err := before.Play(mv); err != nil {
							return err
						}
					}
				}
				before = m.Clone()
				return nil
			})
			if err != nil {
				t.Errorf("%s: %s", e.Info.ID, err)
				continue
			}
			log.Close(m)
			if _, err := record.Replay(cabinet.Open, log, nil); err != nil {
				t.Errorf("%s: its own record: %v", e.Info.ID, err)
			}
		}
		f.Close()
		if games < 6 {
			t.Errorf("%s: %d games", e.Info.ID, games)
		}
	}
}

// The lengths that are stored agree with what is simulated now.
func TestTypical(t *testing.T) {
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(e.Typical.Setup)
		if err != nil {
			t.Fatal(err)
		}
		const games = 100
		s, err := e.Sim(context.Background(), m, sim.Config{Games: games, Seed: 7}, nil)
		if err != nil {
			t.Fatal(err)
		}
		band := 5 * e.Typical.SD / math.Sqrt(games)
		if got := s.Turns.Mean(); math.Abs(got-e.Typical.Turns) > band {
			t.Errorf("%s: %.1f turns, stored are %.0f from %s", e.Info.ID, got, e.Typical.Turns, e.Typical.Command)
		}
	}
}
