package backgammon_test

import (
	"context"
	"fmt"

	"parlour/bot"
	"parlour/bot/backgammon"
	game "parlour/games/backgammon"
)

func ExampleLevel() {
	m, err := game.Game().Parse("backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 move")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := bot.NewPlayer("expert", backgammon.Level("expert"), 1928)
	move, err := p.Choose(context.Background(), m)
	fmt.Println(m.Text(move), err)
	// Output: 8/5 6/5 <nil>
}
