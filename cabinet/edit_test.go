package cabinet

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parlour"
)

// Every game can be set up by hand: the start taken apart is put together, a
// piece of the tray lies where it is put, and a cleared board is answered with
// words.
func TestArrange(t *testing.T) {
	for _, e := range shelf {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		a := parlour.Arranged(m)
		if again, err := parlour.Arrange(m, a); err != nil || again.String() != m.String() {
			t.Errorf("%s: the start becomes %v, %v", e.Info.ID, again, err)
		}
		kinds := parlour.KindsOf(m)
		for _, p := range parlour.TrayOf(m) {
			if !slices.Contains(kinds, p) {
				t.Errorf("%s: the tray has %v, which has no drawing", e.Info.ID, p)
			}
		}
		a.Pieces = nil
		if cleared, err := parlour.Arrange(m, a); err == nil && cleared.Info().ID != e.Info.ID {
			t.Errorf("%s: an empty board is %v", e.Info.ID, cleared)
		}
	}
}

// Every fault of a position that is set up by hand is told in words, and with
// the clause that it breaks.
func TestArrangeFaults(t *testing.T) {
	man := func(colour, place string, n int) []parlour.Piece {
		return slices.Repeat([]parlour.Piece{{Place: place, Colour: colour, Kind: "man"}}, n)
	}
	cases := []struct {
		name   string
		game   string
		pieces []parlour.Piece
		fields map[string]string
		want   []string // beginnings of faults, with the clause
	}{
		{"crown", "checkers", append(man("B", "30", 1), man("W", "1", 1)...), nil, []string{"a man of Black is uncrowned on its crown row, on 30 [checkers/crown]", "a man of White is uncrowned on its crown row, on 1 [checkers/crown]"}},
		{"twice", "checkers", append(man("B", "14", 1), man("W", "14", 1)...), nil, []string{"square 14 is named twice"}},
		{"no square", "checkers", man("B", "bar", 1), nil, []string{`there is no square "bar"`}},
		{"quiet", "checkers", man("B", "14", 1), map[string]string{"quiet": "-1"}, []string{`q must be a number from 0 to 1000000000, not "-1"`}},
		{"too many", "backgammon", append(man("X", "6", 16), man("O", "19", 15)...), nil, []string{"Black has 16 men, more than 15 [backgammon/setup]"}},
		{"both", "backgammon", append(man("X", "6", 2), man("O", "6", 2)...), nil, []string{"a point holds men of both sides [backgammon/point-closed]"}},
		{"cube", "backgammon", append(man("X", "6", 2), man("O", "19", 2)...), map[string]string{"cube": "2", "owner": "-"}, []string{"the cube is at 2 but in the middle, although automatic doubles are limited to 0 [backgammon/cube-take]"}},
		{"owner", "backgammon", append(man("X", "6", 2), man("O", "19", 2)...), map[string]string{"owner": "X"}, []string{"a cube of 1 cannot have an owner [backgammon/cube-take]"}},
		{"nobody", "backgammon", man("X", "6", 2), nil, []string{"White has no men, but the game is not over [backgammon/single-win]"}},
		{"dice", "backgammon", append(man("X", "6", 2), man("O", "19", 2)...), map[string]string{"dice": "70"}, []string{`"70" is not a throw`}},
		{"elsewhere", "backgammon", append(man("X", "bar O", 1), man("O", "19", 2)...), nil, []string{`men of Black never come to "bar O"`}},
		{"five men", "kleefeld", man("G", "5", 5), nil, []string{"Green has 5 setters, not 4 [kleefeld/four-setters]"}},
		{"shared", "kleefeld", append(man("G", "5", 1), man("Y", "5", 1)...), nil, []string{"Green and Yellow share space 5 [kleefeld/kick]"}},
		{"foreign lane", "british", man("G", "Yh1", 1), nil, []string{"pieces of Green never come to Yh1 [british/home-column-private]"}},
		{"absent", "parker", man("R", "5", 1), map[string]string{"colours": "GB"}, []string{"Red is on the board, but does not play"}},
		{"three men", "parker", man("G", "5", 3), nil, []string{"Green has 3 men on 5, but at most 2 may be there [parker/blockade-forms]"}},
		{"one square", "mensch", man("Y", "5", 2), nil, []string{"Yellow has 2 pieces on 5, but at most 1 may be there [mensch/one-per-square]"}},
		{"obstruction", "auto-race", []parlour.Piece{{Place: "10", Colour: "G", Kind: "auto"}}, nil, []string{"the car of Green cannot be on 10, which is an obstruction [auto-race/must-jump]"}},
		{"side by side", "contact", []parlour.Piece{{Place: "h8", Colour: "G", Kind: "tile", Face: "3456"}, {Place: "h9", Colour: "R", Kind: "tile", Face: "3456"}}, nil, []string{"opponents lie side by side on h8 and h9 [contact/no-side-by-side]"}},
		{"not turned", "contact", []parlour.Piece{{Place: "h15", Colour: "G", Kind: "tile", Face: "3456"}}, nil, []string{"the Green tile on its goal spot h15 is not turned over [contact/turn-over]"}},
		{"face", "contact", []parlour.Piece{{Place: "h8", Colour: "G", Kind: "tile", Face: "9999"}}, nil, []string{`tile "h8G9999" has an unknown face`}},
	}
	for _, c := range cases {
		e := ByID(c.game)
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := parlour.Arrange(m, parlour.Arrangement{Pieces: c.pieces, Fields: c.fields})
		var bad *parlour.PositionError
		if !errors.As(err, &bad) {
			t.Errorf("%s: %v, %v; expected %q", c.name, got, err, c.want)
			continue
		}
		for _, w := range c.want {
			if !slices.ContainsFunc(bad.Faults, func(f parlour.Fault) bool { return strings.HasPrefix(f.String(), w) }) {
				t.Errorf("%s: the faults are %q; expected %q", c.name, bad.Faults, w)
			}
		}
		for _, f := range bad.Faults {
			if clause := f.Clause; clause != "" && e.Book.Clause(clause) == nil && e.Book.Ruling(clause) == nil {
				t.Errorf("%s: there is no clause %s", c.name, clause)
			}
		}
	}
}

// Every car that the rules allow can be put on the board, whatever its lap.
func TestArrangeLaps(t *testing.T) {
	m, err := Open("auto-race[laps=2] G:64/Y:0/B:12/R:3 G - - -")
	if err != nil {
		t.Fatal(err)
	}
	a := parlour.Arranged(m)
	if a.Fields["lap G"] != "2" || a.Fields["lap B"] != "1" {
		t.Errorf("the laps are %v", a.Fields)
	}
	a.Fields["lap B"] = "2"
	again, err := parlour.Arrange(m, a)
	if err != nil || again.String() == m.String() || again.Pieces()[2].Place != "12" {
		t.Errorf("a car in its second lap: %v, %v", again, err)
	}
}
