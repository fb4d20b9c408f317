package race

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

// games are the five games of the package.
var games = []parlour.Game{AutoRaceGame(), MenschGame(), ParkerGame()}

// find returns the game of a position line, or nil.
func find(line string) parlour.Game {
	id, _, _ := strings.Cut(line, " ")
	id, _, _ = strings.Cut(id, "[")
	for _, g := range games {
		if g.Info().ID == id {
			return g
		}
	}
	return nil
}

func TestScenarios(t *testing.T) {
	for _, g := range games {
		id := g.Info().ID
		t.Run(id, func(t *testing.T) {
			gametest.Scenarios(t, g, "testdata/"+id+".json", nil)
		})
	}
}

func TestExtras(t *testing.T) {
	gametest.Extras(t, "testdata/race-extra.json", func(line string) parlour.Game {
		if strings.HasPrefix(line, "ludo ") {
			return games[0] // every game refuses a line of an unknown game
		}
		return find(line)
	})
}

func TestPerft(t *testing.T) {
	data, err := os.ReadFile("testdata/race-perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		ID, Position string
		Perft        []uint64
		First        uint64
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		g := find(c.Position)
		if g == nil {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			m := gametest.MustParse(t, g, c.Position)
			for i, want := range c.Perft {
				got, first := gametest.Perft(m, i+1, m.Turn().Seat)
				if got != want {
					t.Errorf("perft(%d) of %s is %d, want %d", i+1, c.Position, got, want)
				}
				if i == len(c.Perft)-1 && first != c.First {
					t.Errorf("after perft(%d) of %s it is the first colour's turn %d times, want %d", i+1, c.Position, first, c.First)
				}
			}
		})
	}
}

// rotate gives every colour's men to the next seat.
func rotate(p Position) Position {
	q := p
	for s := range 4 {
		n := (s + 1) & 3
		q.men[n] = p.men[s]
		q.off[n] = p.off[s]
	}
	q.present = p.present<<1&0xf | p.present>>3
	for i, r := range p.rank {
		if r != 0 {
			q.rank[i] = r&3 + 1
		}
	}
	if p.turn != parlour.Nobody {
		q.turn = (p.turn + 1) & 3
	}
	return q
}

func TestLaws(t *testing.T) {
	for _, g := range games {
		info := g.Info()
		t.Run(info.ID, func(t *testing.T) {
			var setups []parlour.Setup
			for _, n := range info.Players {
				setups = append(setups, parlour.Setup{Players: n})
			}
			gametest.Run(t, g, gametest.Config[Position]{Setups: setups, Rotate: rotate})
		})
	}
}

// TestPlaythrough compares a game of every book with a golden record of it.
func TestPlaythrough(t *testing.T) {
	for file, c := range map[string]struct {
		game  parlour.Game
		setup parlour.Setup
	}{
		"kleefeld":   {KleefeldGame(), parlour.Setup{Players: 2, Options: map[string]string{"stack": "block", "tries": "3", "jump-run": "choice"}}},
		"british":    {BritishGame(), parlour.Setup{Players: 2, Options: map[string]string{"jump": "on", "arm": "6", "tries": "3"}}},
		"parker":     {ParkerGame(), parlour.Setup{Players: 2}},
		"mensch":     {MenschGame(), parlour.Setup{Players: 2, Options: map[string]string{"tries": "3"}}},
		"mensch-two": {MenschGame(), parlour.Setup{Seats: "1212", First: "G", Options: map[string]string{"back": "yes", "barrier": "yes", "double": "colours", "must": "yes", "play-on": "first"}}},
		"auto-race":  {AutoRaceGame(), parlour.Setup{Options: map[string]string{"share": "bump", "play-on": "all"}}},
	} {
		t.Run(file, func(t *testing.T) {
			gametest.Playthrough(t, c.game, c.setup, 1928, "testdata/playthrough-"+file+".txt")
		})
	}
}

// TestAllFaults checks that reading a line lists every fault of the state, and
// that setting up a game lists every fault of the settings.
func TestAllFaults(t *testing.T) {
	for line, want := range map[string]int{
		"kleefeld G:-,-,-,5/Y:-,-,-,5 G 3 - tries=1":        2, // a shared space, no right to tries
		"kleefeld G:*,*,*,*/Y:-,-,-,- G 6 - tries=1":        4, // over with a turn, a throw, no rank, a six without run
		"kleefeld G:-,-,-,99/Y:-,-,-/Q:- X 9 - hop=1;run=0": 7,
		"parker G:-,-,13,13/B:-,-,-,- G - - off=G3,B13,R?":  5,
		"mensch Y:-,-,5,5/R:-,-,a,a - - - rank=Y":           4,
		"auto-race G:9/Y:19 G - - tries=1":                  1, // the form is judged first
	} {
		_, err := find(line).Parse(line)
		var bad *parlour.PositionError
		if !errors.As(err, &bad) || len(bad.Faults) != want {
			t.Errorf("%s: want %d faults, got %v", line, want, err)
		}
	}
	_, err := KleefeldGame().New(parlour.Setup{Players: 7, Mode: "pairs", Preset: "1928", Options: map[string]string{"hop": "on", "jump": "high"}})
	var bad *parlour.SetupError
	if !errors.As(err, &bad) || len(bad.Faults) != 5 {
		t.Errorf("want five faults, got %v", err)
	}
}

// readStrictly tests that the reader of positions accepts only one spelling.
func readStrictly(t *testing.T, g parlour.Game, line string) {
	t.Helper()
	if m := gametest.ReadPosition(t, g, line); m != nil && m.String() != line {
		t.Errorf("%q reads back as %q", line, m)
	}
}

// readMove tests the reader of moves if the line is a position.
func readMove(t *testing.T, g parlour.Game, line, text string) {
	t.Helper()
	if m, err := g.Parse(line); err == nil {
		gametest.ReadMove(t, m, text)
	}
}
