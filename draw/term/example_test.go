package term_test

import (
	"os"

	"parlour"
	"parlour/board"
	"parlour/draw"
	"parlour/draw/term"
)

func ExampleBoard() {
	b := &board.Board{Rows: 9, Cols: 3}
	for i, name := range []string{"10", "11", "12"} {
		b.Places = append(b.Places, board.Place{Name: name, Label: name, Shape: board.Square, Col: i})
	}
	v := draw.View{
		Pieces: []parlour.Piece{{Place: "12", Colour: "G", Kind: "man"}},
		Last:   [][]string{{"10", "11", "12"}},
		Says:   "Yellow to throw",
	}
	term.Board(os.Stdout, b, v, term.Style{})
	// Output:
	// (10 ) 11  [ G ]
	//
	// ( ) moved from   [ ] moved to
	// Yellow to throw
}
