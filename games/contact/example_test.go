package contact_test

import (
	"errors"
	"fmt"

	"parlour"
	"parlour/games/contact"
	"parlour/phrase"
)

func Example() {
	m, err := contact.Game().Parse("contact duel6 h8G3456,g10R1234 s 3 -")
	if err != nil {
		panic(err)
	}
	_, err = m.Parse("h8-h10")
	if r := (*parlour.Refusal)(nil); errors.As(err, &r) {
		fmt.Println(phrase.English.Refusal(r))
	}
	mv, err := m.Parse("h8-h9")
	if err != nil {
		panic(err)
	}
	for _, e := range m.Effects(mv) {
		fmt.Println(phrase.English.Effect("contact", e, ""))
	}
	if err := m.Play(mv); err != nil {
		panic(err)
	}
	fmt.Println(m)
	fmt.Println(m.Result().Reason)
	// Output:
	// the ONE STEP tile on h8 moves to the next crossing and no further; h10 is not next to it [contact/one-step]. Legal: h8-h7, h8-g8, h8-i8, h8-h9
	// South moves the green tile on h8 to h9
	// the green tile on h9 spins from 3456 to 6345
	// the green 6 on h9 meets the red 3 on g10 and wins, 6 against 3
	// the red tile 1234 on g10 is removed
	// contact duel6 h9G6345 s 0 -
	// last-tile
}
