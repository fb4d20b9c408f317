package contact

import (
	"math/bits"

	"parlour"
)

// A field is a set of crossings: bit f of row r+margin is the crossing of file
// f and rank r. File 0, file 16 (which falls off the row) and the ranks around
// the board make shifts safe without testing for the edge.
type field [lines + 2*margin]uint16

const (
	margin = 3
	inner  = uint16(1<<(lines+1) - 2) // the fifteen files
)

func (f *field) add(c Crossing)      { f[c.Rank()+margin] |= 1 << c.File() }
func (f *field) has(c Crossing) bool { return f[c.Rank()+margin]>>c.File()&1 != 0 }
func (f *field) empty() bool         { return *f == field{} }

// A ground is the board as the tiles of one side see it.
type ground struct {
	tiles   field // where tiles are
	friends field // where tiles of the side are
	beside  field // where a tile would lie side by side with an opponent
}

// survey fills in g for a side.
func (r *Rules) survey(g *ground, p *Position, side parlour.Seat) {
	var foes field
	for _, t := range p.tiles[:p.count] {
		row, bit := t.At().Rank()+margin, uint16(1)<<t.At().File()
		g.tiles[row] |= bit
		if r.team[t.Colour()] != side {
			foes[row] |= bit
		}
	}
	for i := range foes {
		g.friends[i] = g.tiles[i] &^ foes[i]
	}
	// Two tiles are side by side if the larger distance is the side of a tile and
	// the smaller one is less than that. [contact/no-side-by-side] Tiles of one
	// side may lie that way.
	// [contact/same-side-may-lie-alongside] [contact/partners-may-lie-alongside]
	if r.side == 1 {
		for i := margin; i < margin+lines+1; i++ {
			g.beside[i] = foes[i-1] | foes[i+1] | foes[i]<<1 | foes[i]>>1
		}
		return
	}
	for i := margin; i < margin+lines+1; i++ {
		a, b := foes[i-2]|foes[i+2], foes[i-1]|foes[i]|foes[i+1]
		g.beside[i] = a<<1 | a | a>>1 | b<<2 | b>>2
	}
}

// free returns the row of crossings where a tile would overlap no other tile.
// Others does not include the tile itself. [contact/r-share]
func (r *Rules) free(others *field, row int) uint16 {
	if row <= margin || row > margin+lines {
		return 0
	}
	if r.side == 1 {
		return inner &^ others[row]
	}
	a := others[row-1] | others[row] | others[row+1]
	return inner &^ (a<<1 | a | a>>1)
}

// reach finds where tile t may come to rest: the ends of walks of exactly its
// number of steps along the lines, in any direction at every step, that are not
// side by side with an opponent. It fills in only the rows low to high of dst.
// [contact/along-lines] [contact/any-direction] [contact/not-diagonal]
// [contact/centre-on-crossing]
func (r *Rules) reach(dst *field, g *ground, p *Position, t Tile) (low, high int) {
	row, bit := t.At().Rank()+margin, uint16(1)<<t.At().File()
	others := &g.tiles
	if r.side == 2 {
		copied := g.tiles
		copied[row] &^= bit
		others = &copied
	}
	if p.seven != ordinary {
		return r.reachFar(dst, g, others, row, bit)
	}
	// Rows row-2 to row+2 of the crossings that may be entered.
	var f [5]uint16
	for i := range f {
		f[i] = r.free(others, row-2+i)
		if r.path { // [contact/r-side-in-passing]
			f[i] &^= g.beside[row-2+i]
		}
	}
	// The first step.
	s := [3]uint16{bit & f[1], (bit<<1 | bit>>1) & f[2], bit & f[3]}
	if t&twoBit == 0 { // [contact/one-step] [contact/r-turned-pace]
		for i := range s {
			dst[row-1+i] = s[i] &^ g.beside[row-1+i]
		}
		return row - 1, row + 1
	}
	if r.jump { // [contact/r-pass-through]
		s[0] |= bit & g.friends[row-1]
		s[1] |= (bit<<1 | bit>>1) & g.friends[row]
		s[2] |= bit & g.friends[row+1]
	}
	// The second step is compulsory [contact/two-step] [contact/r-both-steps]:
	// straight on, back to the start [contact/there-and-back] or round a corner
	// [contact/r-two-step-corner].
	f[2] |= bit
	d := [5]uint16{
		s[0],
		s[0]<<1 | s[0]>>1 | s[1],
		s[0] | s[1]<<1 | s[1]>>1 | s[2],
		s[2]<<1 | s[2]>>1 | s[1],
		s[2],
	}
	if r.straight {
		d[1], d[3] = 0, 0
	}
	for i := range d {
		dst[row-2+i] = d[i] & f[i] &^ g.beside[row-2+i]
	}
	return row - 2, row + 2
}

// farPace is the pace of the seven-step ending. [contact/seven-steps]
const farPace = 7

// reachFar is reach in the seven-step ending. [contact/r-seven-path]
func (r *Rules) reachFar(dst *field, g *ground, others *field, row int, bit uint16) (low, high int) {
	var f field
	for i := margin + 1; i <= margin+lines; i++ {
		f[i] = r.free(others, i)
		if r.path {
			f[i] &^= g.beside[i]
		}
	}
	f[row] |= bit
	var a field
	a[row] = bit
	for range farPace {
		var b field
		for i := margin + 1; i <= margin+lines; i++ {
			b[i] = (a[i-1] | a[i+1] | a[i]<<1 | a[i]>>1) & f[i]
		}
		a = b
	}
	for i := margin + 1; i <= margin+lines; i++ {
		dst[i] = a[i] &^ g.beside[i]
	}
	return margin + 1, margin + lines
}

// appendReach appends the moves of a tile to the rows low to high of to, in
// canonical order.
func appendReach(dst []parlour.Move, from Crossing, to *field, low, high int) []parlour.Move {
	for i := low; i <= high; i++ {
		for b := to[i]; b != 0; b &= b - 1 {
			dst = append(dst, moveOf(from, crossing(bits.TrailingZeros16(b), i-margin)))
		}
	}
	return dst
}
