package contact

import "parlour"

// SeatOf returns the seat whose tiles have a colour, Nobody if none has.
func (r *Rules) SeatOf(c Colour) parlour.Seat { return r.owner[c] }

// Goal reports whether a tile of a colour is turned over on a crossing.
func (r *Rules) Goal(c Colour, at Crossing) bool { return r.goal[c].has(at) }

// Pairs reports whether opposite seats are one side.
func (r *Rules) Pairs() bool { return r.mode.pairs }

// QuietLimit returns the number of quiet turns of all seats in play together
// that makes a tie.
func (r *Rules) QuietLimit(p *Position) int { return int(r.limit * max(1, r.playing(p))) }

// CrossingAt returns the crossing of a file and a rank, both from 1 to 15.
func CrossingAt(file, rank int) Crossing { return crossing(file, rank) }

// Exposed returns a bit for the number of every tile of a side that some
// opponent's tile could remove, also in an exchange, if it were its turn.
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
