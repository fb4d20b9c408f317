package png_test

import (
	"bytes"
	"fmt"
	imagepng "image/png"

	"parlour"
	"parlour/board"
	"parlour/draw"
	"parlour/draw/png"
	"parlour/draw/svg"
)

func ExampleEncode() {
	b := &board.Board{Width: 1, Height: 1, Places: []board.Place{{Name: "12", At: board.Point{X: 0.5, Y: 0.5}, Shape: board.Square}}}
	v := draw.View{Pieces: []parlour.Piece{{Place: "12", Colour: "G", Kind: "man"}}}
	var out bytes.Buffer
	if err := png.Encode(&out, svg.AppendBoard(nil, b, v), png.Options{Width: 1200, Height: 630}); err != nil {
		fmt.Println(err)
	}
	img, err := imagepng.Decode(&out)
	fmt.Println(img.Bounds(), err)
	// Output: (0,0)-(1200,630) <nil>
}
