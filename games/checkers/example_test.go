package checkers_test

import (
	"errors"
	"fmt"

	"parlour"
	"parlour/games/checkers"
	"parlour/phrase"
)

func Example() {
	m, err := checkers.Game().New(parlour.Setup{})
	if err != nil {
		panic(err)
	}
	for _, text := range []string{"11-15", "22-18"} {
		move, err := m.Parse(text)
		if err == nil {
			err = m.Play(move)
		}
		if err != nil {
			panic(err)
		}
	}
	for _, move := range m.Moves() {
		fmt.Println(m.Text(move))
	}
	_, err = m.Parse("9-13")
	var r *parlour.Refusal
	if errors.As(err, &r) {
		fmt.Println(phrase.English.Refusal(r))
	}
	// Output:
	// 15x22
	// the piece on 9 may not step, because a capture is possible and must be made. Pieces that can capture: 15 [checkers/capture-must] [checkers/capture-any-piece]. Legal: 15x22
}
