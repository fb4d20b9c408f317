package lesson_test

import (
	"fmt"

	"parlour/learn/lesson"
)

// The first step of a course.
func Example() {
	s := lesson.Kleefeld.Steps[0]
	fmt.Println(s.Title)
	fmt.Println(s.Do)
	// Output:
	// Waiting for a six
	// Throw the die.
}
