package backgammon

import (
	"math/bits"

	"parlour"
)

// The two seats.
const (
	X parlour.Seat = 0
	O parlour.Seat = 1
)

const (
	bar      = 25 // the bar in a side's own numbering
	off      = 0  // a man borne off
	allMen   = 15 // men of a side
	inHome   = 1<<7 - 1<<1
	onPoints = 1<<25 - 1<<1
	anywhere = 1<<26 - 1<<1
)

// Men are the men of one side in its own numbering, as binary counts across
// four planes: bit p of Ones, Twos, Fours and Eights together are the number of
// men on point p. One instruction can then test all points at once.
//
//	 bit   31..26   25    24 ... 7      6 ... 1    0
//	     +--------+-----+----------+------------+---+
//	     |   0    | bar |  outside | home board | 0 |
//	     +--------+-----+----------+------------+---+
//
//	Ones    ..1..1     two points with an odd number of men,
//	Twos    ..1...     the left one holds 3, the right one 1
//
// Men borne off are those of the fifteen that are on no place.
type Men struct {
	Ones, Twos, Fours, Eights uint32
}

// Any returns the places with at least one man.
func (m Men) Any() uint32 { return m.Ones | m.Twos | m.Fours | m.Eights }

// Two returns the places with at least two men.
func (m Men) Two() uint32 { return m.Twos | m.Fours | m.Eights }

// Blots returns the places with exactly one man.
func (m Men) Blots() uint32 { return m.Ones &^ m.Two() }

// At returns the number of men on point p, or on the bar.
func (m Men) At(p int) int {
	return int(m.Ones>>p&1 | m.Twos>>p&1<<1 | m.Fours>>p&1<<2 | m.Eights>>p&1<<3)
}

// On returns the number of men that are not borne off.
func (m Men) On() int {
	return bits.OnesCount32(m.Ones) + 2*bits.OnesCount32(m.Twos) + 4*bits.OnesCount32(m.Fours) + 8*bits.OnesCount32(m.Eights)
}

// Off returns the number of men borne off.
func (m Men) Off() int { return allMen - m.On() }

// Pips returns the pip count: how many pips the men are from being borne off.
func (m Men) Pips() int {
	n := 0
	for a := m.Any(); a != 0; a &= a - 1 {
		p := bits.TrailingZeros32(a)
		n += p * m.At(p)
	}
	return n
}

// put adds a man on every place of the set.
func (m Men) put(set uint32) Men {
	carry := m.Ones & set
	m.Ones ^= set
	carry2 := m.Twos & carry
	m.Twos ^= carry
	carry = m.Fours & carry2
	m.Fours ^= carry2
	m.Eights ^= carry
	return m
}

// take removes a man from every place of the set. Counts are modulo sixteen, so
// a man may be taken before it is put.
func (m Men) take(set uint32) Men {
	m.Ones ^= set
	borrow := m.Ones & set
	m.Twos ^= borrow
	borrow &= m.Twos
	m.Fours ^= borrow
	borrow &= m.Fours
	m.Eights ^= borrow
	return m
}

// set sets the number of men on p to n.
func (m *Men) set(p, n int) {
	for i, plane := range []*uint32{&m.Ones, &m.Twos, &m.Fours, &m.Eights} {
		*plane = *plane&^(1<<p) | uint32(n>>i&1)<<p
	}
}

// across converts a set of points of one side into the numbering of the other.
func across(set uint32) uint32 { return bits.Reverse32(set) >> 6 }

// startMen are the men of either side at the start: 2 on 24, 5 on 13, 3 on 8
// and 5 on 6.
//
// [backgammon/setup]
var startMen = Men{
	Ones:  1<<13 | 1<<8 | 1<<6,
	Twos:  1<<24 | 1<<8,
	Fours: 1<<13 | 1<<6,
}

// A State is what a game is waiting for.
type State uint8

// The states. Open and Throw wait for dice, the others for a choice.
const (
	Open      State = iota // both throw one die
	Pick                   // the opening numbers may be refused
	Roll                   // before the throw: throw or double
	Throw                  // two dice are due
	Moving                 // the dice have been thrown, a play is due
	Doubled                // the other side takes or drops
	Beavered               // the doubler answers a beaver
	Raccooned              // the player who beavered answers a raccoon
	Over                   // finished
)

var stateNames = [...]string{"open", "pick", "roll", "throw", "move", "take", "beaver", "raccoon", "over"}

// String returns the word of the state in a position line.
func (s State) String() string { return stateNames[s] }

// A Position is a match, or a game for a stake, in progress: 56 bytes.
//
// [backgammon/r-money-score] In a game for a stake the score is that of the
// session so far. It has no effect on the game.
type Position struct {
	Men      [2]Men   // by seat, each in its own numbering
	Score    [2]int32 // by seat
	Points   int32    // what the winner won; 0 unless over
	Turn     parlour.Seat
	Owner    parlour.Seat // of the cube; Nobody while it is in the middle
	State    State
	Cube     uint8    // the stake is 2 to this power
	Dice     [2]uint8 // larger first; 0 if there are none
	Crawford bool     // this is the Crawford game, without the cube
	Resign   uint8    // a resignation worth this many games is offered
	Refused  uint8    // a resignation worth this many was declined
}

// Stake returns what a single game is worth.
func (p *Position) Stake() int { return 1 << p.Cube }

// Actor returns the seat that must act, or Nobody when everything is over.
func (p *Position) Actor() parlour.Seat {
	switch {
	case p.State == Over:
		return parlour.Nobody
	case p.Resign != 0, p.State == Doubled, p.State == Raccooned:
		return 1 - p.Turn
	}
	return p.Turn
}

// begin sets up the men and the cube for the next game.
//
// [backgammon/match-chain]
func (p *Position) begin() {
	p.Men = [2]Men{startMen, startMen}
	p.Turn, p.Owner, p.Cube, p.State = X, parlour.Nobody, 0, Open
	p.Dice, p.Resign, p.Refused, p.Crawford = [2]uint8{}, 0, 0, false
}
