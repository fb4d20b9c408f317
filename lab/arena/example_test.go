package arena_test

import (
	"context"
	"fmt"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab/arena"
)

func ExampleContest() {
	e := cabinet.ByID("kleefeld")
	start, err := e.Game.New(parlour.Setup{Players: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	var players []arena.Player
	for _, name := range []string{"greedy", "random"} {
		players = append(players, arena.House(name, func(seed uint64) (bot.Player, error) { return e.Player(name, seed) }))
	}
	c := arena.Contest{Start: start, Players: players, Rounds: 50, Seed: 1928}
	report, err := c.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	p := report.Pairs[0]
	fmt.Println(p.Games, "games,", p.A, "is stronger beyond doubt:", p.Clear())
	// Output: 100 games, greedy is stronger beyond doubt: true
}
