package rulebook_test

import (
	"fmt"

	"parlour/rulebook"
)

func Example() {
	book := rulebook.Kleefeld
	fmt.Println(book.Clause("kick").Rule)
	r := book.Ruling("r-tries")
	fmt.Println(r.Question, r.Decision, r.Others)
	// Output:
	// A setter that comes to a square held by an opponent kicks the opponent out; the last to arrive keeps the square.
	// Does a player get several tries while all setters wait? No, only one throw. tries=3 allows up to three.
}

// A position line begins with the game and the options that differ from the
// default.
func ExampleBook_ReadTag() {
	settings, faults := rulebook.Kleefeld.ReadTag("kleefeld[jump=off,tries=3]")
	fmt.Println(rulebook.Kleefeld.Value(settings, "tries"), faults)
	_, faults = rulebook.Kleefeld.ReadTag("kleefeld[tries=3,jump=high]")
	fmt.Println(faults)
	// Output:
	// 3 []
	// [option jump cannot be "high"; choose one of on, off]
}
