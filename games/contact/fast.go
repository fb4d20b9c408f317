package contact

import (
	"math/bits"

	"parlour"
)

// A plane is a set of crossings, like a field, in one long row of bits: that of
// crossing c is bit 64 + c. No tile enters file 0, so it separates the ranks,
// and the empty words around the board make shifts safe.
type plane [8]uint64

const (
	insideRanks = 0xfffe_fffe_fffe_fffe // the fifteen files of four ranks
	firstRanks  = 0xfffe_fffe_fffe_0000 // the same for ranks 0 to 3, of which 0 is outside
)

func (f *plane) has(bit uint) bool { return f[bit>>6&7]>>(bit&63)&1 != 0 }

// from returns 64 bits, that of the given number lowest.
func (f *plane) from(bit uint) uint64 {
	return f[bit>>6&7]>>(bit&63) | f[(bit>>6+1)&7]<<1<<(^bit&63)
}

// A fastGround is a ground for appendFast.
type fastGround struct {
	free   plane  // where no tile is
	beside plane  // where a tile would lie side by side with an opponent
	stop   plane  // free and not beside
	own    uint32 // the numbers of the seat's own tiles, a bit each
}

// survey fills in g for a seat; mine has all bits for its own colours.
func (g *fastGround) survey(p *Position, mine *[4]uint64) {
	var foes plane
	g.free = plane{0, firstRanks, insideRanks, insideRanks, insideRanks}
	for i, t := range p.tiles[:p.count] {
		m := mine[t.Colour()]
		w, bit := (t.At()>>6+1)&7, uint64(1)<<(t.At()&63)
		g.free[w] &^= bit
		foes[w] |= bit &^ m
		g.own |= uint32(m) & 1 << (i & 31)
	}
	before, f := uint64(0), foes[1]
	for k := 1; k < 5; k++ {
		after := foes[k+1]
		b := f<<1 | f>>1 | f<<16 | f>>16 | before>>48 | after<<48
		g.beside[k], g.stop[k] = b, g.free[k]&^b
		before, f = f, after
	}
}

// appendFast is AppendMoves for tiles that cover one crossing, nobody's
// partner, and options that do not change how they walk. The moves and their
// order are the same.
//
// It looks at 64 bits of a plane, beginning two ranks and two files before the
// tile, which is therefore bit 34. Two ranks ahead are outside: the bit of that
// crossing is moved to 63, which nothing else uses.
func (r *Rules) appendFast(p *Position, dst []parlour.Move) []parlour.Move {
	const at = uint64(1) << 34
	var g fastGround
	g.survey(p, &r.mine[p.turn&3])
	n := len(dst)
	for own := g.own; own != 0; own &= own - 1 {
		t := p.tiles[bits.TrailingZeros32(own)%maxTiles]
		c := uint(t.At()) + 64
		stop := g.stop.from(c - 34)
		ends := around(at) & stop
		if t&twoBit != 0 {
			first := around(at) & g.free.from(c-34)
			ends = around(first) & stop
			if first != 0 && !g.beside.has(c) {
				ends |= at // [contact/there-and-back]
			}
			if first>>50&1 != 0 && g.stop.has(c+32) {
				ends |= 1 << 63
			}
		}
		from := parlour.Move(t.At())
		for ; ends != 0; ends &= ends - 1 {
			i := bits.TrailingZeros64(ends)
			to := parlour.Move(c - 64 - 34 + uint(i) + uint(i+1)>>6*3)
			dst = append(dst, from|to<<8)
		}
	}
	if len(dst) == n {
		dst = append(dst, pass)
	}
	return dst
}

// around returns the crossings one step from those given.
func around(f uint64) uint64 { return f<<16 | f>>16 | f<<1 | f>>1 }
