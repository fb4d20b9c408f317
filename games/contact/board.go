package contact

import (
	"strconv"

	"parlour"
	"parlour/board"
)

// BoardOf returns the board of a match of this game, or nil for another game.
func BoardOf(m parlour.Match) *board.Board {
	full, _, ok := parlour.Typed[Position](m)
	if !ok {
		return nil
	}
	return full.(*Rules).Board()
}

// squares is the number of squares each way. [contact/board]
const squares = 16

// Board returns the board: 16 by 16 squares with their lines and a margin for
// the names, every usable crossing as a place the size of a tile, and the
// ringed spots marked.
func (r *Rules) Board() *board.Board {
	const edge = 1 // width of the margin
	b := &board.Board{
		Game:  "contact",
		Width: squares + 2*edge, Height: squares + 2*edge,
		Rows: lines + 2, Cols: lines + 1,
		Pieces: art,
		Inks:   map[string]string{"s": "green", "w": "blue", "n": "red", "e": "yellow"},
	}
	middle := float64(squares)/2 + edge
	b.Decor = append(b.Decor, board.Decor{Kind: board.Box,
		At: board.Point{X: middle, Y: middle}, Size: board.Point{X: squares, Y: squares}})
	grid := board.Decor{Kind: board.Lines}
	for i := range squares + 1 {
		at := float64(i) + edge
		grid.Points = append(grid.Points,
			board.Point{X: at, Y: edge}, board.Point{X: at, Y: edge + squares},
			board.Point{X: edge, Y: at}, board.Point{X: edge + squares, Y: at})
	}
	b.Decor = append(b.Decor, grid)
	for i := 1; i <= lines; i++ {
		file, rank := string(rune('a'-1+i)), strconv.Itoa(i)
		b.Decor = append(b.Decor,
			board.Decor{Kind: board.Caption, At: board.Point{X: edge + float64(i), Y: 1.5*edge + squares}, Text: file, Row: lines + 1, Col: i},
			board.Decor{Kind: board.Caption, At: board.Point{X: edge / 2.0, Y: edge + squares - float64(i)}, Text: rank, Row: lines + 1 - i, Col: 0})
	}
	var ringed field
	for s := range parlour.Seat(4) { // printed on the board, so the same in every mode
		for _, c := range r.rings(s) {
			ringed.add(c)
		}
	}
	size := board.Point{X: float64(r.side), Y: float64(r.side)}
	for rank := 1; rank <= lines; rank++ {
		for file := 1; file <= lines; file++ {
			c := crossing(file, rank)
			place := board.Place{
				Name:  c.String(),
				At:    board.Point{X: edge + float64(file), Y: edge + squares - float64(rank)},
				Shape: board.Crossing,
				Size:  size,
				Row:   lines + 1 - rank,
				Col:   file,
			}
			if ringed.has(c) {
				place.Mark = board.Ring
			}
			b.Places = append(b.Places, place)
		}
	}
	return b
}
