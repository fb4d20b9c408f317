package board_test

import (
	"fmt"
	"testing"

	"parlour/board"
)

func ExampleBoard() {
	b := board.Board{
		Width: 2, Height: 1, Rows: 1, Cols: 2,
		Places: []board.Place{
			{Name: "a", At: board.Point{X: 0.5, Y: 0.5}, Shape: board.Square},
			{Name: "b", At: board.Point{X: 1.5, Y: 0.5}, Shape: board.Square, Col: 1},
		},
	}
	fmt.Println(b.Place("b").At.X, b.Ink("G"))
	// Output: 1.5 green
}

func TestPlace(t *testing.T) {
	b := board.Board{Places: []board.Place{{Name: "a"}, {Name: "b", Size: board.Point{X: 2, Y: 3}}}}
	if b.Place("c") != nil {
		t.Error("found a place that does not exist")
	}
	if got := b.Place("a").Across(); got != (board.Point{X: 1, Y: 1}) {
		t.Error("a place without a size is", got)
	}
	if got := b.Place("b").Across(); got != (board.Point{X: 2, Y: 3}) {
		t.Error("size", got)
	}
}

func TestInk(t *testing.T) {
	b := board.Board{Inks: map[string]string{"B": "ebony"}}
	for letter, want := range map[string]string{"B": "ebony", "G": "green", "?": ""} {
		if got := b.Ink(letter); got != want {
			t.Errorf("ink of %s is %q, want %q", letter, got, want)
		}
	}
}
