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
	// What you want: all four home
	// You threw a one. Bring the last setter home.
}
