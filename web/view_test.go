package web

import (
	"testing"

	"parlour/cabinet"
	"parlour/table"
)

// A result is a tie only where several sides have the first place.
func TestResultWords(t *testing.T) {
	for _, c := range []struct {
		game   string
		result table.ResultView
		words  string
	}{
		{"kleefeld", table.ResultView{Reason: "home", Places: map[string]int{"R": 1, "G": 2}, Shares: map[string]float64{"R": 2. / 3, "G": 1. / 3}}, "Red wins (all home)"},
		{"checkers", table.ResultView{Reason: "agreed", Places: map[string]int{"B": 1, "W": 1}, Shares: map[string]float64{"B": 0.5, "W": 0.5}}, "Tied between Black and White (agreed)"},
		{"contact", table.ResultView{Reason: "last-tile", Places: map[string]int{"s": 1, "n": 1, "w": 2, "e": 2}, Shares: map[string]float64{"s": 1, "n": 1, "w": 0, "e": 0}}, "South and North win (the last tile)"},
		{"backgammon", table.ResultView{Reason: "2", Places: map[string]int{"X": 1, "O": 2}, Shares: map[string]float64{"X": 1, "O": 0}}, "X wins, 2 points"},
	} {
		if got := resultWords(cabinet.ByID(c.game), &c.result); got != c.words {
			t.Errorf("%s: %q, want %q", c.game, got, c.words)
		}
	}
}
