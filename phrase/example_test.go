package phrase_test

import (
	"errors"
	"fmt"

	"parlour"
	"parlour/games/race"
	"parlour/phrase"
)

func Example() {
	m, err := race.KleefeldGame().Parse("kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = m.Parse("enter")
	var r *parlour.Refusal
	if errors.As(err, &r) {
		fmt.Println(phrase.English.Refusal(r))
	}
	// Output: only a six brings in a man, and 3 was thrown [kleefeld/enter-on-six]. Legal: 5>8
}
