package cabinet_test

import (
	"bytes"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/phrase"
)

func TestLookUp(t *testing.T) {
	for _, c := range []struct{ game, question, text, fault string }{
		{"checkers", "", "Edinburgh", ""},
		{"checkers", "octopus", "Octopus", ""},
		{"checkers", "W:WK15,K18:BK1", "White to play wins in 19.", ""},
		{"checkers", "dragon", "", `the book of checkers has no "dragon"`},
		{"backgammon", "31", "8/5", ""},
		{"mensch", "", "", "There are books of checkers and backgammon."},
		{"checkers", "checkers B:W21-32:B1-12 q=0", "", "neither in the book nor in the endgame tables"},
	} {
		a, err := cabinet.ByID(c.game).LookUp(c.question)
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s %q: %v, want %q", c.game, c.question, err, c.fault)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %q: %v", c.game, c.question, err)
			continue
		}
		var text bytes.Buffer
		if err := a.WriteText(&text, phrase.English); err != nil || !strings.Contains(text.String(), c.text) {
			t.Errorf("%s %q: %.300s, %v; want %q", c.game, c.question, &text, err, c.text)
		}
	}
}
