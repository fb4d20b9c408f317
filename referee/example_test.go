package referee_test

import (
	"fmt"

	"parlour/games/checkers"
	"parlour/referee"
)

// Two kings that move to and fro reach the same position for the third time
// after eight moves.
func Example() {
	m, err := checkers.Game().Parse("W:WK32:BK1")
	if err != nil {
		fmt.Println(err)
		return
	}
	ref := referee.New(m)
	for _, text := range []string{"32-27", "1-6", "27-32", "6-1", "32-27", "1-6", "27-32", "6-1"} {
		move, err := ref.Match().Parse(text)
		if err == nil {
			err = ref.Play(move)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(ref.Result().Reason)
	// Output: repetition
}
