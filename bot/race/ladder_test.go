package race

import (
	"context"
	"os"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
	"parlour/lab/sim"
)

var games = map[string]parlour.Game{
	"kleefeld": race.KleefeldGame(), "parker": race.ParkerGame(), "british": race.BritishGame(), "mensch": race.MenschGame(),
}

// open returns the rules of a set-up.
func open(t testing.TB, id string, s parlour.Setup) parlour.Full[race.Position] {
	t.Helper()
	m, err := games[id].New(s)
	if err != nil {
		t.Fatal(err)
	}
	rules, _, _ := parlour.Typed[race.Position](m)
	return rules
}

// Every level beats the one below: two of each at a table of four, every game
// twice with the same dice and the seats exchanged.
func TestLadder(t *testing.T) {
	counts := []int{150, 100, 100}
	if os.Getenv("PARLOUR_SOAK") != "" {
		counts = []int{1000, 2000, 2000}
	}
	for id := range games {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			rules, levels := open(t, id, parlour.Setup{}), Levels(id)
			for i, n := range counts {
				a, b := levels[i+1], levels[i]
				share := duel(t, rules, n, a.Maker, b.Maker)
				low, _ := sim.Wilson(share, 2*n)
				t.Logf("%s against %s: %.1f %% of %d games, at least %.1f %%", a.Name, b.Name, 100*share, 2*n, 100*low)
				if low <= 0.5 {
					t.Errorf("%s does not beat %s clearly", a.Name, b.Name)
				}
			}
		})
	}
}

// duel returns the part of 2n games that a wins against b.
func duel(t *testing.T, rules parlour.Full[race.Position], n int, a, b bot.Maker[race.Position]) float64 {
	t.Helper()
	won := 0.0
	for swap := range 2 {
		seats := []bot.Maker[race.Position]{a, b, a, b}
		if swap == 1 {
			seats = []bot.Maker[race.Position]{b, a, b, a}
		}
		st, err := sim.Run(context.Background(), rules, sim.Config{Games: n, Seed: 1928, Quick: true}, seats...)
		if err != nil {
			t.Fatal(err)
		}
		won += st.Seats[swap].Share() + st.Seats[swap+2].Share()
	}
	return won / 2
}
