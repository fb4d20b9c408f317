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
// twice with the same dice and the seats exchanged. Some levels are close, so in a
// short run they must win clearly over the four games together, and in a long run in
// each of them.
func TestLadder(t *testing.T) {
	counts, each := []int{60, 60, 15}, false
	if os.Getenv("PARLOUR_SOAK") != "" {
		counts, each = []int{1000, 1000, 1000}, true
	}
	for i, n := range counts {
		name, below, sum := bot.Levels[i+1], bot.Levels[i], 0.0
		clear := func(t *testing.T, share float64, games int) {
			t.Helper()
			low, _ := sim.Wilson(share, games)
			t.Logf("%s against %s: %.1f %% of %d games, at least %.1f %%", name, below, 100*share, games, 100*low)
			if low <= 0.5 {
				t.Errorf("%s does not beat %s clearly", name, below)
			}
		}
		for id := range games {
			t.Run(id, func(t *testing.T) {
				rules, levels := open(t, id, parlour.Setup{}), Levels(id)
				if !each { // playouts take long
					ahead, _ := work(id)
					levels[len(levels)-1].Maker = bot.NewMaxN(netOpinions(id), ahead)
				}
				share := duel(t, rules, n, levels[i+1].Maker, levels[i].Maker)
				sum += share
				if each {
					clear(t, share, 2*n)
				}
			})
		}
		clear(t, sum/float64(len(games)), 2*n*len(games))
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
