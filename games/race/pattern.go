package race

import "parlour"

// A Pattern is the rules of a one-die Ludo as numbers, for a program that plays
// many games at once. It describes everything but the jumps: where it says
// Jumps, ask the rules as soon as two opponents are directly in front of a man
// that has moved.
//
// Progress counts as in a Position: -1 for a waiting man, 0 for the first space
// of the colour's course.
type Pattern struct {
	Track int8    // spaces of the track
	First [4]int8 // track space of progress 0, by seat
	Last  int8    // last progress on the track
	End   int8    // last progress a man can reach; it is reached by an exact throw
	Home  int8    // a colour whose men are all there or beyond is home
	Enter int8    // progress where an entering man stops
	Rest  [4]int8 // progress of men that can go no further, in rising order

	Duty  bool // as in Mensch: one man a space, leave the first space while others wait, a six must enter
	Must  bool // a six must enter
	Walls bool // two opposing men on a space cannot be passed
	Jumps bool // two opponents in front allow a jump
	Dead  bool // a six without a move gives no throw
	Tries bool // three throws while all men wait or rest

	Present uint8        // one bit for each colour on the board
	Step    parlour.Seat // turns pass from seat s to s + Step
	Ends    int          // players at home that end the game

	Greed Greed
}

// A Greed is the rule of the greedy player as weights. They give every move the
// same rank among the moves of a position as the method Greed of the rules.
type Greed struct {
	Take  int16 // for each man captured
	Where int16 // for each man captured and each step of its progress
	Home  int16 // for reaching End
	Lane  int16 // for leaving the track, otherwise
	Enter int16 // for entering
	Safe  int16 // for each opponent less than before up to six steps behind
}

// PatternOf returns the pattern of the rules for games that begin with start. It
// reports false if they have none. These do:
//
//   - Mensch with one owner a colour and without the variations back, noskip,
//     barrier and must and the rulings chain=block and lone=pass;
//   - Kleefeld's and British Ludo without the options decline=yes, six-limit=3,
//     own-landing=forbid, end-square=no-land and stack=block-all, and with
//     stack-kick=safe only where pairs block.
//
// The dice must not be on the table, and no throw of a series may have failed.
func PatternOf(rules parlour.Full[Position], start *Position) (Pattern, bool) {
	if start.throw != 0 || start.tries != 0 || start.seats != 0 || start.turn == parlour.Nobody {
		return Pattern{}, false
	}
	switch r := rules.(type) {
	case *Mensch:
		if !r.simple {
			return Pattern{}, false
		}
		p := r.pattern(start)
		p.End, p.Duty, p.Dead, p.Tries = int8(r.home+r.lane-1), true, r.deadSix, r.thrice
		for i := range p.Rest {
			p.Rest[i] = p.Home + int8(i)
		}
		// Greed counts in units of 200 and adds the progress, which is below 44, so
		// units of 44 give the same order. A man that enters has no rival.
		p.Greed = Greed{Take: 500 * 44, Where: 5 * 44, Lane: 250 * 44, Safe: 44}
		return p, true
	case *Kleefeld:
		return r.ludo.patternOf(start)
	case *British:
		return r.ludo.patternOf(start)
	}
	return Pattern{}, false
}

func (r *ludo) patternOf(start *Position) (Pattern, bool) {
	if !r.quickly.usual {
		return Pattern{}, false
	}
	p := r.pattern(start)
	p.End, p.Enter, p.Must, p.Walls, p.Jumps = int8(r.home), int8(r.enterAt), r.mustEnter, r.block, r.jump.on
	p.Dead, p.Tries = r.deadSix, r.threeTry
	p.Rest = [4]int8{p.Home, p.Home, p.Home, p.Home}
	p.Greed = Greed{Take: 1000, Where: 10, Home: 800, Lane: 300, Enter: 600, Safe: 100}
	return p, true
}

// pattern returns what all patterns share.
func (b *base) pattern(start *Position) Pattern {
	p := Pattern{Track: int8(b.track), Last: int8(b.last), Home: int8(b.home), Present: start.present, Step: b.step}
	for s, a := range b.first {
		p.First[s] = int8(a)
	}
	for p.Ends = 1; !b.overAfter(p.Ends, b.players(start)); {
		p.Ends++
	}
	return p
}

// A Stand is what changes in a Position from throw to throw.
type Stand struct {
	Men   [4][4]int8 // progress by seat, rising; -1 for colours that are absent
	Rank  [4]uint8   // seats that are home in finishing order, each plus one
	Turn  parlour.Seat
	Tries uint8
}

// Stand returns how p stands. It reports false while dice are on the table or
// thrown for the first turn.
func (p *Position) Stand() (s Stand, ok bool) {
	s = Stand{Rank: p.rank, Turn: p.turn, Tries: p.tries}
	for c := range parlour.Seat(4) {
		s.Men[c] = [4]int8{waiting, waiting, waiting, waiting}
		if p.has(c) {
			m := &p.men[c]
			s.Men[c] = [4]int8{int8(m[0]), int8(m[1]), int8(m[2]), int8(m[3])}
		}
	}
	return s, p.throw == 0 && !p.throwing
}

// Restore returns a position of the game that began with p and now stands like
// s. Sixes in a row are not counted.
func (p *Position) Restore(s *Stand) Position {
	q := *p
	q.throwing, q.off, q.throw, q.run = false, [4]int8{}, 0, 0
	q.rank, q.turn, q.tries = s.Rank, s.Turn, s.Tries
	for c := range parlour.Seat(4) {
		if m := &s.Men[c]; p.has(c) {
			q.men[c] = [4]int16{int16(m[0]), int16(m[1]), int16(m[2]), int16(m[3])}
		}
	}
	return q
}
