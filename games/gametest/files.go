package gametest

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour"
)

// A Scenario is one worked example: a position, its legal moves, and one of
// them with the position after it. If a throw is due, Play is "throw 31".
type Scenario struct {
	ID       string   `json:"id"`
	Position string   `json:"position"`
	Legal    []string `json:"legal"`  // complete and in canonical order; not tested if absent
	Has      []string `json:"has"`    // moves that must be in the list
	HasNot   []string `json:"hasnot"` // moves that must not be in the list
	Play     string   `json:"play"`
	Next     string   `json:"next"`
	End      string   `json:"end"`
	Tests    []string `json:"tests"` // clauses and rulings
	Note     string   `json:"note"`
}

// ReadScenarios reads a file that contains a list of scenarios, or an object
// with the list under "scenarios".
func ReadScenarios(t testing.TB, file string) []Scenario {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []Scenario
	if json.Unmarshal(data, &list) != nil {
		var object struct{ Scenarios []Scenario }
		if err := json.Unmarshal(data, &object); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list = object.Scenarios
	}
	if len(list) == 0 {
		t.Fatalf("%s contains no scenarios", file)
	}
	return list
}

// Scenarios plays the scenarios of a file. End, if not nil, returns the text of
// how a match ended; it is compared if a scenario has one.
func Scenarios(t *testing.T, g parlour.Game, file string, end func(parlour.Match) string) {
	t.Helper()
	for _, s := range ReadScenarios(t, file) {
		t.Run(s.ID, func(t *testing.T) { s.run(t, g, end) })
	}
}

func (s *Scenario) run(t *testing.T, g parlour.Game, end func(parlour.Match) string) {
	m := MustParse(t, g, s.Position)
	if got := m.String(); got != s.Position {
		t.Errorf("line\n%s\nreads back as\n%s", s.Position, got)
	}
	legal := Describe(m)
	if s.Legal != nil && !slices.Equal(legal, s.Legal) {
		t.Errorf("%s\nlegal %q\nwant  %q\n(%s)", s.Position, legal, s.Legal, s.Note)
	}
	for _, text := range s.Has {
		if !slices.Contains(legal, text) {
			t.Errorf("%s: %s is missing in %q (%s)", s.Position, text, legal, s.Note)
		}
	}
	for _, text := range s.HasNot {
		if slices.Contains(legal, text) {
			t.Errorf("%s: %s should not be in %q (%s)", s.Position, text, legal, s.Note)
		}
	}
	if s.Play != "" {
		PlayText(t, m, s.Play)
		if got := m.String(); s.Next != "" && got != s.Next {
			t.Errorf("%s\nafter %s\ngot  %s\nwant %s\n(%s)", s.Position, s.Play, got, s.Next, s.Note)
		}
		if err := parlour.Check(m); err != nil {
			t.Errorf("%s after %s: %v", s.Position, s.Play, err)
		}
	}
	if end != nil && s.End != "" && end(m) != s.End {
		t.Errorf("%s after %s ends %q, want %q", s.Position, s.Play, end(m), s.End)
	}
}

// PlayText plays a move or "throw 31" by its text.
func PlayText(t testing.TB, m parlour.Match, text string) {
	t.Helper()
	mv, err := m.Parse(strings.TrimPrefix(text, "throw "))
	if err == nil {
		err = m.Play(mv)
	}
	if err != nil {
		t.Fatalf("%s: %s: %v", m, text, err)
	}
}

// Extra lists what a reader must accept and what it must refuse.
type Extra struct {
	Reads   []struct{ Position, Input, Move string }
	Refuses []struct{ Position, Input, Why string }
	Invalid []struct{ Position, Why string }
}

// Extras tests a file of spellings and refusals. Find returns the game of a
// line, or nil for lines to skip.
func Extras(t *testing.T, file string, find func(line string) parlour.Game) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var x Extra
	if err := json.Unmarshal(data, &x); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	n := 0
	for _, r := range x.Reads {
		if g := find(r.Position); g != nil {
			n++
			m := MustParse(t, g, r.Position)
			mv, err := m.Parse(r.Input)
			if err != nil {
				t.Errorf("%s: %q is refused: %v", r.Position, r.Input, err)
			} else if got := m.Text(mv); got != r.Move {
				t.Errorf("%s: %q is read as %q, want %q", r.Position, r.Input, got, r.Move)
			}
		}
	}
	for _, r := range x.Refuses {
		if g := find(r.Position); g != nil {
			n++
			m := MustParse(t, g, r.Position)
			if mv, err := m.Parse(r.Input); err == nil {
				t.Errorf("%s: %q is read as %q, but must be refused: %s", r.Position, r.Input, m.Text(mv), r.Why)
			}
		}
	}
	for _, r := range x.Invalid {
		if g := find(r.Position); g != nil {
			n++
			if _, err := g.Parse(r.Position); err == nil {
				t.Errorf("%s is accepted, but must be refused: %s", r.Position, r.Why)
			}
		}
	}
	if n == 0 {
		t.Errorf("%s: nothing was tested", file)
	}
}

// Perft counts the sequences of depth plies from a match. In games with dice a
// ply is a throw with its move, and every different throw counts once. First is
// how many of the sequences end with the given seat to move.
func Perft(m parlour.Match, depth int, seat parlour.Seat) (n, first uint64) {
	turn := m.Turn()
	if depth == 0 {
		if turn.Seat == seat {
			return 1, 1
		}
		return 1, 0
	}
	if turn.Over() {
		return 0, 0
	}
	add := func(next parlour.Match, depth int) {
		a, b := Perft(next, depth, seat)
		n, first = n+a, first+b
	}
	if turn.Dice == 0 {
		for _, mv := range m.Moves() {
			next := m.Clone()
			if err := next.Play(mv); err != nil {
				panic(fmt.Sprintf("%s: %v", m, err))
			}
			add(next, depth-1)
		}
		return n, first
	}
	for throw := range turn.Dice.All() {
		next := m.Clone()
		if err := next.Play(throw); err != nil {
			panic(fmt.Sprintf("%s: %v", m, err))
		}
		if next.Turn().Needs() == parlour.NeedMove {
			add(next, depth) // the throw and its move are one ply
		} else {
			add(next, depth-1)
		}
	}
	return n, first
}

var update = flag.Bool("update", false, "rewrite the golden files")

// Golden compares got with the file, or writes it with -update.
func Golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (run the test with -update to write it)", err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs; run with -update if the change is intended:\n%s", file, firstDifference(string(got), string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\ngot  %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}

// Playthrough plays one random game and compares everything visible about it
// with a golden file: positions, legal lists, moves, effects, result.
func Playthrough(t *testing.T, g parlour.Game, s parlour.Setup, seed uint64, file string) {
	t.Helper()
	m, err := g.New(s)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	for ply := 0; !m.Turn().Over() && ply < 3000; ply++ {
		turn := m.Turn()
		var mv parlour.Move
		if turn.Dice != 0 {
			mv = turn.Dice.Nth(rng.IntN(turn.Dice.Weight()))
			fmt.Fprintf(&b, "%s throws %s\n", g.Info().Seats[turn.Seat].Letter, m.Text(mv))
		} else {
			list := m.Moves()
			mv = list[rng.IntN(len(list))]
			fmt.Fprintf(&b, "%s\n  %s\n> %s\n", m, strings.Join(Describe(m), " | "), m.Text(mv))
		}
		for _, e := range m.Effects(mv) {
			fmt.Fprintf(&b, "  %s %s %s %s %v %v\n", e.Kind, e.Colour, e.From, e.To, e.Way, e.Args)
		}
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Fprintf(&b, "%s\n%+v\n", m, m.Result())
	Golden(t, file, []byte(b.String()))
}
