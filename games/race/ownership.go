package race

import (
	"slices"

	"parlour"
)

// ownerships are the values of Mensch's seats flag, with one character for each
// of Y, G, R, K: the player who owns the colour, or n for neutral. The first
// value means that every colour is its own player; it is not written.
var ownerships = []string{"", "1212", "123n", "12n3", "1n23", "n123"}

// ownershipOf returns the index of an ownership, or 0 if there is none.
func ownershipOf(seats string) uint8 { return uint8(max(0, slices.Index(ownerships, seats))) }

// owner returns the lowest colour of the player who owns s, or Nobody if s is
// neutral. [mensch/two-double] [mensch/three-neutral]
func owner(p *Position, s parlour.Seat) parlour.Seat {
	if p.seats == 0 {
		return s
	}
	o := ownerships[p.seats]
	if o[s] == 'n' {
		return parlour.Nobody
	}
	return parlour.Seat(slices.Index([]byte(o), o[s]))
}
