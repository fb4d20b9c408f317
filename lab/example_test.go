package lab_test

import (
	"context"
	"fmt"

	"parlour"
	"parlour/lab"
	"parlour/lab/work"
)

func ExampleExperiment() {
	e := lab.Experiment{Game: "auto-race", Setup: parlour.Setup{Players: 2}, Games: 500, Seed: 1928}
	stats, err := e.Run(context.Background(), work.Hands{Doer: lab.Doers()}, nil)
	fmt.Printf("%d games, %.1f turns, the first player wins %.1f %%, %v\n", stats.Games, stats.Turns.Mean(), 100*stats.Order[0].Share(), err)
	// Output:
	// 500 games, 40.0 turns, the first player wins 51.4 %, <nil>
}
