package morris

import (
	"parlour"
	"parlour/board"
)

// Measures of the board in spaces and cells. The points are one space apart,
// with the names of the lines around them. The men in hand lie on their player's
// side: White's below, Black's above.
//
//	row of cells 0        hand B
//	             1    7   a7 ... g7
//	             7    1   a1 ... g1
//	             8         a ... g
//	             9        hand W
const (
	width, height = 9, 10.5
	left, top     = 1.5, 2 // where a7 is
	rowCount      = 10
	colCount      = 8
)

// BoardOf returns the board of a match, or nil for another game.
// [morris/board]
func BoardOf(m parlour.Match) *board.Board {
	if _, _, ok := parlour.Typed[Position](m); !ok {
		return nil
	}
	b := &board.Board{Game: info.ID, Width: width, Height: height, Rows: rowCount, Cols: colCount, Inks: map[string]string{"W": "ivory", "B": "ebony"}}
	b.Decor = append(b.Decor, board.Decor{Kind: board.Box,
		At: board.Point{X: left + 3, Y: top + 3}, Size: board.Point{X: 7, Y: 7}})
	drawn := board.Decor{Kind: board.Lines}
	for _, l := range lines {
		drawn.Points = append(drawn.Points, at(l[0]), at(l[2]))
	}
	b.Decor = append(b.Decor, drawn)
	for i := range 7 {
		file, rank := string(rune('a'+i)), string(rune('1'+i))
		b.Decor = append(b.Decor,
			board.Decor{Kind: board.Caption, At: board.Point{X: left + float64(i), Y: top + 7}, Text: file, Row: 8, Col: 1 + i},
			board.Decor{Kind: board.Caption, At: board.Point{X: left - 1, Y: top + 6 - float64(i)}, Text: rank, Row: 7 - i, Col: 0})
	}
	for n, name := range names {
		file, rank := fileRank(n)
		b.Places = append(b.Places, board.Place{Name: name, Kind: "point", Number: name, At: at(n), Shape: board.Crossing, Row: 7 - rank, Col: 1 + file})
	}
	for side, name := range hands {
		place := board.Place{
			Name: name, Kind: "hand", At: board.Point{X: left + 3, Y: height - 0.5}, Shape: board.Tray, Size: board.Point{X: 7, Y: 1},
			Colour: info.Seats[side].Letter, Stack: board.Point{X: 0.72}, Row: 9, Col: 4,
		}
		if side == int(Black) {
			place.At.Y, place.Row = 0.5, 0
		}
		b.Places = append(b.Places, place)
	}
	return b
}

// fileRank returns the file and the rank of a point, both from 0.
func fileRank(point int) (file, rank int) {
	name := names[point]
	return int(name[0] - 'a'), int(name[1] - '1')
}

// at returns where a point lies.
func at(point int) board.Point {
	file, rank := fileRank(point)
	return board.Point{X: left + float64(file), Y: top + 6 - float64(rank)}
}
