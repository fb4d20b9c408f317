package lockstep_test

import (
	"context"
	"fmt"

	"parlour"
	"parlour/games/race"
	"parlour/lab/sim"
	"parlour/lab/sim/lockstep"
)

// A thousand games of Mensch, many at a time.
func Example() {
	m, err := race.MenschGame().New(parlour.Setup{})
	if err != nil {
		panic(err)
	}
	rules, start, _ := parlour.Typed[race.Position](m)
	stats, err := sim.RunTogether(context.Background(), rules, start, sim.Config{Games: 1000, Seed: 1}, lockstep.New)
	if err != nil {
		panic(err)
	}
	alone, err := sim.RunFrom(context.Background(), rules, start, sim.Config{Games: 1000, Seed: 1})
	if err != nil {
		panic(err)
	}
	fmt.Println(stats.Games, stats.Turns.Mean() == alone.Turns.Mean())
	// Output: 1000 true
}
