package cabinet_test

import (
	"bytes"
	"encoding/json"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/games/gametest"
	"parlour/rulebook"
)

// TestExamples checks that examples.json is what is chosen from the scenarios;
// go test ./cabinet -run Examples -update chooses again.
func TestExamples(t *testing.T) {
	all := map[string][]cabinet.Example{}
	for _, e := range cabinet.Games() {
		all[e.Info.ID] = choose(t, e, gametest.ReadScenarios(t, scenarios(t, e)))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(all); err != nil {
		t.Fatal(err)
	}
	gametest.Golden(t, "examples.json", b.Bytes())
}

// scenarios returns the file with the worked scenarios of a game.
func scenarios(t *testing.T, e *cabinet.Entry) string {
	t.Helper()
	files, _ := filepath.Glob("../games/*/testdata/" + e.Info.ID + ".json")
	if len(files) != 1 {
		t.Fatalf("the scenarios of %s are in %v", e.Info.ID, files)
	}
	return files[0]
}

// other finds a note that speaks of another scenario, which a reader of the
// page has never seen.
var other = regexp.MustCompile(`\b[A-Z]+[0-9]{2}\b`)

// leaning finds a note that goes on from the one before it.
var leaning = regexp.MustCompile(`^(So does|Also|Another|The same|A higher)\b|\beither\.$|\bcounts the same\b|: it (may|does|is)$|^[0-9+= ]+\.$`)

// choose picks for every rule of the book the scenario that shows it best, of
// several the first: those after it look at the same rule more closely.
func choose(t *testing.T, e *cabinet.Entry, list []gametest.Scenario) (out []cabinet.Example) {
	list = slices.DeleteFunc(list, func(s gametest.Scenario) bool { return s.Note == "" || other.MatchString(s.Note) })
	index := map[string]int{} // by scenario: its place in out
	for _, id := range ids(e.Book) {
		var best *gametest.Scenario
		for i := range list {
			s := &list[i]
			if slices.Contains(s.Tests, id) && (best == nil || blur(t, e, s, id) < blur(t, e, best, id)) {
				best = s
			}
		}
		if best == nil {
			continue
		}
		i, ok := index[best.ID]
		if !ok {
			i = len(out)
			index[best.ID] = i
			out = append(out, cabinet.Example{Position: best.Position, Move: best.Play, Throw: thrown(e, best), Note: best.Note})
		}
		out[i].Shows = append(out[i].Shows, id)
	}
	return out
}

// ids returns the rules of a book in its order.
func ids(b *rulebook.Book) (out []string) {
	for _, c := range b.Clauses {
		out = append(out, c.ID)
	}
	for _, r := range b.Rulings {
		out = append(out, r.ID)
	}
	return out
}

// blur tells how little a scenario shows of a rule: one that is made for the
// rule names it first, its note is understood by itself, something should be
// seen to move, and a clause is seen best in the book's own reading.
func blur(t *testing.T, e *cabinet.Entry, s *gametest.Scenario, id string) int {
	n := slices.Index(s.Tests, id)
	if e.Book.Ruling(id) == nil && strings.Contains(s.Position, "[") {
		n += 2
	}
	if leaning.MatchString(s.Note) {
		n += 4
	}
	if s.Play == "" {
		return n + 3
	}
	m := gametest.MustParse(t, e.Game, s.Position)
	if mv, err := m.Parse(strings.TrimPrefix(s.Play, "throw ")); err != nil {
		t.Fatalf("%s: %s: %v", s.Position, s.Play, err)
	} else if !slices.ContainsFunc(m.Effects(mv), func(f parlour.Effect) bool { return f.From != f.To }) {
		n++
	}
	return n
}

// thrown returns the dice on the table in a scenario, or thrown in it.
func thrown(e *cabinet.Entry, s *gametest.Scenario) string {
	throw, now := strings.CutPrefix(s.Play, "throw ")
	switch fields := strings.Fields(s.Position); {
	case e.Family == "race" && now, e.Family == "backgammon" && now:
		return throw
	case e.Family == "race" && fields[3] != "-":
		return fields[3]
	case e.Family == "backgammon":
		return strings.Trim(strings.Split(s.Position, ":")[4], "0BDR") // letters are offers of the cube
	}
	return ""
}

// TestExamplesAreLegal plays every example by its rules.
func TestExamplesAreLegal(t *testing.T) {
	for _, e := range cabinet.Games() {
		if len(e.Examples()) == 0 {
			t.Errorf("%s has no examples", e.Info.ID)
		}
		shown := map[string]bool{}
		for _, x := range e.Examples() {
			m, err := e.Game.Parse(x.Position)
			if err != nil {
				t.Errorf("%s: %v", x.Position, err)
				continue
			}
			if x.Move != "" {
				mv, err := m.Parse(strings.TrimPrefix(x.Move, "throw "))
				if err == nil {
					err = m.Play(mv)
				}
				if err != nil {
					t.Errorf("%s: %s: %v", x.Position, x.Move, err)
				}
			}
			if strings.Trim(x.Throw, "123456") != "" {
				t.Errorf("%s: the dice cannot show %s", x.Position, x.Throw)
			}
			for _, id := range x.Shows {
				if e.Book.Clause(id) == nil && e.Book.Ruling(id) == nil {
					t.Errorf("%s: %s is no rule", x.Position, id)
				}
				if shown[id] {
					t.Errorf("%s is shown twice", id)
				}
				shown[id] = true
				if got := e.Example(id); got == nil || got.Position != x.Position {
					t.Errorf("Example(%s) is %+v", id, got)
				}
			}
		}
		t.Logf("%s: %d examples show %d of %d rules", e.Info.ID, len(e.Examples()), len(shown), len(ids(e.Book)))
	}
	kleefeld := cabinet.ByID("kleefeld")
	if kleefeld.Example("kick") == nil || kleefeld.Example("no-such-rule") != nil || kleefeld.Example("parker/two-dice") != nil {
		t.Error("Example finds the wrong rules")
	}
}

func TestExampleOptions(t *testing.T) {
	for position, want := range map[string]string{
		"mensch[must=yes] Y:-,-,5,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 4 - -": "must=yes",
		"checkers B:W13:B9 q=0": "",
	} {
		if got := (&cabinet.Example{Position: position}).Options(); got != want {
			t.Errorf("%s is played by %q, want %q", position, got, want)
		}
	}
}

func TestChances(t *testing.T) {
	e := cabinet.ByID("auto-race")
	for _, players := range e.Info.Players {
		sum := 0.0
		for _, c := range e.Chances(players) {
			sum += c
		}
		if len(e.Chances(players)) != players || math.Abs(sum-1) > 1e-9 {
			t.Errorf("the chances of %d players are %v", players, e.Chances(players))
		}
	}
	if got := cabinet.ByID("checkers").Chances(2); got != nil {
		t.Errorf("checkers has chances %v", got)
	}
}
