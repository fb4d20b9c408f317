package cover_test

import (
	"fmt"
	"strings"

	"parlour/board"
	"parlour/draw/cover"
)

func Example() {
	lid := cover.Append(nil, board.Cover{Ground: "#23406b", Letters: "#f6ecd2", Art: `<circle r="60" fill="#f6ecd2"/>`}, "Halma")
	fmt.Println(strings.HasPrefix(string(lid), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300"`))
	// Output: true
}
