package checkers

import (
	"math/bits"

	"parlour"
	"parlour/games/checkers"
)

// The value of a position is a sum of weights from tables: for every region of eight
// squares one for the pattern of men on it, for every king one for its square, and
// for a few counts. All are looked up once from Black's point of view and once from
// White's, with the board rotated by 180 degrees and the colours swapped. Each weight
// is a pair, for a full and for an empty board, interpolated by the number of pieces.

const (
	regions  = 9
	patterns = 6561 // three to the eighth: empty, own man, their man

	// Where the weights of each kind begin.
	atRegions = 0
	atKings   = atRegions + regions*patterns // by square
	atCounts  = atKings + 32
	features  = atCounts + counts
)

// The counts.
const (
	countMen    = iota // difference of men
	countKings         // difference of kings
	countFirst         // a king when the opponent has none
	countSteps         // difference of king moves
	countToMove        // being to move
	counts
)

// A pair is a weight in hundredths of a man times scale.
type pair struct{ full, bare int16 }

// scale is the number of weight units in a hundredth of a man.
const scale = 4

type weights [features]pair

// ternary turns eight bits into the sum of powers of three.
var ternary = func() (t [256]uint16) {
	for i := range t {
		power := uint16(1)
		for b := range 8 {
			if i>>b&1 != 0 {
				t[i] += power
			}
			power *= 3
		}
	}
	return t
}()

// region returns the eight squares of a region of a set, packed together.
//
//	0 to 3: two whole rows, from row 0, 1, 2 and 3
//	4 to 6: four half rows from row 0: left, middle, right
//	7 to 8: four half rows from row 2: left, middle
//
// Rotated by 180 degrees they cover the rest of the board.
func region(set uint32, r int) uint32 {
	if r < 4 {
		return set >> (4 * r) & 0xff
	}
	if r < 7 {
		return squeeze(set >> (r - 4))
	}
	return squeeze(set >> (8 + r - 7))
}

// squeeze takes the lower two bits of each of four groups of four.
func squeeze(x uint32) uint32 {
	x &= 0x3333
	x = (x | x>>2) & 0x0f0f
	return (x | x>>4) & 0xff
}

// value returns the value of a position for side, which is to move, in hundredths
// of a man.
func (w *weights) value(s *checkers.Stand, side parlour.Seat) int {
	black, white, kings := uint32(s.Pieces[0]), uint32(s.Pieces[1]), uint32(s.Kings)
	f1, b1 := w.seen(black&^kings, white&^kings, black&kings, black|white)
	turned := bits.Reverse32(black | white)
	f2, b2 := w.seen(bits.Reverse32(white&^kings), bits.Reverse32(black&^kings), bits.Reverse32(white&kings), turned)
	full, bare := f1-f2, b1-b2
	if kings != 0 {
		switch {
		case white&kings == 0:
			full += int(w[atCounts+countFirst].full)
			bare += int(w[atCounts+countFirst].bare)
		case black&kings == 0:
			full -= int(w[atCounts+countFirst].full)
			bare -= int(w[atCounts+countFirst].bare)
		}
	}
	if side == checkers.White {
		full, bare = -full, -bare
	}
	full += int(w[atCounts+countToMove].full)
	bare += int(w[atCounts+countToMove].bare)
	n := bits.OnesCount32(black | white)
	v := (full*n + bare*(24-n)) / (24 * scale)
	return max(-surely+1, min(v, surely-1))
}

// seen adds up the weights from the point of view of one side.
func (w *weights) seen(own, their, kings, all uint32) (full, bare int) {
	add := func(i int) {
		p := w[i]
		full += int(p.full)
		bare += int(p.bare)
	}
	for r := range 4 {
		add(atRegions + r*patterns + int(ternary[own>>(4*r)&0xff]+2*ternary[their>>(4*r)&0xff]))
	}
	for r := range 3 {
		add(atRegions + (4+r)*patterns + int(ternary[squeeze(own>>r)]+2*ternary[squeeze(their>>r)]))
	}
	for r := range 2 {
		add(atRegions + (7+r)*patterns + int(ternary[squeeze(own>>(8+r))]+2*ternary[squeeze(their>>(8+r))]))
	}
	n := bits.OnesCount32(own)
	p := w[atCounts+countMen]
	full += n * int(p.full)
	bare += n * int(p.bare)
	if kings != 0 {
		n := bits.OnesCount32(kings)
		p := w[atCounts+countKings]
		full += n * int(p.full)
		bare += n * int(p.bare)
		for ; kings != 0; kings &= kings - 1 {
			k := bits.TrailingZeros32(kings)
			add(atKings + k)
			free := bits.OnesCount32(uint32(checkers.Next(checkers.Black, true, k+1)) &^ all)
			p := w[atCounts+countSteps]
			full += free * int(p.full)
			bare += free * int(p.bare)
		}
	}
	return full, bare
}
