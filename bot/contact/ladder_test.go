package contact

import (
	"context"
	"os"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/contact"
	"parlour/lab/sim"
)

func open(t testing.TB, mode string) parlour.Full[contact.Position] {
	t.Helper()
	m, err := contact.Game().New(parlour.Setup{Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	rules, _, _ := parlour.Typed[contact.Position](m)
	return rules
}

// Every level beats the one below: two of each at a table, every game twice
// with the seats exchanged. The heat of the lower level makes the games
// different.
func TestLadder(t *testing.T) {
	counts, modes := []int{8, 12, 16}, []string{"duel6"}
	if os.Getenv("PARLOUR_SOAK") != "" {
		counts, modes = []int{100, 100, 100}, []string{"pairs", "duel6"}
	}
	levels := Levels()
	for _, mode := range modes {
		rules := open(t, mode)
		for i, n := range counts {
			a, b := levels[i+1], levels[i]
			won := 0.0
			for swap := range 2 {
				// Opposite seats: partners in pairs, opponents in a duel.
				south, west := a.Maker, b.Maker
				if swap == 1 {
					south, west = west, south
				}
				seats := []bot.Maker[contact.Position]{south, west, south, west}
				if mode == "duel6" {
					seats[2] = west
				}
				st, err := sim.Run(context.Background(), rules, sim.Config{Games: n, Seed: 1928, Quick: true, MaxMoves: 3000}, seats...)
				if err != nil {
					t.Fatal(err)
				}
				share := st.Seats[0].Share()
				if swap == 1 {
					share = 1 - share
				}
				won += share / 2
			}
			low, _ := sim.Wilson(won, 2*n)
			t.Logf("%s: %s against %s: %.1f %% of %d games, at least %.1f %%", mode, a.Name, b.Name, 100*won, 2*n, 100*low)
			if low <= 0.5 {
				t.Errorf("%s: %s does not beat %s clearly", mode, a.Name, b.Name)
			}
		}
	}
}
