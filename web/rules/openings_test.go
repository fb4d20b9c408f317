package rules

import (
	"testing"

	"parlour/cabinet"
	"parlour/phrase"
)

// TestAskedOften checks that a question to a book does not make its whole page
// anew: everybody may ask, as often as they like.
func TestAskedOften(t *testing.T) {
	e := cabinet.ByID("checkers")
	ask := func(position string) {
		if _, err := Openings(phrase.English, e, position); err != nil {
			t.Fatal(err)
		}
	}
	ask("checkers W:W30:B1 q=0")
	n := testing.AllocsPerRun(3, func() { ask("checkers W:W30:B2 q=0") })
	t.Logf("%.0f allocations", n)
	if n > 10_000 {
		t.Errorf("a question takes %.0f allocations", n)
	}
}
