package contact

import (
	"math/bits"

	"parlour"
)

// An aid remembers, while the moves of one position are listed, which of the
// partner's tiles are exposed.
type aid struct {
	known   bool
	exposed field
}

// aids reports whether a legal move of the partner's tile number i may be made
// instead of an own one.
func (r *Rules) aids(a *aid, p *Position, i int, m parlour.Move) bool {
	from, to := Ends(m)
	if r.help == free || r.judge(p, i, to).taken != 0 { // [contact/partner-take]
		return true
	}
	partner := r.owner[p.tiles[i].Colour()]
	if !a.known {
		r.expose(&a.exposed, p, partner)
		a.known = true
	}
	if a.exposed.empty() || r.help == moved && !a.exposed.has(from) {
		return false
	}
	// It must save a tile: one that is exposed before, is still there after the
	// move and is not exposed then. [contact/partner-save]
	// [contact/r-save-meaning]
	after := *p
	r.Play(&after, m)
	var still field
	r.expose(&still, &after, partner)
	if a.exposed.has(from) && after.find(to) >= 0 && !still.has(to) {
		return true
	}
	if r.help == moved {
		return false
	}
	saved := a.exposed
	saved[from.Rank()+margin] &^= 1 << from.File()
	for i := range saved {
		if saved[i]&^still[i] != 0 {
			return true
		}
	}
	return false
}

// expose finds the tiles of a seat that some opponent's tile could remove, also
// in an exchange, if it were its turn. [contact/r-taken-means-removed]
func (r *Rules) expose(dst *field, p *Position, seat parlour.Seat) {
	var corners field // where a tile would touch one of the seat's
	for _, t := range p.tiles[:p.count] {
		if r.owner[t.Colour()] == seat {
			row, bit := t.At().Rank()+margin, uint16(1)<<t.At().File()
			corners[row-r.side] |= bit<<r.side | bit>>r.side
			corners[row+r.side] |= bit<<r.side | bit>>r.side
		}
	}
	side := r.Side(p, seat)
	for s := range parlour.Seat(len(p.left)) {
		if r.Side(p, s) != s || s == side {
			continue // each side once, under its lowest seat
		}
		var g ground
		r.survey(&g, p, s)
		for i, t := range p.tiles[:p.count] {
			if r.team[t.Colour()] == s {
				r.strike(dst, &corners, &g, p, i, seat)
			}
		}
	}
}

// strike adds to dst the tiles of a seat that tile number i can remove.
func (r *Rules) strike(dst, corners *field, g *ground, p *Position, i int, seat parlour.Seat) {
	var to field
	low, high := r.reach(&to, g, p, p.tiles[i])
	for row := low; row <= high; row++ {
		for b := to[row] & corners[row]; b != 0; b &= b - 1 {
			v := r.judge(p, i, crossing(bits.TrailingZeros16(b), row-margin))
			for _, c := range v.contacts[:v.n] {
				u := p.tiles[c.tile]
				if v.taken>>c.tile&1 != 0 && r.owner[u.Colour()] == seat {
					dst.add(u.At())
				}
			}
		}
	}
}
