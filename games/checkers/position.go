package checkers

import (
	"math/bits"

	"parlour"
)

// The two seats.
const (
	Black parlour.Seat = 0
	White parlour.Seat = 1
)

// A Squares is a set of dark squares. Bit n-1 stands for square n.
// [checkers/board]
//
//	      col 0   1   2   3   4   5   6   7
//	row 0     .   0   .   1   .   2   .   3      Black's back row, White's crown row
//	row 1     4   .   5   .   6   .   7   .
//	row 2     .   8   .   9   .  10   .  11
//	row 3    12   .  13   .  14   .  15   .
//	row 4     .  16   .  17   .  18   .  19
//	row 5    20   .  21   .  22   .  23   .
//	row 6     .  24   .  25   .  26   .  27
//	row 7    28   .  29   .  30   .  31   .      White's back row, Black's crown row
//
// A neighbour is always 4 bits away in one of the two diagonals; in the other
// it is 3 or 5 bits away, depending on the row.
type Squares uint32

// Of returns the set of one square, numbered 1 to 32.
func Of(square int) Squares { return 1 << (square - 1) }

// Has reports whether the square is in the set.
func (s Squares) Has(square int) bool { return s>>(square-1)&1 != 0 }

// Len returns how many squares are in the set.
func (s Squares) Len() int { return bits.OnesCount32(uint32(s)) }

// first returns the lowest bit of a set that is not empty: a square minus one.
func (s Squares) first() int { return bits.TrailingZeros32(uint32(s)) }

// A Stand is the pieces on the board and the number of quiet plies.
type Stand struct {
	Pieces [2]Squares // men and kings, by seat
	Kings  Squares    // those of both sides
	Quiet  uint32     // plies since the last capture, huff or move of a man [checkers/r-quiet-count]
}

// A Position is everything needed to continue a game. Huff and Back are zero
// unless the last move was an offence.
// [checkers/r-huff-record]
//
//	  0        4        8        12
//	+--------+--------+--------+--------+
//	| Black  | White  | Kings  | Quiet  |   now
//	+--------+--------+--------+--------+
//	| Black  | White  | Kings  | Quiet  |   Back
//	+--------+--------+--------+--------+
//	|  Huff  |M|F|    |
//	+--------+--------+                      40 bytes
type Position struct {
	Stand
	Back  Stand        // what compel restores, with the side that has just moved to move
	Huff  Squares      // the pieces that may be huffed
	Mover parlour.Seat // the side to move
	Flag  Flag
}

// A Flag is a state of the game besides the pieces.
type Flag uint8

// The flags. At most one is raised.
const (
	BallotDue Flag = 1 + iota // a ballot must be drawn before anybody moves
	MustTake                  // after compel: only complete captures are legal
)

const (
	blackHome Squares = 0x00000FFF
	whiteHome Squares = 0xFFF00000

	topRow    Squares = 0x0000000F // White crowns here
	bottomRow Squares = 0xF0000000 // Black crowns here
)

// crownRow holds the far row of each seat.
var crownRow = [2]Squares{bottomRow, topRow}

// setUp is the usual start: twelve men each on the three rows nearest the
// player. [checkers/setup]
var setUp = Stand{Pieces: [2]Squares{blackHome, whiteHome}}

// Offence reports whether the side to move may huff or compel.
func (p *Position) Offence() bool { return p.Huff != 0 }

// The four functions below move a whole set by one square along one of the two
// diagonals of a direction. Squares that leave the board are dropped.

func down4(s Squares) Squares { return s << 4 }
func up4(s Squares) Squares   { return s >> 4 }

const (
	evenRows Squares = 0x07070707 // without the right-hand edge
	oddRows  Squares = 0xE0E0E0E0 // without the left-hand edge
)

func down35(s Squares) Squares { return s&oddRows<<3 | s&evenRows<<5 }
func up35(s Squares) Squares   { return s&evenRows>>3 | s&oddRows>>5 }

// movers splits the pieces of a side into those that may go down the board and
// those that may go up: men only go forward, kings both ways.
// [checkers/man-step] [checkers/king-step]
func (s *Stand) movers(side parlour.Seat) (down, up Squares) {
	own := s.Pieces[side&1]
	down, up = own, own&s.Kings
	if side == White {
		down, up = up, down
	}
	return down, up
}

// steppers returns the pieces of a side that can step.
func (s *Stand) steppers(side parlour.Seat) Squares {
	down, up := s.movers(side)
	empty := ^(s.Pieces[0] | s.Pieces[1])
	return down&(up4(empty)|up35(empty)) | up&(down4(empty)|down35(empty))
}

// jumpers returns the pieces of a side that can jump. Seen from the empty
// square, the piece to be jumped is on a diagonal, and the jumper is behind it
// on the same one. A step along that diagonal alternates between 4 and 3 or 5
// bits.
// [checkers/man-jump] [checkers/king-jump] [checkers/man-takes-king]
func (s *Stand) jumpers(side parlour.Seat) Squares {
	down, up := s.movers(side)
	theirs := s.Pieces[side&1^1]
	empty := ^(s.Pieces[0] | s.Pieces[1])
	j := down & (up35(up4(empty)&theirs) | up4(up35(empty)&theirs))
	if up != 0 {
		j |= up & (down35(down4(empty)&theirs) | down4(down35(empty)&theirs))
	}
	return j
}

// able returns the pieces of a side that can jump and those that can step, like
// jumpers and steppers, which look at the same squares.
func (s *Stand) able(side parlour.Seat) (jump, step Squares) {
	down, up := s.movers(side)
	theirs := s.Pieces[side&1^1]
	empty := ^(s.Pieces[0] | s.Pieces[1])
	a, b := up4(empty), up35(empty)
	jump, step = down&(up35(a&theirs)|up4(b&theirs)), down&(a|b)
	if up != 0 {
		a, b = down4(empty), down35(empty)
		jump, step = jump|up&(down35(a&theirs)|down4(b&theirs)), step|up&(a|b)
	}
	return jump, step
}

// stuck reports whether a side can neither step nor jump.
func (s *Stand) stuck(side parlour.Seat) bool {
	return s.steppers(side) == 0 && s.jumpers(side) == 0
}

// directions are numbered so that the squares they lead to ascend.
const (
	upLeft = iota
	upRight
	downLeft
	downRight
)

// A hop is one jump from a square in one direction. Both sets are empty if the
// board has no such jump.
type hop struct{ over, land Squares }

// nexts holds the squares a piece may step to, by its seat (plus 2 for kings)
// and its square minus one. hops holds the jumps by square minus one and
// direction.
var nexts, hops = layOut()

// layOut computes the tables from rows and columns, which define the board.
func layOut() (n [4][32]Squares, h [32][4]hop) {
	at := func(row, col int) Squares {
		if row < 0 || row > 7 || col < 0 || col > 7 {
			return 0
		}
		return 1 << (row*4 + col/2)
	}
	for i := range h {
		row, col := rowCol(i + 1)
		for d := range h[i] {
			dr, dc := d/2*2-1, d%2*2-1
			over, land := at(row+dr, col+dc), at(row+2*dr, col+2*dc)
			if dr > 0 {
				n[Black][i] |= over
			} else {
				n[White][i] |= over
			}
			n[2+Black][i] |= over
			n[2+White][i] |= over
			if land != 0 {
				h[i][d] = hop{over, land}
			}
		}
	}
	return n, h
}

// rowCol returns the row and column of a square, numbered as in the diagram.
func rowCol(square int) (row, col int) {
	row, col = (square-1)/4, (square-1)%4*2
	if row%2 == 0 {
		col++
	}
	return row, col
}
