package contact

import (
	"math/bits"

	"parlour"
)

// An aid keeps what decides about moves of the partner's tiles while the moves
// of one position are listed.
type aid struct {
	known   bool
	meets   field // where a tile of the side would touch an opponent
	exposed field // the partner's tiles that are exposed
}

// aids reports whether the player may make a legal move of the partner's tile
// number i instead of moving a tile of their own.
func (r *Rules) aids(a *aid, p *Position, i int, m parlour.Move) bool {
	if r.help == free {
		return true
	}
	partner := r.owner[p.tiles[i].Colour()]
	if !a.known {
		a.known = true
		var his field
		for _, t := range p.tiles[:p.count] {
			switch {
			case r.owner[t.Colour()] == partner:
				his.add(t.At())
			case r.team[t.Colour()] != r.team[p.tiles[i].Colour()]:
				r.addCorners(&a.meets, t.At())
			}
		}
		r.expose(&a.exposed, p, &his, r.Side(p, partner))
	}
	from, to := Ends(m)
	if a.meets.has(to) && r.judge(p, i, to).taken != 0 { // [contact/partner-take]
		return true
	}
	if a.exposed.empty() || r.help == moved && !a.exposed.has(from) {
		return false
	}
	// It must save a tile: one that is exposed before the move, and after it is
	// still there and not exposed. [contact/partner-save]
	// [contact/r-save-meaning]
	after := *p
	r.Play(&after, m)
	safe := a.exposed
	if r.help == moved {
		safe = field{}
	}
	safe[from.Rank()+margin] &^= 1 << from.File()
	if a.exposed.has(from) && after.find(to) >= 0 {
		safe.add(to)
	}
	var still field
	r.expose(&still, &after, &safe, r.Side(p, partner))
	return still != safe
}

// addCorners adds the crossings from which a tile would touch one on c.
func (r *Rules) addCorners(dst *field, c Crossing) {
	row, bit := c.Rank()+margin, uint16(1)<<c.File()
	dst[row-r.side] |= bit<<r.side | bit>>r.side
	dst[row+r.side] |= bit<<r.side | bit>>r.side
}

// expose finds which of the given tiles, all of one side, some opponent's tile
// could remove if it were its turn, even in an exchange.
// [contact/r-taken-means-removed]
func (r *Rules) expose(dst *field, p *Position, tiles *field, side parlour.Seat) {
	if tiles.empty() {
		return
	}
	var corners field // where a tile would touch one of them
	for i := margin + 1; i <= margin+lines; i++ {
		b := tiles[i]<<r.side | tiles[i]>>r.side
		corners[i-r.side] |= b
		corners[i+r.side] |= b
	}
	for s := range parlour.Seat(len(p.left)) {
		if r.Side(p, s) == s && s != side { // each other side once, by its lowest seat
			r.strike(dst, &corners, p, tiles, s)
		}
	}
}

// strike adds to dst the given tiles that a side can remove by a move to one of
// the corners.
func (r *Rules) strike(dst, corners *field, p *Position, tiles *field, side parlour.Seat) {
	var g ground
	surveyed := false
	for i, t := range p.tiles[:p.count] {
		if r.team[t.Colour()] != side || p.seven == ordinary && !near(corners, t.At()) {
			continue
		}
		if !surveyed {
			r.survey(&g, p, side)
			surveyed = true
		}
		var to field
		low, high := r.reach(&to, &g, p, t)
		for row := low; row <= high; row++ {
			for b := to[row] & corners[row]; b != 0; b &= b - 1 {
				v := r.judge(p, i, crossing(bits.TrailingZeros16(b), row-margin))
				for _, c := range v.contacts[:v.n] {
					if at := p.tiles[c.tile].At(); v.taken>>c.tile&1 != 0 && tiles.has(at) {
						dst.add(at)
					}
				}
			}
		}
	}
}

// near reports whether some crossing of f is at most two lines away from c in
// both directions.
func near(f *field, c Crossing) bool {
	row := c.Rank() + margin
	rows := f[row-2] | f[row-1] | f[row] | f[row+1] | f[row+2]
	return uint32(rows)<<2>>c.File()&31 != 0
}
