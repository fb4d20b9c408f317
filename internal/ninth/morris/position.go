package morris

import (
	"math/bits"

	"parlour"
)

// The two seats.
const (
	White parlour.Seat = 0
	Black parlour.Seat = 1
)

// men is how many men each player has. [morris/men]
const men = 9

// A Points is a set of points. They are numbered from the top left, line by
// line. [morris/board]
//
//	7   0 ---------- 1 ---------- 2
//	6   |   3 ------ 4 ------ 5   |
//	5   |   |   6 -- 7 -- 8   |   |
//	4   9 -10 -11        12 -13 -14
//	3   |   |  15 --16 --17   |   |
//	2   |  18 ------19 ------20   |
//	1  21 ----------22 ----------23
//	    a   b   c   d    e   f    g
type Points uint32

// points is how many points the board has.
const points = 24

const everywhere Points = 1<<points - 1

// names are the names of the points, by number.
var names = [points]string{
	"a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
	"e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
}

// lines are the sixteen lines of three points, each from one end to the other.
// [morris/board]
var lines = [16][3]int{
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}, {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
	{0, 9, 21}, {3, 10, 18}, {6, 11, 15}, {1, 4, 7}, {16, 19, 22}, {8, 12, 17}, {5, 13, 20}, {2, 14, 23},
}

// next holds the points beside each point; rows the two lines through each
// point, without the point itself.
var next, rows = layOut()

func layOut() (next [points]Points, rows [points][2]Points) {
	var n [points]int
	for _, l := range lines {
		next[l[0]] |= 1 << l[1]
		next[l[1]] |= 1<<l[0] | 1<<l[2]
		next[l[2]] |= 1 << l[1]
		all := Points(1<<l[0] | 1<<l[1] | 1<<l[2])
		for _, p := range l {
			rows[p][n[p]] = all &^ (1 << p)
			n[p]++
		}
	}
	return next, rows
}

// Has reports whether the point is in the set.
func (s Points) Has(point int) bool { return s>>point&1 != 0 }

// Len returns how many points the set holds.
func (s Points) Len() int { return bits.OnesCount32(uint32(s)) }

// first returns the lowest point of a set that is not empty.
func (s Points) first() int { return bits.TrailingZeros32(uint32(s)) }

// closes reports whether a man on the point makes a mill with the set.
// [morris/mill]
func (s Points) closes(point int) bool {
	a, b := rows[point][0], rows[point][1]
	return s&a == a || s&b == b
}

// mills returns the men of the set that stand in mills.
func (s Points) mills() (in Points) {
	for left := s; left != 0; left &= left - 1 {
		if p := left.first(); s.closes(p) {
			in |= 1 << p
		}
	}
	return in
}

// A Position is everything that is needed to go on with a game.
//
//	  0       4       8       12  13  14  15
//	+-------+-------+-------+---+---+---+---+
//	| White | Black | Quiet | Hand  | M |   |   16 bytes
//	+-------+-------+-------+---+---+---+---+
type Position struct {
	Men   [2]Points    // on the board, by seat
	Quiet uint32       // plies since the last man was placed or taken [morris/r-quiet]
	Hand  [2]uint8     // men that are not placed yet, by seat
	Mover parlour.Seat // the side to move
}

// empty returns the points without a man.
func (p *Position) empty() Points { return everywhere &^ (p.Men[0] | p.Men[1]) }

// Left returns how many men a side has, in hand and on the board.
// [morris/r-hand-counts]
func (p *Position) Left(side parlour.Seat) int { return int(p.Hand[side]) + p.Men[side].Len() }

// Near returns how many empty points lie beside the men of a side.
func (p *Position) Near(side parlour.Seat) int {
	var near Points
	for s := p.Men[side]; s != 0; s &= s - 1 {
		near |= next[s.first()]
	}
	return (near & p.empty()).Len()
}

// Mills returns how many lines a side holds with all three men, and how many
// with two and an empty point.
func (p *Position) Mills(side parlour.Seat) (closed, open int) {
	empty := p.empty()
	for _, l := range lines {
		all := Points(1<<l[0] | 1<<l[1] | 1<<l[2])
		switch own := (p.Men[side] & all).Len(); {
		case own == 3:
			closed++
		case own == 2 && empty&all != 0:
			open++
		}
	}
	return closed, open
}
