package race

import (
	"math/bits"
	"strconv"

	"parlour"
	"parlour/rulebook"
)

// Parker is Ludo with two dice, blockades and bonus moves. A move is a whole
// turn: everything played with one throw. Two ways of playing that lead to the
// same position are the same turn. [parker/r-same-result-same-turn]
//
// The file parker_walk.go goes through the sequences of parts that can make up
// a turn. parker_fast.go does the same faster for the default options, and
// parker_parts.go plays a turn part by part.
type Parker struct {
	base

	// Set by the options; if all are false, the rules are the book as we read it.
	keepPairs    bool // blockade-duty=last
	noChain      bool // bonus-chain=no
	bonusMay     bool // bonus-duty=may
	bonusEnd     bool // bonus-time=end
	columnOpen   bool // column-blockade=no
	diceFree     bool // dice-duty=free
	pairsEnter   bool // entrance-pair=open
	ownerOnly    bool // entrance-stranger=owner-only
	entryFree    bool // entry-order=free
	restMay      bool // entry-rest=may
	again        bool // extra-throw=doubles
	finishTen    bool // finish-bonus=10
	footShared   bool // foot-owner-captures=no
	largerDie    bool // one-die=larger
	otherEntered bool // other-die=entered
	sumAny       bool // sum-entry-bonus=any
	noTotal      bool // total=steps
	sameMan      bool // total=steps and total=either
	triple       bool // triple=yes

	plain bool // no option changes how a throw is played, so the fast way is right
	view
}

// A view is the board as each colour sees it. Places are numbered by the
// progress, plus one, of the colour to move; 0 means not on its course.
type view struct {
	seen      [4][4][64]uint8 // by colour to move, other colour and its progress + 1: the place of that man
	bits      [4][256]uint64  // by how many seats further on the other colour sits and its progress: a bit for that place
	fair      [4][256]uint8   // the place itself, but 0 for a man on its own foot, which cannot be captured
	door      [4][4]uint64    // the other colour's entrance, a bit for its place
	foot      [4][4]uint64    // the other colour's foot
	foreign   uint64          // the entrances of the other three colours
	blockable uint64          // where two men of one's own are a blockade
}

var (
	_ engine                    = (*Parker)(nil)
	_ parlour.Effects[Position] = (*Parker)(nil)
	_ parlour.Pointer[Position] = (*Parker)(nil)
	_ parlour.Steps[Position]   = (*Parker)(nil)
	_ parlour.Viewer[Position]  = (*Parker)(nil)
	_ parlour.Facts[Position]   = (*Parker)(nil)
	_ parlour.Checker[Position] = (*Parker)(nil)
	_ parlour.Prober[Position]  = (*Parker)(nil)
	_ parlour.Counter[Position] = (*Parker)(nil)
	_ parlour.Passer[Position]  = (*Parker)(nil)
	_ parlour.Greedy[Position]  = (*Parker)(nil)
	_ parlour.Retirer[Position] = (*Parker)(nil)
)

var parkerInfo = parlour.Info{
	ID: "parker", Title: "Ludo, by Parker", Maker: "Parker Brothers", Year: "1928",
	Seats: crossSeats, Players: []int{4, 3, 2}, // [parker/players] [parker/prison-at-left] [parker/two-diagonal] [parker/r-seats]
	Form: "parts like 5:enter, 3:12>15 or +20:31>51 with blanks between them, or pass",
}

// ParkerGame returns the game as catalogues use it.
func ParkerGame() parlour.Game { return erase(parkerInfo, rulebook.Parker, newParker) }

// insideLap is the progress of the foot if the entrance is at the prison's
// inner corner. [parker/r-entrance-site]
const insideLap = 46

func newParker(set rulebook.Settings) *Parker {
	book := rulebook.Parker
	c := cross(6) // [parker/r-track] [parker/r-direction] [parker/r-forward-only]
	if book.Is(set, "layout", "inside-corner") {
		c.last, c.home = insideLap, insideLap+6
	}
	r := &Parker{base: newBase(parkerInfo, book, set, c, parlour.TwoDice)} // [parker/two-dice]
	r.startMen = [4]int16{waiting, waiting, waiting, waiting}
	r.keepPairs = r.is("blockade-duty", "last")
	r.noChain = r.is("bonus-chain", "no")
	r.bonusMay = r.is("bonus-duty", "may")
	r.bonusEnd = r.is("bonus-time", "end")
	r.columnOpen = r.is("column-blockade", "no")
	r.diceFree = r.is("dice-duty", "free")
	r.pairsEnter = r.is("entrance-pair", "open")
	r.ownerOnly = r.is("entrance-stranger", "owner-only")
	r.entryFree = r.is("entry-order", "free")
	r.restMay = r.is("entry-rest", "may")
	r.again = r.is("extra-throw", "doubles")
	r.finishTen = r.is("finish-bonus", "10")
	r.footShared = r.is("foot-owner-captures", "no")
	r.largerDie = r.is("one-die", "larger")
	r.otherEntered = r.is("other-die", "entered")
	r.sumAny = r.is("sum-entry-bonus", "any")
	r.noTotal = r.is("total", "steps")
	r.sameMan = !r.is("total", "leap")
	r.triple = r.is("triple", "yes")
	r.survey()
	r.plain = !(r.keepPairs || r.noChain || r.bonusMay || r.bonusEnd || r.diceFree || r.pairsEnter || r.entryFree || r.restMay ||
		r.finishTen || r.largerDie || r.otherEntered || r.sumAny || r.noTotal || r.sameMan || r.triple)
	return r
}

// survey fills in what each colour sees.
func (r *Parker) survey() {
	for c := range parlour.Seat(4) {
		for s := range parlour.Seat(4) {
			if s == c {
				continue
			}
			for q := range r.last + 1 {
				n := r.placeOf(c, r.space(s, q))
				r.seen[c][s][q+1] = n
				r.bits[(s-c)&3][q], r.fair[(s-c)&3][q] = 1<<n&^1, n // the same for every colour
			}
			r.fair[(s-c)&3][r.last] = 0
			r.door[c][s] = 1 << r.seen[c][s][1]
			r.foot[c][s] = 1 << r.seen[c][s][r.last+1]
			r.foreign |= r.door[c][s] // the same three for every colour
		}
	}
	// [parker/blockade-forms] [parker/no-entrance-blockade] [parker/r-entrance-stack] [parker/r-absent-entrances]
	r.blockable = (1<<(r.home+1) - 4) &^ r.foreign
	if r.columnOpen { // [parker/r-column-blockade]
		r.blockable &= 1<<(r.last+2) - 1
	}
}

// placeOf returns the place of a track space for colour c.
func (r *Parker) placeOf(c parlour.Seat, space int16) uint8 {
	if q := r.progress(c, space); q <= r.last {
		return uint8(q + 1)
	}
	return 0
}

// A move of Parker's game is a whole turn, described by the position after it,
// or the first parts of a turn.
//
//	 63  62..49   48   47..32    31..0
//	+---+-------+----+----------+-------+
//	| 0 |   0   |  1 | captured |  men  |   captured: a bit for each man, four by seat
//	+---+-------+----+----------+-------+   men: the mover's, progress + 1, a byte each, the rearmost lowest
//
//	 63  62..52   51..0
//	+---+-------+-------+
//	| 1 |   0   | parts |   4 bits each, the first lowest: which of the parts that
//	+---+-------+-------+   may follow, counted from 1; 0 for no more
const (
	turnBit parlour.Move = 1 << 48
	pathBit parlour.Move = 1 << 63

	captiveShift = 32
	manBits      = 8
	partBits     = 4
)

// packTurn makes a move from the men after the turn and the captured men.
func packTurn(men [4]int16, captured uint16) parlour.Move {
	m := turnBit | parlour.Move(captured)<<captiveShift
	for i, q := range men {
		m |= parlour.Move(q+1) << (manBits * i)
	}
	return m
}

// AppendMoves appends the turns that may be played or, inside a turn, the parts
// that may follow. Each leads to a different position.
func (r *Parker) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	switch {
	case p.parts != 0:
		return r.appendParts(p, dst)
	case r.plain:
		return r.appendPlain(p, dst)
	}
	return r.appendTurns(p, dst)
}

// Play makes a throw, a turn or the parts of one.
func (r *Parker) Play(p *Position, m parlour.Move) {
	switch {
	case p.throw != 0 && m&pathBit != 0:
		r.playParts(p, m)
	case p.throw != 0:
		r.playTurn(p, m)
	case p.throwing:
		r.throwOff(p, r.total(m)) // [parker/throw-off]
	default:
		p.throw = uint8(m)
	}
}

// playTurn puts the men where the turn leaves them and passes the turn on.
func (r *Parker) playTurn(p *Position, m parlour.Move) {
	c := p.turn
	men := &p.men[c]
	setMen(men, int16(uint8(m))-1, int16(uint8(m>>manBits))-1, int16(uint8(m>>(2*manBits)))-1, int16(uint8(m>>(3*manBits)))-1)
	for captured := uint16(m >> captiveShift); captured != 0; captured &= captured - 1 {
		// A captured man waits for a five again. [parker/captured-restart]
		i := bits.TrailingZeros16(captured)
		p.dropMan(parlour.Seat(i>>2), i&3, waiting)
	}
	double := p.throw%11 == 0
	p.throw = 0
	if p.parts != 0 {
		p.parts, p.played = 0, [maxParts]part{}
	}
	switch {
	case men[0] == r.home: // [parker/object] [parker/win] [parker/r-win-now]
		p.addRank(c)
		if r.over(p) { // [parker/r-play-on] [parker/r-no-draw]
			p.endGame()
			return
		}
	case double && r.again: // [parker/r-one-throw]
		return
	}
	p.turn = r.next(p, c) // [parker/turn-order] [parker/r-turn-order] [parker/one-throw]
}

// stands reports men on places where they cannot be.
func (r *Parker) stands(p *Position) (faults []parlour.Fault) {
	most := 2
	if r.triple {
		most = 4
	}
	var on [52][4]int
	for s := range parlour.Seat(4) {
		if !p.has(s) {
			continue
		}
		var lane [8]int
		for _, q := range p.men[s] {
			switch {
			case q >= 0 && q <= r.last:
				on[r.space(s, q)][s]++
			case q > r.last && q < r.home:
				lane[q-r.last]++
			}
		}
		for k, n := range lane {
			if n > most && !r.columnOpen {
				faults = append(faults, r.crowd("parker/blockade-forms", s, n, "h"+strconv.Itoa(k), most))
			}
		}
	}
	for i := range on {
		faults = append(faults, r.standsOn(p, int16(i), on[i], most)...)
	}
	return faults
}

// standsOn reports men that cannot share track space i; n counts them by
// colour.
func (r *Parker) standsOn(p *Position, i int16, n [4]int, most int) (faults []parlour.Fault) {
	fault := func(clause, code string, args ...any) {
		faults = append(faults, Sentences.Breach(clause, code, append(args, "at", i)...))
	}
	crowd := func(clause string, s parlour.Seat, most int) {
		faults = append(faults, r.crowd(clause, s, n[s], strconv.Itoa(int(i)), most))
	}
	door, foot := parlour.Nobody, parlour.Nobody
	var here []parlour.Seat
	for s := range parlour.Seat(4) {
		if r.first[s] == i {
			door = s
		}
		if p.has(s) && r.space(s, r.last) == i {
			foot = s
		}
		if n[s] > 0 {
			here = append(here, s)
		}
	}
	switch {
	case len(here) == 0:
	case len(here) > 2:
		fault("parker/capture", "race.fault-three")
	case len(here) == 2 && door != parlour.Nobody && n[door] > 0:
		fault("parker/entry-captures", "race.fault-shared", "colour", r.colour(door), "other", r.colour(here[0]+here[1]-door))
	case len(here) == 2 && (foot == parlour.Nobody || n[foot] == 0):
		fault("parker/capture", "race.fault-shared", "colour", r.colour(here[0]), "other", r.colour(here[1]))
	case len(here) == 2: // the foot's owner beside another colour
		other := here[0] + here[1] - foot
		switch own, strange := n[foot], n[other]; {
		case own > most:
			crowd("parker/blockade-forms", foot, most)
		case strange > most:
			crowd("parker/blockade-forms", other, most)
		case own >= 2 && !r.footShared:
			crowd("parker/foot-safe", foot, 1)
		case own >= 2 && strange >= 2:
			fault("parker/foot-safe", "race.fault-two-pairs", "colour", r.colour(foot), "other", r.colour(other))
		}
	case here[0] == door: // any number may stand on their own entrance
	case door != parlour.Nobody && n[here[0]] > 1 && !r.pairsEnter:
		crowd("parker/no-entrance-blockade", here[0], 1)
	case door == parlour.Nobody && n[here[0]] > most:
		crowd("parker/blockade-forms", here[0], most)
	}
	return faults
}

// Check tests the invariants of the text.
func (r *Parker) Check(p *Position) error { return checkLine(r, p) }

// Retire takes the men of a player who leaves off the board. If another player
// has begun a turn, its parts are taken back, because they may depend on these
// men.
func (r *Parker) Retire(p *Position, s parlour.Seat) bool {
	if !retire(r, p, s) {
		return false
	}
	p.parts, p.played = 0, [maxParts]part{}
	return true
}
