package cabinet

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/lab/analyse"
)

// Every game says how much of it is luck, and the command that measured it. A
// few games measured again come near it.
func TestLuck(t *testing.T) {
	games := map[string]int{"kleefeld": 1, "parker": 2, "british": 1, "mensch": 2, "backgammon": 1, "auto-race": 1}
	for _, e := range Games() {
		l := e.Luck
		if l.Share < 0 || l.Share > 1 || l.Half < 0 || l.Half > 0.05 || !strings.HasPrefix(l.Command, "parlour luck "+e.Info.ID+" ") {
			t.Errorf("%s: %+v", e.Info.ID, l)
		}
		n := games[e.Info.ID]
		if n == 0 {
			if l.Share != 0 || diced(t, e) {
				t.Errorf("%s has a luck share of %v; are there dice: %v", e.Info.ID, l.Share, diced(t, e))
			}
			continue
		}
		if os.Getenv("PARLOUR_SOAK") != "" {
			n *= 20
		}
		level := "casual"
		if e.Levels == nil {
			level = "random"
		}
		var tally analyse.Tally
		for g := range n {
			u, err := e.Ups(context.Background(), level, bot.Mix(7, uint64(g)))
			if err != nil {
				t.Fatal(err)
			}
			tally = append(tally, u)
		}
		// Single games differ by some 0.05, so this is four times what to expect.
		share, _ := tally.Luck()
		if wide := 0.2/math.Sqrt(float64(n)) + 0.02; math.Abs(share-l.Share) > wide {
			t.Errorf("%s: %d games have a luck share of %.3f ± %.3f, the shelf says %.3f; %s measures it", e.Info.ID, n, share, wide, l.Share, l.Command)
		}
	}
}

// docs/LUCK.md has the figures of the shelf.
func TestLuckIsWrittenDown(t *testing.T) {
	text, err := os.ReadFile("../docs/LUCK.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Games() {
		l := e.Luck
		figure := fmt.Sprintf("| %.0f %% |", 100*l.Share)
		if l.Half > 0 {
			figure = fmt.Sprintf("| %.1f ± %.1f %% |", 100*l.Share, 100*l.Half)
		}
		found := false
		for line := range strings.Lines(string(text)) {
			found = found || strings.Contains(line, figure) && strings.HasSuffix(line, "| `"+l.Command+"` |\n")
		}
		if !found {
			t.Errorf("docs/LUCK.md lacks a row with %s and %q", figure, l.Command)
		}
	}
}

// diced plays a game at random and reports whether dice were thrown. A ballot,
// which draws the opening for both, is none.
func diced(t *testing.T, e *Entry) bool {
	t.Helper()
	m, err := e.Game.New(e.Typical.Setup)
	if err != nil {
		t.Fatal(err)
	}
	rand := bot.NewRand(1928)
	for range 400 {
		turn := m.Turn()
		if turn.Over() {
			break
		}
		mv := parlour.NoMove
		if d := turn.Dice; d == 0 {
			moves := m.Moves()
			mv = moves[rand.Intn(len(moves))]
		} else if d.Ballots() == 0 {
			return true
		} else {
			mv = d.Nth(rand.Intn(d.Weight()))
		}
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	return false
}
