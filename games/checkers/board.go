package checkers

import (
	"strconv"

	"parlour"
	"parlour/board"
)

// BoardOf returns the board of a match, with White at the bottom. Its places
// are the dark squares, named by their numbers. It is nil for another game.
// [checkers/board]
func BoardOf(m parlour.Match) *board.Board {
	if _, _, ok := parlour.Typed[Position](m); !ok {
		return nil
	}
	b := &board.Board{Game: "checkers", Width: 8, Height: 8, Rows: 8, Cols: 8, Inks: map[string]string{"B": "ebony", "W": "ivory"},
		Pieces: map[string]*board.Art{"king": {Crowned: true}}}
	for row := range 8 {
		for col := range 8 {
			at := board.Point{X: float64(col) + 0.5, Y: float64(row) + 0.5}
			if (row+col)%2 == 0 {
				b.Decor = append(b.Decor, board.Decor{Kind: board.Box, At: at, Size: board.Point{X: 1, Y: 1}})
				continue
			}
			name := strconv.Itoa(row*4 + col/2 + 1)
			b.Places = append(b.Places, board.Place{
				Name:   name,
				Kind:   "square",
				Number: name,
				At:     at,
				Shape:  board.Square,
				Shade:  true,
				Label:  name,
				Row:    row,
				Col:    col,
			})
		}
	}
	return b
}
