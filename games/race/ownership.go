package race

import (
	"slices"

	"parlour"
)

// ownerships are the values of Mensch's flag seats, one character for each of
// Y, G, R, K: the player who owns the colour, or n for the neutral one. The
// first stands for "every colour is its own player" and is not written.
var ownerships = []string{"", "1212", "123n", "12n3", "1n23", "n123"}

// ownershipOf returns the number of an ownership, 0 if there is none.
func ownershipOf(seats string) uint8 { return uint8(max(0, slices.Index(ownerships, seats))) }

// owner returns the lowest colour of the player who owns s, Nobody if s is
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
