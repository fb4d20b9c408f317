package bench

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/lab/sim"
)

// The loop written by hand plays the same game as the simulator.
func TestBareLudo(t *testing.T) {
	e, m, err := cabinet.Parse(bareLine)
	if err != nil {
		t.Fatal(err)
	}
	const games = 4000
	s, err := e.Sim(context.Background(), m, sim.Config{Games: games, Seed: 5, Quick: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	hand := float64(bareLudo(games, 6)) / games
	if band := 5 * s.Moves.SD() * math.Sqrt(2.0/games); math.Abs(hand-s.Moves.Mean()) > band {
		t.Errorf("by hand %.1f moves a game, through the simulator %.1f, more than %.1f apart", hand, s.Moves.Mean(), band)
	}
}

// Every searcher is measured.
func TestSearch(t *testing.T) {
	var b bytes.Buffer
	if err := writeSearch(context.Background(), &b, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"expectimax\t", "max^n\t", "tree search\t", "checkers\t", "throws ahead: 2\t"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not measured:\n%s", want, b.String())
		}
	}
}
