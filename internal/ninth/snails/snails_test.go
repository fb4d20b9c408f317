package snails

import (
	"errors"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

func TestScenarios(t *testing.T) {
	gametest.Scenarios(t, Game(), "testdata/snails.json", func(m parlour.Match) string {
		r := m.Result()
		if !r.Over {
			return ""
		}
		return "win " + info.Letter(r.Winner()) + " " + r.Reason
	})
}

func TestLaws(t *testing.T) {
	gametest.Run(t, Game(), gametest.Config[Position]{
		Setups: []parlour.Setup{{}, {Players: 3}}, Lines: []string{"snails G:3/Y:5/B:0 G 2"},
		Games: 5, MaxPlies: 2000, Places: gametest.Places(BoardOf),
	})
}

// What is wrong with a move, a line or a setup is said.
func TestFaults(t *testing.T) {
	m := gametest.MustParse(t, Game(), "snails G:3/Y:5/B:0 G 2")
	var why *parlour.Refusal
	if _, err := m.Parse("3>6"); !errors.As(err, &why) || why.Code != "snails.not-there" || len(why.Instead) != 2 {
		t.Errorf("3>6: %v", err)
	}
	for _, line := range []string{"snails", "snails G:3/Y:3/B:0 G -", "snails G:12/Y:3/B:0 G -", "snails G:1/Y:3/B:0 - -", "snails G:1/Y:3/B:0 G 7", "snails G:1/Y:13/B:0 R 6"} {
		var bad *parlour.PositionError
		if _, err := Game().Parse(line); !errors.As(err, &bad) {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, s := range []parlour.Setup{{Players: 2}, {Mode: "long"}, {Colours: "GY"}, {First: "B"}} {
		var bad *parlour.SetupError
		if _, err := Game().New(s); !errors.As(err, &bad) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
