package morris_test

import (
	"fmt"

	"parlour"
	"parlour/internal/ninth/morris"
)

func Example() {
	m, err := morris.Game().New(parlour.Setup{})
	if err != nil {
		panic(err)
	}
	for _, text := range []string{"d6", "f4", "d7", "g4", "d5xf4"} {
		move, err := m.Parse(text)
		if err == nil {
			err = m.Play(move)
		}
		if err != nil {
			panic(err)
		}
	}
	fmt.Println(m)
	_, err = m.Parse("d5")
	fmt.Println(err)
	// Output:
	// morris B:W6/d7,d6,d5:B7/g4 q=0
	// morris.occupied from= opponent=white side=black to=d5 [morris/place] [morris/slide]
}
