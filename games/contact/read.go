package contact

import "parlour"

// SeatOf returns the seat whose tiles have the colour, or Nobody.
func (r *Rules) SeatOf(c Colour) parlour.Seat { return r.owner[c] }

// Goal reports whether a tile of the colour is turned over on the crossing.
func (r *Rules) Goal(c Colour, at Crossing) bool { return r.goal[c].has(at) }

// Pairs reports whether opposite seats are one side.
func (r *Rules) Pairs() bool { return r.mode.pairs }

// QuietLimit returns how many quiet turns, of all seats in play together, make
// a tie.
func (r *Rules) QuietLimit(p *Position) int { return int(r.limit * max(1, r.playing(p))) }

// CrossingAt returns the crossing of a file and a rank, each from 1 to 15.
func CrossingAt(file, rank int) Crossing { return crossing(file, rank) }

// Exposed returns a bit for the number of every tile of a side that some
// opponent's tile could remove if it were its turn, even in an exchange.
func (r *Rules) Exposed(p *Position, side parlour.Seat) (tiles uint32) {
	var own, exposed field
	for _, t := range p.tiles[:p.count] {
		if r.team[t.Colour()] == side {
			own.add(t.At())
		}
	}
	r.expose(&exposed, p, &own, side)
	if exposed.empty() {
		return 0
	}
	for i, t := range p.tiles[:p.count] {
		if r.team[t.Colour()] == side && exposed.has(t.At()) {
			tiles |= 1 << i
		}
	}
	return tiles
}
