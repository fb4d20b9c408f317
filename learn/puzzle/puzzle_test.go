package puzzle_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/learn/puzzle/mine"
	"parlour/phrase"
)

// TestPuzzles: every position is valid, every move is legal, and no two puzzles
// of a game are alike.
func TestPuzzles(t *testing.T) {
	size := 0
	for _, id := range puzzle.Games() {
		set, err := puzzle.Of(id)
		if err != nil {
			t.Fatal(err)
		}
		if set.Game != id || len(set.Puzzles) == 0 || len(set.Made) == 0 {
			t.Errorf("%s: the file is of %q, with %d puzzles", id, set.Game, len(set.Puzzles))
		}
		g := cabinet.ByID(id).Game
		matches := make([]parlour.Match, len(set.Puzzles))
		for i := range set.Puzzles {
			p := &set.Puzzles[i]
			if err := puzzle.Check(p, g); err != nil {
				t.Errorf("%s %d: %v", id, i+1, err)
				continue
			}
			m, _ := g.Parse(p.Position)
			if matches[i] = m; slices.ContainsFunc(matches[:i], func(o parlour.Match) bool {
				return o != nil && puzzle.Alike(m, o) == 0 && parlour.ThrownIn(o) == parlour.ThrownIn(m)
			}) {
				t.Errorf("%s %d is there twice", id, i+1)
			}
		}
		size += len(set.Pack())
	}
	if size > 1<<20 {
		t.Errorf("the files have %d bytes together, more than a megabyte", size)
	}
}

// docs/PUZZLES.md has the number of puzzles of each difficulty.
func TestCounts(t *testing.T) {
	text, err := os.ReadFile("../../docs/PUZZLES.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range puzzle.Games() {
		set, err := puzzle.Of(id)
		if err != nil {
			t.Fatal(err)
		}
		var hard [puzzle.Hardest]int
		for i := range set.Puzzles {
			hard[set.Puzzles[i].Difficulty()-1]++
		}
		row := fmt.Sprintf("| %s | %d |", id, len(set.Puzzles))
		for _, n := range hard {
			row += fmt.Sprintf(" %d |", n)
		}
		if !strings.Contains(string(text), row+"\n") {
			t.Errorf("docs/PUZZLES.md lacks the row\n%s", row)
		}
	}
}

// The games with puzzles are those of the shelf, in its order, and all of them can
// be found again.
func TestGames(t *testing.T) {
	var order []string
	for _, e := range cabinet.Games() {
		if e.Puzzles != nil {
			order = append(order, e.Info.ID)
		}
	}
	if len(order) != 7 || !slices.Equal(order, puzzle.Games()) || !slices.Equal(order, puzzle.Mines()) {
		t.Errorf("the shelf has %v, there are puzzles of %v and workers of %v", order, puzzle.Games(), puzzle.Mines())
	}
	if set, err := puzzle.Of("auto-race"); set != nil || err != nil {
		t.Errorf("a game without choices has %v, %v", set, err)
	}
}

// Every theme of a game has words: its own, or those that games share.
func TestThemes(t *testing.T) {
	for _, e := range cabinet.Games() {
		if e.Puzzles == nil {
			continue
		}
		for _, theme := range e.Puzzles.Themes {
			if words := e.Theme(phrase.English, theme); words == "" || strings.Contains(words, "theme-") {
				t.Errorf("%s: the words for the theme %s are %q", e.Info.ID, theme, words)
			}
		}
	}
}

// A set survives writing and reading, and what is damaged is named by its line.
func TestText(t *testing.T) {
	set := &puzzle.Set{Game: "checkers", Unit: puzzle.Share, Made: []string{"by hand"}, Puzzles: []puzzle.Puzzle{
		{Position: "checkers B:W18,22:B14,15 q=0", Best: []string{"15x22", "a b"}, Value: -20, Half: 7, Others: []puzzle.Choice{{Move: "x=y", Value: -1000}}, Found: 40,
			Themes: []string{"capture", "win"}, Line: []puzzle.Choice{{Move: "15x22", Value: 3}, {Move: "8/5 6/5", Value: 4}}, Instead: []puzzle.Choice{{Move: "z", Value: 0}}},
		{Position: "p", Best: []string{"m"}, Proved: true, Others: []puzzle.Choice{{Move: "n", Value: 1}}, Line: []puzzle.Choice{{Move: "m"}}, Instead: []puzzle.Choice{{Move: "n"}}},
	}}
	again, err := puzzle.Unpack(set.Pack())
	if err != nil || !reflect.DeepEqual(again, set) {
		t.Errorf("%+v became %+v, %v", set, again, err)
	}
	for text, want := range map[string]string{
		"checkers inches\n":                                "line 1: expected a game and a unit",
		"checkers share\nx\ty\n":                           "line 2: expected 9 fields, found 2",
		"checkers share\np\tm\tv\t0\tn=1\t5\t\tm=1\tn=1\n": `line 2: "v" is not a number`,
		"checkers share\np\tm\t1\t0\tn\t5\t\tm=1\tn=1\n":   "line 2: expected a move and its value",
	} {
		if _, err := puzzle.Read(bytes.NewReader([]byte(text))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Values are written as the players of the game do.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		game          string
		better, worse int
		want          string // what both are worth, and the difference
	}{
		{"mensch", 614, 500, "61.4\u202f%, 50.0\u202f%: 11.4\u202f%"},
		{"checkers", 500, 300, "0.0 men, −0.9 men: 0.9 men"},
		{"checkers", 1000, 500, "wins, 0.0 men: the win"},
		{"checkers", 500, 0, "0.0 men, loses: 5.0 men"},
		{"backgammon", 512, -20, "+0.512 points, −0.020 points: 0.532 points"},
	} {
		set, err := puzzle.Of(c.game)
		if err != nil {
			t.Fatal(err)
		}
		if got := set.Worth(c.better) + ", " + set.Worth(c.worse) + ": " + set.Cost(c.better, c.worse); got != c.want {
			t.Errorf("%s: %d and %d are %s, want %s", c.game, c.better, c.worse, got, c.want)
		}
	}
}

// Check finds what is wrong with a puzzle.
func TestCheck(t *testing.T) {
	g := cabinet.ByID("checkers").Game
	good := puzzle.Puzzle{Position: "checkers B:W15,16,23:B11 q=0", Best: []string{"11x27"}, Value: 900, Found: 50, Themes: []string{"capture"},
		Others: []puzzle.Choice{{Move: "11x20", Value: 500}}, Line: []puzzle.Choice{{Move: "11x27", Value: 900}}, Instead: []puzzle.Choice{{Move: "11x20", Value: 500}}}
	if err := puzzle.Check(&good, g); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(p *puzzle.Puzzle){
		"bad position":      func(p *puzzle.Puzzle) { p.Position = "checkers B:W99:B1 q=0" },
		"is written":        func(p *puzzle.Puzzle) { p.Position = "B:W15,16,23:B11" },
		"11x99":             func(p *puzzle.Puzzle) { p.Best = []string{"11x99"} },
		"no best move":      func(p *puzzle.Puzzle) { p.Others = nil },
		"there twice":       func(p *puzzle.Puzzle) { p.Others = append(p.Others, puzzle.Choice{Move: "11x27", Value: 1}) },
		"worth more":        func(p *puzzle.Puzzle) { p.Others[0].Value = 901 },
		"the gap is":        func(p *puzzle.Puzzle) { p.Half = 400 },
		"is no theme":       func(p *puzzle.Puzzle) { p.Themes = []string{"luck"} },
		"no line begins":    func(p *puzzle.Puzzle) { p.Line = p.Instead },
		"needs a throw":     func(p *puzzle.Puzzle) { p.Position = "checkers[opening=three-move] W21,22 draw" },
		"101 % find it":     func(p *puzzle.Puzzle) { p.Found = 101 },
		"11-15 in checkers": func(p *puzzle.Puzzle) { p.Line = []puzzle.Choice{{Move: "11x27"}, {Move: "11-15"}} },
	} {
		p := good
		p.Others, p.Line = slices.Clone(p.Others), slices.Clone(p.Line)
		spoil(&p)
		err := puzzle.Check(&p, g)
		if want == "needs a throw" { // the line is not valid; any fault will do
			want = ""
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// The puzzle of the day is the same for everybody: it depends on the date in UTC
// alone, and every puzzle has its day.
func TestDaily(t *testing.T) {
	at := func(text string) time.Time {
		tm, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return tm
	}
	if a, b := puzzle.Daily(at("2026-11-16T00:00:00Z"), 300), puzzle.Daily(at("2026-11-16T23:59:59+00:00"), 300); a != b {
		t.Errorf("the puzzle changes within a day: %d, %d", a, b)
	}
	if a, b := puzzle.Daily(at("2026-11-15T23:30:00-05:00"), 300), puzzle.Daily(at("2026-11-16T12:00:00+09:00"), 300); a != b {
		t.Errorf("New York has %d, Tokyo %d", a, b)
	}
	for text, want := range map[string]int{"2026-01-01T00:00:00Z": 1, "2026-01-02T08:00:00Z": 192, "2026-11-16T12:00:00Z": 30, "2025-12-31T12:00:00Z": 110} {
		if got := puzzle.Daily(at(text), 300); got != want {
			t.Errorf("%s has puzzle %d, want %d", text, got, want)
		}
	}
	seen := map[int]bool{}
	games := map[string]bool{}
	day := at("2026-11-16T12:00:00Z")
	for range 300 {
		seen[puzzle.Daily(day, 300)] = true
		games[puzzle.DailyGame(day)] = true
		day = day.Add(24 * time.Hour)
	}
	if len(seen) != 300 || seen[0] || len(games) != len(puzzle.Games()) {
		t.Errorf("300 days have %d puzzles of %d games", len(seen), len(games))
	}
	for n := range 50 {
		if got := puzzle.Daily(day, n); n == 0 && got != 0 || n > 0 && (got < 1 || got > n) {
			t.Errorf("of %d puzzles number %d", n, got)
		}
	}
}

// TestSample judges a few puzzles of each game again, and asks the levels of today how
// difficult they are. make soak does so with all of them.
func TestSample(t *testing.T) {
	effort, each := 0.05, 2
	if os.Getenv("PARLOUR_SOAK") != "" {
		effort, each = 0.5, 1000
	}
	rand := bot.NewRand(1928)
	for _, id := range puzzle.Games() {
		set, err := puzzle.Of(id)
		if err != nil {
			t.Fatal(err)
		}
		n := len(set.Puzzles)
		for k := range min(each, n) {
			if each < n {
				k = rand.Intn(n)
			}
			if err := mine.Check(t.Context(), id, &set.Puzzles[k], effort); err != nil {
				t.Errorf("%s %d: %v", id, k+1, err)
			}
			one := *set
			one.Puzzles = set.Puzzles[k : k+1]
			rated, err := mine.Rate(t.Context(), &one, nil)
			if err != nil {
				t.Fatal(err)
			}
			// Another processor may round a value the other way.
			if was, is := set.Puzzles[k].Found, rated.Puzzles[0].Found; max(was-is, is-was) > 5 {
				t.Errorf("%s %d: %d of 100 find it, stored are %d; measure again: parlour puzzles rate %s", id, k+1, is, was, id)
			}
		}
	}
}

// A set comes back from a file, compressed or not, and its texts say what it holds.
func TestFiles(t *testing.T) {
	set, err := puzzle.Of("checkers")
	if err != nil {
		t.Fatal(err)
	}
	few := *set
	few.Puzzles = set.Puzzles[:3]
	dir := t.TempDir()
	for _, name := range []string{"few.txt", "few.bin"} {
		file := filepath.Join(dir, name)
		if err := few.WriteFile(file); err != nil {
			t.Fatal(err)
		}
		back, err := puzzle.ReadFile(file)
		if err != nil || !reflect.DeepEqual(back, &few) {
			t.Errorf("%s: %+v, %v", name, back, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "few.txt"))
	if err != nil || !strings.HasPrefix(string(text), "checkers ") {
		t.Errorf("the text begins with %.20q, %v", text, err)
	}
	if packed, err := os.ReadFile(filepath.Join(dir, "few.bin")); err != nil || len(packed) >= len(text) {
		t.Errorf("%d bytes are packed into %d, %v", len(text), len(packed), err)
	}
	var counts, list, solution strings.Builder
	if err := errors.Join(puzzle.WriteCounts(&counts, []*puzzle.Set{&few}), puzzle.WriteList(&list, []*puzzle.Set{&few}), few.WriteSolution(&solution, 1)); err != nil {
		t.Fatal(err)
	}
	p := &few.Puzzles[1]
	for text, want := range map[string]string{counts.String(): "checkers  3 ", list.String(): "checkers 2  ", solution.String(): "Best: " + strings.Join(p.Best, " or ") + ", worth "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q lacks %q", text, want)
		}
	}
}
