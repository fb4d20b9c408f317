package morris

import (
	"parlour"
	"parlour/board"
)

// Measures of the board in spaces: the points are one space apart, with the
// names of the lines around them and the men in hand at the sides.
//
//	   0        2 ... 8       10
//	hand W    a7 ... g7     hand B
const (
	width, height = 11, 9
	left, top     = 2.5, 1 // where a7 is
)

// BoardOf returns the board of a match, or nil for another game.
// [morris/board]
func BoardOf(m parlour.Match) *board.Board {
	if _, _, ok := parlour.Typed[Position](m); !ok {
		return nil
	}
	b := &board.Board{Game: info.ID, Width: width, Height: height, Rows: height, Cols: width, Inks: map[string]string{"W": "ivory", "B": "ebony"}}
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
			board.Decor{Kind: board.Caption, At: board.Point{X: left + float64(i), Y: top + 7}, Text: file, Row: 8, Col: 2 + i},
			board.Decor{Kind: board.Caption, At: board.Point{X: left - 1, Y: top + 6 - float64(i)}, Text: rank, Row: 7 - i, Col: 1})
	}
	for n, name := range names {
		file, rank := fileRank(n)
		b.Places = append(b.Places, board.Place{Name: name, Kind: "point", Number: name, At: at(n), Shape: board.Crossing, Row: 7 - rank, Col: 2 + file})
	}
	for side, name := range hands {
		place := board.Place{
			Name: name, Kind: "hand", At: board.Point{X: 0.7, Y: top + 3}, Shape: board.Tray, Size: board.Point{X: 1, Y: 7},
			Colour: info.Seats[side].Letter, Stack: board.Point{Y: 0.72}, Row: 1, Col: 0,
		}
		if side == int(Black) {
			place.At.X, place.Col = width-0.7, width-1
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
