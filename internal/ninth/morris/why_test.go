package morris

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
)

// TestWhy checks every refusal: its code, the clause it names and that what it
// offers instead is legal. Every code of Sentences is met.
func TestWhy(t *testing.T) {
	met := map[string]bool{}
	for _, c := range []struct{ line, text, code, clause string }{
		{"morris W:W9/:B9/ q=0", "d4", "no-point", "board"},
		{"morris W:W9/:B9/ q=0", "a7-d7", "in-hand", "place"},
		{"morris B:W8/d6:B9/ q=0", "d6", "occupied", "place"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0", "d5", "no-hand", "slide"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0", "b6-b4", "not-yours", "slide"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0", "c3-d3", "no-man", "slide"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0", "a7-a1", "too-far", "slide"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,a4 q=0", "a7-g7", "shut-in", "slide"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0", "g4-g7", "must-take", "mill"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0", "a7-a4xg1", "no-mill", "mill"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0", "g4-g7xd5", "take-none", "mill"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0", "g4-g7xf4", "take-none", "mill"},
		{"morris W:W0/a7,d7,f4,g4:B0/b6,d6,f6,g1 q=0", "g4-g7xd6", "take-safe", "mill-safe"},
		{"morris[locked=none] W:W0/a7,d7,f4,g4:B0/b6,d6,f6 q=0", "g4-g7xd6", "none-free", "r-locked"},
	} {
		m := gametest.MustParse(t, Game(), c.line)
		_, err := m.Parse(c.text)
		var no *parlour.Refusal
		if !errors.As(err, &no) || no.Code != "morris."+c.code || !slices.Contains(no.Clauses, "morris/"+c.clause) {
			t.Errorf("%s: %s: %v, want %s by %s", c.line, c.text, err, c.code, c.clause)
			continue
		}
		legal := gametest.Describe(m)
		for _, text := range no.Instead {
			if !slices.Contains(legal, text) {
				t.Errorf("%s: %s: %s instead is not legal", c.line, c.text, text)
			}
		}
		met[no.Code] = true
	}
	m := gametest.MustParse(t, Game(), "morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0")
	_, _, err := parlour.NextSteps(m, []string{"g4-g7xg1"})
	var no *parlour.Refusal
	if !errors.As(err, &no) || no.Code != "morris.not-steps" {
		t.Errorf("a whole move as a step: %v", err)
	} else {
		met[no.Code] = true
	}
	for _, c := range []struct{ taken, from, to, code string }{
		{"", "hand W", "d6", "no-hand"},
		{"", "hand B", "c5", "other-hand"},
		{"", "d7", "hand W", "to-hand"},
		{"", "a7", "", "stuck"},
		{"", "b6", "", "not-yours"},
		{"", "d7", "d5", "too-far"},
		{"g4-g7", "d5", "", "take-none"},
		{"g4-g7", "hand B", "", "must-take"},
	} {
		m := gametest.MustParse(t, Game(), "morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,a4 q=0")
		var taken []string
		if c.taken != "" {
			taken = []string{c.taken}
		}
		if _, err := parlour.Point(m, taken, c.from, c.to); !errors.As(err, &no) || no.Code != "morris."+c.code {
			t.Errorf("%s, then from %s to %s: %v, want %s", c.taken, c.from, c.to, err, c.code)
		} else {
			met[no.Code] = true
		}
	}
	for _, text := range []string{"", "a", "a77", "x", "a7-", "-a7", "a7x", "a7-d7-g7", "pass"} {
		if _, err := m.Parse(text); !errors.As(err, &no) || no.Code != "unreadable" {
			t.Errorf("%q: %v, want unreadable", text, err)
		}
	}

	// Every effect is met in play, every refusal above, every reason in a
	// scenario, every place and fact in the set-up.
	for _, sc := range gametest.ReadScenarios(t, "testdata/morris.json") {
		m := gametest.MustParse(t, Game(), sc.Position)
		gametest.PlayText(t, m, sc.Play)
		if r := m.Result(); r.Over {
			met["table.reason-"+r.Reason] = true
			if code := "table.mover-" + r.Reason; Sentences[code] != "" {
				met[code] = true
			}
		}
	}
	for i, s := range setups {
		m, err := Game().New(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range BoardOf(m).Places {
			met["place."+p.Kind] = true
		}
		for _, f := range parlour.FactsOf(m) {
			met["fact."+f.Code] = true
		}
		gametest.Random(t, m, uint64(i), 1000, func(mv parlour.Move) {
			for _, e := range m.Effects(mv) {
				met["morris."+e.Kind] = true
			}
		})
	}
	met["morris.theme-mill"] = true // of the puzzles in the folder above
	for code := range Sentences {
		if !met[strings.TrimSuffix(code, "-log")] && !strings.HasPrefix(code, "morris.fault-") {
			t.Errorf("nothing says %s", code)
		}
	}
	for code := range met {
		if !phrase.English.Has(code) {
			t.Errorf("there are no words for %s", code)
		}
	}
}

// TestWhyEveryClause checks that refusals cite clauses of the book.
func TestWhyEveryClause(t *testing.T) {
	m := gametest.MustParse(t, Game(), "morris W:W0/a7,d7,f4,g4:B0/b6,d6,f6,g1 q=0")
	for _, from := range append(names[:], "") {
		for _, to := range names {
			for _, taken := range []string{"", "xg1", "xd6", "xa7"} {
				text := strings.TrimPrefix(from+"-"+to, "-") + taken
				var no *parlour.Refusal
				if _, err := m.Parse(text); errors.As(err, &no) {
					for _, id := range no.Clauses {
						if Book.Clause(id) == nil && Book.Ruling(id) == nil {
							t.Errorf("%s: %s is not in the book", text, id)
						}
					}
				}
			}
		}
	}
}
