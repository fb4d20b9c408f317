package analyse_test

import (
	"context"
	"fmt"

	"parlour/cabinet"
	"parlour/lab/analyse"
)

func ExampleAnalyst_Position() {
	e, m, err := cabinet.Parse("mensch Y:-,-,5,30/G:-,-,-,34/R:-,-,-,20/K:-,-,-,38 Y 4 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, throws := e.Advisers()
	a := analyse.Analyst{Moves: moves, Throws: throws, Open: cabinet.Open}
	list, err := a.Position(context.Background(), m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("best:", list[0].Text)
	// Output: best: 30>34xG
}
