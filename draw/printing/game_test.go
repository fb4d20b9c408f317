package printing

import (
	"math"
	"testing"

	"parlour"
	"parlour/cabinet"
)

// The parts of a board cover it, each Overlaps the next, and none is too long.
func TestDivide(t *testing.T) {
	for _, c := range []struct {
		length, room float64
		n            int
	}{{100, 178, 1}, {178, 178, 1}, {178.5, 178, 2}, {348, 178, 2}, {348.5, 178, 3}} {
		n, each := divide(c.length, c.room)
		covered := float64(n)*each - float64(n-1)*Overlap
		if n != c.n || each > c.room || math.Abs(covered-c.length) > 1e-9 {
			t.Errorf("%v mm in %v: %d parts of %v, which cover %v; want %d", c.length, c.room, n, each, covered, c.n)
		}
	}
}

// A piece that is turned over or crowned has its other side on its back.
func TestBacks(t *testing.T) {
	for id, want := range map[string]map[string]string{
		"checkers": {"man": "king"},
		"contact":  {"tile": "tile turned", "tile two": "tile two turned"},
		"kleefeld": {"man": ""},
	} {
		m, err := cabinet.ByID(id).Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Pieces() {
			got := ""
			if back := backOf(p, m.Pieces(), parlour.KindsOf(m)); back != nil {
				got = back.Kind
				if back.Colour != p.Colour {
					t.Errorf("%s: the back of %s is %s", id, p.Colour, back.Colour)
				}
			}
			if got != want[p.Kind] {
				t.Errorf("%s: the back of a %s is %q, want %q", id, p.Kind, got, want[p.Kind])
			}
		}
	}
}

// A game comes with the dice it is played with.
func TestDice(t *testing.T) {
	for id, want := range map[string]int{
		"kleefeld": 1, "parker": 2, "british": 1, "mensch": 1, "auto-race": 1, "contact": 0, "checkers": 0, "backgammon": 2,
	} {
		sheets := set(t, id, A4, parlour.Setup{}).Pieces
		if got := sheets[len(sheets)-1].Dice; got != want {
			t.Errorf("%s: %d dice, want %d", id, got, want)
		}
	}
}
