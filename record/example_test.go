package record_test

import (
	"fmt"
	"strings"

	"parlour/games/race"
	"parlour/record"
)

func ExampleReplay() {
	const file = `= auto-race G:57/B:36 B - - -
B 3 pass
G 6 57>*
end win G home
`
	game := race.AutoRaceGame()
	for r, err := range record.Read(strings.NewReader(file)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		m, err := record.Replay(game.Parse, r, nil)
		fmt.Println(m, err)
	}
	// Output: auto-race G:*/B:36 - - - rank=G <nil>
}
