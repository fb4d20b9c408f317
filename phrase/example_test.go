package phrase_test

import (
	"fmt"

	"parlour"
	"parlour/phrase"
)

func Example() {
	_, err := parlour.OneDie.ParseThrow("7")
	fmt.Println(phrase.English.Error(err))
	// Output: 7 is not a throw; expected one die, 1 to 6
}
