package svg

import (
	"testing"

	"parlour"
	"parlour/board"
)

func TestSides(t *testing.T) {
	b := &board.Board{Width: 10, Height: 10}
	var pieces []parlour.Piece
	for i, at := range []board.Point{{X: 2, Y: 8}, {X: 2, Y: 2}, {X: 8, Y: 2}, {X: 8, Y: 8}} {
		name := string(rune('a' + i))
		b.Places = append(b.Places, board.Place{Name: name, At: at})
		pieces = append(pieces, parlour.Piece{Place: name, Colour: "GYBR"[i : i+1], Kind: "man"})
	}
	got := Sides(b, pieces)
	for i, want := range []int{0, 3, 2, 1} {
		if c := "GYBR"[i : i+1]; got[c] != want {
			t.Errorf("%s needs %d quarter turns, want %d", c, got[c], want)
		}
	}
	if got := Sides(b, []parlour.Piece{pieces[0], pieces[2]}); got["G"] != 0 || got["B"] != 2 {
		t.Errorf("two colours that face each other: %v", got)
	}
	if got := Sides(b, []parlour.Piece{pieces[2], {Place: "c", Colour: "Y", Kind: "auto"}}); got["B"] != 0 || got["Y"] != 0 {
		t.Errorf("colours that begin at one place: %v", got)
	}
}
