package sim_test

import (
	"context"
	"fmt"

	"parlour"
	"parlour/games/race"
	"parlour/lab/sim"
)

func ExampleRun() {
	m, err := race.AutoRaceGame().New(parlour.Setup{Players: 2, First: "G"})
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, _, _ := parlour.Typed[race.Position](m)
	stats, err := sim.Run(context.Background(), rules, sim.Config{Games: 1000, Seed: 1928})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(stats.Games, "games,", stats.Seats[0].Wins+stats.Seats[2].Wins, "won")
	// Output: 1000 games, 1000 won
}
