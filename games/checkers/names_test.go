package checkers

import (
	"strings"
	"testing"
)

// Every name belongs to moves of the deck, and the ballots have the names that
// players know.
func TestOpeningNames(t *testing.T) {
	begins := map[string]bool{}
	three, two := 0, 0
	for _, b := range ThreeMove()[1:] {
		name, n := OpeningName(b.Moves)
		if name == "" {
			t.Errorf("ballot %d has not even the name of its first move", b.Number)
		}
		begins[name] = true
		if !b.Barred && n == 3 {
			three++
		}
		if !b.Barred && n == 2 {
			two++
		}
		family, _ := OpeningName(b.Moves[:1])
		begins[family] = true
	}
	for line := range strings.Lines(strings.TrimSpace(openings)) {
		_, name, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if !begins[name] {
			t.Errorf("%s is the name of no ballot", name)
		}
	}
	if three != 15 || two != 34 {
		t.Errorf("%d ballots have a name of their own, %d one of their first two moves", three, two)
	}
	for n, want := range map[int]string{86: "Octopus", 46: "Double Cross", 96: "Skullcracker", 153: "Twilight Zone", 4: "Edinburgh"} {
		if name, _ := OpeningName(ThreeMove()[n].Moves); name != want {
			t.Errorf("ballot %d is the %s, want %s", n, name, want)
		}
	}
}
