package lab

import (
	"io"
	"strings"
	"testing"

	"parlour/cabinet"
)

func TestContestant(t *testing.T) {
	for _, c := range []struct{ game, text, name, bad string }{
		{game: "kleefeld", text: "expert", name: "expert"},
		{game: "kleefeld", text: "mine=python3 bot.py", name: "mine"},
		{game: "checkers", text: "pdn:./engine -q", name: "./engine"},
		{game: "checkers", text: "mine=pdn:./engine -q", name: "mine"},
		{game: "backgammon", text: "expert:1", name: "expert:1"},
		{game: "backgammon", text: "gnubg:0", name: "gnubg:0"},
		{game: "backgammon", text: "mine=expert:0", name: "mine"},
		{game: "kleefeld", text: "deep", bad: "deep"},
		{game: "auto-race", text: "expert", bad: "no player"},
		{game: "kleefeld", text: "=python3", bad: "NAME=COMMAND"},
		{game: "kleefeld", text: "mine=", bad: "NAME=COMMAND"},
		{game: "checkers", text: "pdn:", bad: "pdn:COMMAND"},
		{game: "checkers", text: "=pdn:./engine", bad: "pdn:COMMAND"},
		{game: "kleefeld", text: "pdn:./engine", bad: "pdn:COMMAND is for checkers, not for kleefeld"},
		{game: "kleefeld", text: "gnubg", bad: "gnubg:PLIES is for backgammon, not for kleefeld"},
		{game: "backgammon", text: "gnubg:99", bad: "gnubg:0 to gnubg:"},
		{game: "backgammon", text: "expert:9", bad: "expert:0 to expert:2"},
	} {
		p, err := Contestant(cabinet.ByID(c.game), c.text, io.Discard)
		switch {
		case c.bad != "" && (err == nil || !strings.Contains(err.Error(), c.bad)):
			t.Errorf("%s %s: error %v, expected one with %q", c.game, c.text, err, c.bad)
		case c.bad == "" && (err != nil || p.Name != c.name):
			t.Errorf("%s %s: %q, %v", c.game, c.text, p.Name, err)
		}
	}
}
