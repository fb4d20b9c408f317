package pdn_test

import (
	"fmt"
	"strings"

	"parlour/record/pdn"
)

func ExampleGames() {
	file := strings.NewReader(`[Black "Ann"] [White "Ben"]
1. 11x15 23-19 2. 8-11Annistiming 22-17 1-0

[Black "Ben"] [White "Ann"]
1. 11-15 15-18 *`)
	for g, err := range pdn.Games(file) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g.Tag("Black"), g.Tag("White"), g.Winner, len(g.Moves), g.Moves[2].Text, g.Moves[2].Comment)
	}
	// Output:
	// Ann Ben B 4 8-11 Annistiming
	// game 2, line 5: 15-18 cannot be played: checkers.not-yours from=15 owner=black side=white [checkers/black-first]
}
