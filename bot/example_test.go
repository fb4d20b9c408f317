package bot_test

import (
	"context"
	"fmt"

	"parlour/bot"
	"parlour/games/race"
)

func ExampleNewPlayer() {
	m, err := race.AutoRaceGame().Parse("auto-race G:12/Y:0 G 4 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := bot.NewPlayer("greedy", bot.NewGreedy[race.Position], 1928)
	move, err := p.Choose(context.Background(), m)
	fmt.Println(m.Text(move), err)
	// Output: 12>16 <nil>
}
