package contact_test

import (
	"context"
	"fmt"

	"parlour/bot"
	contactbot "parlour/bot/contact"
	"parlour/games/contact"
)

func ExampleLevels() {
	m, err := contact.Game().Parse("contact duel6 h8G5555,g10R1234 s 0 -")
	if err != nil {
		fmt.Println(err)
		return
	}
	expert := bot.NewPlayer("expert", contactbot.Levels()[3].Maker, 1928)
	move, err := expert.Choose(context.Background(), m)
	fmt.Println(m.Text(move), err)
	// Output: h8-h9 <nil>
}
