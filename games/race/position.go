package race

import "parlour"

// A Position is the position of any race game. It is plain data: equal
// positions are equal by ==, and fields that a game does not use are zero.
//
//	men     progress of every man by seat, rising; Auto Race uses men[s][0]
//	off     throw-off: by seat 0 not thrown yet, a total, or -1 does not throw (again)
//	rank    seats that are home in finishing order, each plus one
//	present one bit for each colour on the board
//	throw   0 none; one die 1..6; two dice larger*10 + smaller
//	run     sixes thrown in this turn; tries failed throws of a series
//	seats   Mensch: who owns the colours, see ownership
//	played  Parker: the parts of the turn already made, the first parts of them
type Position struct {
	men      [4][4]int16
	off      [4]int8
	rank     [4]uint8
	turn     parlour.Seat
	throw    uint8
	present  uint8
	throwing bool // a throw-off is in progress
	run      uint8
	tries    uint8
	seats    uint8
	parts    uint8
	played   [maxParts]part
}

// maxParts is the largest number of parts in one turn of Parker's game: two
// dice, two bonuses of twenty for each of four men (a third would leave the
// course) and a bonus of ten for each of three men that come home (the fourth
// ends the game).
const maxParts = 13

// A part is one part of a turn of Parker's game: a count and where it starts.
// Parts compare as their numbers: entering before dice before bonuses, then the
// larger count first, then the rearmost man.
//
//	 15   14..13   12..8     7..0
//	+---+------+----------+------+
//	| 0 | kind | 31-count | from |   from: progress + 1, 0 for a man in prison
//	+---+------+----------+------+
type part uint16

const waiting = -1 // progress of a man that is not on the board yet

// has reports whether colour s is on the board.
func (p *Position) has(s parlour.Seat) bool { return p.present>>uint(s)&1 != 0 }

// ranked reports whether s is in rank, and at which place.
func (p *Position) ranked(s parlour.Seat) (place int, ok bool) {
	for i, r := range p.rank {
		if r == uint8(s)+1 {
			return i, true
		}
	}
	return 0, false
}

// addRank adds s after those already home.
func (p *Position) addRank(s parlour.Seat) {
	for i, r := range p.rank {
		if r == 0 {
			p.rank[i] = uint8(s) + 1
			return
		}
	}
}

// ranks returns how many colours are in rank.
func (p *Position) ranks() (n int) {
	for _, r := range p.rank {
		if r != 0 {
			n++
		}
	}
	return n
}

// moveMan moves man i of seat s forward to progress q. It keeps the men in
// order, carrying the man past those it overtakes, without a branch.
func (p *Position) moveMan(s parlour.Seat, i int, q int16) {
	men := &p.men[s&3]
	men[i&3] = q
	a, b, c, d := men[0], men[1], men[2], men[3]
	a, b = min(a, b), max(a, b)
	b, c = min(b, c), max(b, c)
	c, d = min(c, d), max(c, d)
	setMen(men, a, b, c, d)
}

// dropMan moves man i of seat s back to progress q and keeps the men in order.
func (p *Position) dropMan(s parlour.Seat, i int, q int16) {
	men := &p.men[s]
	for i > 0 && men[i-1] > q {
		men[i] = men[i-1]
		i--
	}
	men[i] = q
}

// setMen puts the men of a colour in one write, so that word can read them at
// once.
func setMen(men *[4]int16, a, b, c, d int16) {
	w := uint64(uint16(a)) | uint64(uint16(b))<<16 | uint64(uint16(c))<<32 | uint64(uint16(d))<<48
	men[0], men[1], men[2], men[3] = int16(w), int16(w>>16), int16(w>>32), int16(w>>48)
}
