package race_test

import (
	"context"
	"fmt"

	"parlour/bot"
	racebot "parlour/bot/race"
	"parlour/games/race"
)

func ExampleLevels() {
	m, err := race.KleefeldGame().Parse("kleefeld G:-,-,3,20/Y:-,-,-,25 G 5 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	levels := racebot.Levels("kleefeld")
	expert := bot.NewPlayer("expert", levels[3].Maker, 1928)
	move, err := expert.Choose(context.Background(), m)
	fmt.Println(m.Text(move), err)
	// Output: 20>25xY <nil>
}
