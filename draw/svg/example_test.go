package svg_test

import (
	"fmt"
	"strings"

	"parlour"
	"parlour/board"
	"parlour/draw"
	"parlour/draw/svg"
)

func ExampleBoard() {
	b := &board.Board{Width: 1, Height: 1, Places: []board.Place{{Name: "12", At: board.Point{X: 0.5, Y: 0.5}, Shape: board.Square}}}
	v := draw.View{Pieces: []parlour.Piece{{Place: "12", Colour: "G", Kind: "man"}}}
	var out strings.Builder
	if err := svg.Board(&out, b, v); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Count(out.String(), `data-place="12"`)) // the place and the man on it
	// Output: 2
}
