package analyse_test

import (
	"context"
	"math"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab/analyse"
)

func TestTally(t *testing.T) {
	for _, c := range []struct {
		tally       analyse.Tally
		share, half float64
	}{
		{nil, 0, 1},
		{analyse.Tally{{Throws: 3, Errors: 1}}, 0.75, 1},
		{analyse.Tally{{}, {}}, 0, 0},
		{analyse.Tally{{Throws: 3, Errors: 1}, {Throws: 6, Errors: 2}}, 0.75, 0},
		// Residuals 1 and -1 of two games that move 4 each: 1.96·√(2·2/1)/8.
		{analyse.Tally{{Throws: 3, Errors: 1}, {Throws: 1, Errors: 3}}, 0.5, 1.96 * 2 / 8},
	} {
		if share, half := c.tally.Luck(); math.Abs(share-c.share) > 1e-9 || math.Abs(half-c.half) > 1e-9 {
			t.Errorf("%v: %v ± %v, want %v ± %v", c.tally, share, half, c.share, c.half)
		}
	}
}

// Play leaves the match alone, gives the same game for the same seed, and
// stops when it is told to.
func TestPlay(t *testing.T) {
	e := cabinet.ByID("parker")
	m, err := e.Game.New(parlour.Setup{Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	player, err := e.Player("casual", 1)
	if err != nil {
		t.Fatal(err)
	}
	seat := func(parlour.Seat) bot.Player { return player }
	before := m.String()
	a, err := e.Analyst().Play(context.Background(), m, 7, seat)
	if err != nil || m.String() != before || a.Throws <= 0 || a.Errors <= 0 {
		t.Fatalf("%+v, %v, %s", a, err, m)
	}
	if player, err = e.Player("casual", 1); err != nil {
		t.Fatal(err)
	}
	if b, err := e.Analyst().Play(context.Background(), m, 7, seat); err != nil || b != a {
		t.Errorf("again %+v, %v, want %+v", b, err, a)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Analyst().Play(ctx, m, 7, seat); err == nil {
		t.Error("it played on")
	}
}
