package parlour_test

import (
	"fmt"

	"parlour"
	"parlour/games/race"
)

// A match says what it is waiting for: a throw, then a move in canonical text.
func Example() {
	m, err := race.KleefeldGame().New(parlour.Setup{Players: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"6", "enter", "3"} {
		move, err := m.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := m.Play(move); err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, move := range m.Moves() {
		fmt.Println(m.Text(move))
	}
	fmt.Println(m)
	// Output:
	// 0>3
	// kleefeld G:-,-,-,0/B:-,-,-,- G 3 - run=1
}

// Two dice have 21 different throws: of 36, a double has weight 1, any other
// throw 2.
func ExampleDice_All() {
	for throw, weight := range parlour.TwoDice.All() {
		if weight == 1 {
			fmt.Printf("%s ", parlour.TwoDice.AppendThrow(nil, throw))
		}
	}
	// Output: 11 22 33 44 55 66
}
