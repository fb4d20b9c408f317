package checkers_test

import (
	"context"
	"fmt"

	"parlour/bot"
	checkersbot "parlour/bot/checkers"
	"parlour/games/checkers"
)

func ExampleLevels() {
	m, err := checkers.Game().Parse("checkers W:WK15,20:B12,K28 q=0")
	if err != nil {
		fmt.Println(err)
		return
	}
	levels := checkersbot.Levels(nil)
	expert := levels[len(levels)-1]
	p := bot.NewPlayer(expert.Name, expert.Maker, 1928)
	move, err := p.Choose(context.Background(), m)
	fmt.Println(p.Name(), "plays", m.Text(move), err)
	// Output: expert plays 15-19 <nil>
}

func ExampleTables_Look() {
	_, p, err := checkers.Read("checkers W:WK15,20:B12,K28 q=0")
	if err != nil {
		fmt.Println(err)
		return
	}
	v, ok := checkersbot.Endgames().Look(&p.Stand, p.Mover)
	fmt.Println(v.Wins, v.Plies, ok)
	// Output: true 81 true
}
