package cabinet_test

import (
	"fmt"

	"parlour"
	"parlour/cabinet"
)

func ExampleByID() {
	e := cabinet.ByID("kleefeld")
	m, err := e.Game.New(parlour.Setup{Players: 2})
	fmt.Println(m, err)
	// Output: kleefeld G:-,-,-,-/B:-,-,-,- G - - - <nil>
}
