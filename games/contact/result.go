package contact

import (
	"math/bits"

	"parlour"
)

// An ending is how a game has ended.
type ending uint8

const (
	goesOn ending = iota
	lastTile
	wipedOut
	bothTurned
	tenTurns
	quiet
)

var reasons = [...]string{"", "last-tile", "wiped-out", "both-turned", "ten-turns", "quiet"}

// sevenTurns is the length of the seven-step ending: ten turns of each player.
// [contact/ten-turns-tie]
const sevenTurns = 20

// end tells whether and how the game has ended. The order of the tests matters.
func (r *Rules) end(p *Position) ending {
	switch {
	case p.count == 0:
		return wipedOut
	case r.sides(p.withTiles()) == 1:
		return lastTile // [contact/last-tile-wins]
	case r.alike(p) && p.tiles[0].Turned():
		return bothTurned // also in the seven-step ending [contact/two-turned-tie] [contact/r-seven-goes-on]
	case p.seven == sevenTurns:
		return tenTurns
	case p.seven == ordinary && p.quiet >= r.limit && p.quiet >= r.limit*r.playing(p):
		return quiet // [contact/r-quiet-limit]
	}
	return goesOn
}

// sides returns how many sides a set of seats belongs to.
func (r *Rules) sides(seats uint8) int {
	if r.mode.pairs {
		seats = (seats | seats>>2) & 3
	}
	return bits.OnesCount8(seats)
}

// playing returns how many seats are in play.
func (r *Rules) playing(p *Position) (n uint32) {
	for s := range parlour.Seat(len(p.left)) {
		if r.InPlay(p, s) {
			n++
		}
	}
	return n
}

// winners returns the seats that win or share a tie, a bit each: the sides that
// have a tile [contact/r-tie-many] or, if none is left, had one before the last
// move. A position line does not say who they were; then all of them share.
func (r *Rules) winners(p *Position) (seats uint8) {
	seats = p.withTiles()
	if p.count == 0 {
		seats = p.shared
	}
	if p.count == 0 && seats == 0 {
		for _, s := range r.mode.seats {
			seats |= 1 << s
		}
	}
	if r.mode.pairs { // including a partner without tiles
		seats |= (seats<<2 | seats>>2) & 15
	}
	return seats
}

// Result tells how the game has ended. The book has only winners and ties, so
// all others come second.
func (r *Rules) Result(p *Position) (res parlour.Result) {
	res.Stake = 1
	e := r.end(p)
	if e == goesOn {
		return res
	}
	res.Over, res.Reason = true, reasons[e]
	seats := r.winners(p)
	share := 1 / float64(r.sides(seats))
	for _, s := range r.mode.seats {
		res.Place[s] = 2
		if seats>>s&1 != 0 {
			res.Place[s], res.Share[s] = 1, share
		}
	}
	return res
}
