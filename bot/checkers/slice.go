package checkers

import (
	"fmt"
	"math/bits"
	"sync"

	"parlour"
	"parlour/games/checkers"
)

// MostPieces is the maximum number of pieces in endgame tables.
const MostPieces = 6

// A Slice is all endgames with the same pieces and Black to move. Those with White
// to move are found by turning the board and swapping the colours.
//
// Its positions are numbered
//
//	((black men * white men + white men) * black kings + black kings) * white kings + white kings
//
// where each part is the rank of a set of squares among those of its size, in
// the order of the numbers that the sets are. Black men are on the first 28
// squares, white men on the last 28; kings are counted on the squares that men
// leave free, and white ones on those that black ones also leave free. Numbers for
// which men of both sides would share a square are unused.
type Slice struct {
	Men, Kings [2]int // by seat
}

// String names the slice: "1m2k-1k" is a man and two kings against a king.
func (s Slice) String() string {
	side := func(seat int) (text string) {
		if n := s.Men[seat]; n > 0 {
			text += fmt.Sprintf("%dm", n)
		}
		if n := s.Kings[seat]; n > 0 {
			text += fmt.Sprintf("%dk", n)
		}
		return text
	}
	return side(0) + "-" + side(1)
}

// Pieces returns the number of pieces.
func (s Slice) Pieces() int { return s.Men[0] + s.Men[1] + s.Kings[0] + s.Kings[1] }

// Turned returns the slice with the colours exchanged.
func (s Slice) Turned() Slice {
	return Slice{[2]int{s.Men[1], s.Men[0]}, [2]int{s.Kings[1], s.Kings[0]}}
}

// key numbers the slices, for arrays.
func (s Slice) key() int {
	return ((s.Men[0]*base+s.Kings[0])*base+s.Men[1])*base + s.Kings[1]
}

const (
	base = MostPieces + 1
	keys = base * base * base * base
)

// Slices returns the slices with that many pieces in the order in which they can be
// made: those with fewer men first, because crowning leads to them. Of two slices
// that are each other's turned board it returns only one.
func Slices(pieces int) []Slice {
	var all []Slice
	for men := 0; men <= pieces; men++ {
		for bm := 0; bm <= men; bm++ {
			for bk := 0; bk <= pieces-men; bk++ {
				s := Slice{[2]int{bm, men - bm}, [2]int{bk, pieces - men - bk}}
				if s.Men[0]+s.Kings[0] > 0 && s.Men[1]+s.Kings[1] > 0 && s.key() <= s.Turned().key() {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// choose holds binomial coefficients: choose[k][n] is n over k.
var choose = func() (c [MostPieces + 1][33]int) {
	for n := range 33 {
		c[0][n] = 1
		for k := 1; k <= MostPieces && n > 0; k++ {
			c[k][n] = c[k][n-1] + c[k-1][n-1]
		}
	}
	return c
}()

// subsets returns the sets of k of 32 squares in the order of their ranks,
// which does not depend on how many squares there are.
var subsets = func() (s [MostPieces + 1]func() []uint32) {
	for k := range s {
		s[k] = sync.OnceValue(func() []uint32 {
			all := make([]uint32, 0, choose[k][32])
			for set, last := uint64(1)<<k-1, uint64(1)<<32; set < last; {
				all = append(all, uint32(set))
				if set == 0 {
					break
				}
				low := set & -set // the next larger number with as many bits
				up := set + low
				set = up | (set^up)/low>>2
			}
			return all
		})
	}
	return s
}()

// rankOf returns the rank of a set among those of its size.
func rankOf(set uint32) (rank int) {
	for k := 1; set != 0; set &= set - 1 {
		rank += choose[k][bits.TrailingZeros32(set)]
		k++
	}
	return rank
}

// without takes the squares of gone, which are not in set, out of the board.
func without(set, gone uint32) uint32 {
	for gone != 0 {
		top := uint32(1) << (31 - bits.LeadingZeros32(gone))
		gone &^= top
		set = set&(top-1) | set>>1&^(top-1)
	}
	return set
}

// within undoes without.
func within(set, gone uint32) uint32 {
	for ; gone != 0; gone &= gone - 1 {
		low := gone&-gone - 1
		set = set&low | set&^low<<1
	}
	return set
}

// A Numbering numbers the positions of a slice.
type Numbering struct {
	slice                  Slice
	men, kings             [2]int // how many sets there are of each, by seat
	blackMen, whiteMen     []uint32
	blackKings, whiteKings []uint32
	Size                   int
}

func NewNumbering(s Slice) *Numbering {
	free := 32 - s.Men[0] - s.Men[1]
	n := &Numbering{
		slice: s,
		men:   [2]int{choose[s.Men[0]][28], choose[s.Men[1]][28]},
		kings: [2]int{choose[s.Kings[0]][free], choose[s.Kings[1]][free-s.Kings[0]]},
	}
	n.blackMen, n.whiteMen = subsets[s.Men[0]](), subsets[s.Men[1]]()
	n.blackKings, n.whiteKings = subsets[s.Kings[0]](), subsets[s.Kings[1]]()
	n.Size = n.men[0] * n.men[1] * n.kings[0] * n.kings[1]
	return n
}

// At returns the position with a number. It reports false for an unused number.
func (n *Numbering) At(i int) (s checkers.Stand, ok bool) {
	i, wk := i/n.kings[1], i%n.kings[1]
	i, bk := i/n.kings[0], i%n.kings[0]
	i, wm := i/n.men[1], i%n.men[1]
	black, white := n.blackMen[i], n.whiteMen[wm]<<4
	if black&white != 0 {
		return s, false
	}
	men := black | white
	kings := within(n.blackKings[bk], men)
	black |= kings
	other := within(n.whiteKings[wk], men|kings)
	white |= other
	s.Pieces = [2]checkers.Squares{checkers.Squares(black), checkers.Squares(white)}
	s.Kings = checkers.Squares(kings | other)
	return s, true
}

// Of returns the number of a position, Black to move.
func (n *Numbering) Of(black, white, kings uint32) int {
	bm, wm, bk, wk := black&^kings, white&^kings, black&kings, white&kings
	i := rankOf(bm)*n.men[1] + rankOf(wm>>4)
	i = i*n.kings[0] + rankOf(without(bk, bm|wm))
	return i*n.kings[1] + rankOf(without(wk, bm|wm|bk))
}

// facing returns the pieces as the side to move sees them: its own first,
// going down the board.
func Facing(s *checkers.Stand, side parlour.Seat) (own, their, kings uint32) {
	if side == checkers.Black {
		return uint32(s.Pieces[0]), uint32(s.Pieces[1]), uint32(s.Kings)
	}
	return bits.Reverse32(uint32(s.Pieces[1])), bits.Reverse32(uint32(s.Pieces[0])), bits.Reverse32(uint32(s.Kings))
}

// keyOf returns the key of the slice of a position.
func keyOf(own, their, kings uint32) int {
	return ((bits.OnesCount32(own&^kings)*base+bits.OnesCount32(own&kings))*base+
		bits.OnesCount32(their&^kings))*base + bits.OnesCount32(their&kings)
}
