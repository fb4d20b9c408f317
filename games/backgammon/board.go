package backgammon

import (
	"strconv"

	"parlour"
	"parlour/board"
)

// Measures of the board in spaces and cells. A man is one space wide. The
// points are in two rows of twelve, with the bar between the halves.
//
//	   0    1 ... 6    7    8 ... 13   14
//	cube  13 ... 18   bar  19 ... 24   off      row of cells 1
//	      12 ...  7         6 ...  1            row of cells 13
const (
	width      = 16
	height     = 13
	spikeLong  = 5.2
	cellBottom = 13
	rows       = 15
	cols       = 16
)

// BoardOf returns the board of a match, or nil for another game.
func BoardOf(m parlour.Match) *board.Board {
	full, _, ok := parlour.Typed[Position](m)
	if !ok {
		return nil
	}
	return full.(*Rules).Board()
}

// Board returns the board for the options. Without a cube it has no place for
// one.
func (r *Rules) Board() *board.Board {
	b := &board.Board{Game: book.ID, Width: width, Height: height, Rows: rows, Cols: cols, Pieces: map[string]*board.Art{"cube": cubeArt}}
	b.Decor = append(b.Decor,
		board.Decor{Kind: board.Box, At: board.Point{X: 4.5, Y: height / 2.0}, Size: board.Point{X: 6, Y: height - 1}},
		board.Decor{Kind: board.Box, At: board.Point{X: 11.5, Y: height / 2.0}, Size: board.Point{X: 6, Y: height - 1}},
	)
	for p := 1; p <= 24; p++ {
		b.Places = append(b.Places, point(p))
	}
	// Men on the bar are on their own half; men borne off are beside the home
	// board.
	tray := func(name, kind string, x, y, h, stack float64, col, row int) {
		b.Places = append(b.Places, board.Place{
			Name: name, Kind: kind, At: board.Point{X: x, Y: y}, Shape: board.Tray, Size: board.Point{X: 1, Y: h},
			Stack: board.Point{Y: stack}, Row: row, Col: col,
		})
	}
	tray("bar X", "bar", 8, 9.5, 6, 0, 7, cellBottom)
	tray("bar O", "bar", 8, 3.5, 6, 0, 7, 1)
	tray("off X", "off", 15.3, 9.5, 6, -0.19, 15, cellBottom)
	tray("off O", "off", 15.3, 3.5, 6, 0.19, 15, 1)
	if !r.voice && r.limit > 0 {
		cube := func(name string, y float64, row int) {
			b.Places = append(b.Places, board.Place{
				Name: name, Kind: "cube", At: board.Point{X: 0.7, Y: y}, Shape: board.Square, Size: board.Point{X: 1, Y: 1}, Row: row, Col: 0,
			})
		}
		cube("cube X", height-1, cellBottom)
		cube("cube", height/2.0, 7)
		cube("cube O", 1, 1)
	}
	return b
}

// cubeArt is the doubling cube with its number.
var cubeArt = &board.Art{
	Drawing: `<rect x="-16.5" y="-15" width="36" height="36" rx="5" fill="{ink}" fill-opacity="0.35"/><rect x="-18" y="-18" width="36" height="36" rx="5" fill="{paper}" stroke="{ink}" stroke-width="2"/>`,
	Across:  40,
	Text:    board.Text{Size: 22, Most: 60, Paint: "{ink}"},
	Cell:    []string{"{face}"},
}

// point returns the place of a point in X's numbering: 12 to 1 from left to
// right in the bottom row, 13 to 24 in the top row.
func point(p int) board.Place {
	col := p - 13 // from the left, without the bar
	pl := board.Place{
		Name:   strconv.Itoa(p),
		Kind:   "point",
		Number: strconv.Itoa(p),
		Shape:  board.Spike,
		Size:   board.Point{X: 1, Y: -spikeLong},
		Label:  strconv.Itoa(p),
		Shade:  p%2 == 0,
		Stack:  board.Point{Y: 1},
		Row:    1,
		Grow:   1,
	}
	pl.At.Y = 0.5 + spikeLong/2
	if p <= 12 {
		col = 12 - p
		pl.Size.Y, pl.Stack.Y = spikeLong, -1
		pl.At.Y = height - 0.5 - spikeLong/2
		pl.Row, pl.Grow = cellBottom, -1
	}
	pl.Col = col + 1
	pl.At.X = float64(col) + 2
	if col >= 6 {
		pl.Col++
		pl.At.X++
	}
	return pl
}
