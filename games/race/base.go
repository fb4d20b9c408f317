package race

import (
	"math/bits"

	"parlour"
	"parlour/rulebook"
)

// base is what the rules of all race games share. Each book embeds it in its
// own Rules type and overrides what its text says differently.
type base struct {
	course
	info     parlour.Info
	book     *rulebook.Book
	set      rulebook.Settings
	dice     parlour.Dice
	start    Position
	startMen [4]int16     // where the men of a colour begin
	tieAll   bool         // everybody throws again after a tie in the throw-off
	step     parlour.Seat // 1 if turns pass in the direction of travel, 3 if against it
	playOn   playOn
}

// playOn says when a game ends.
type playOn uint8

const (
	untilFirst  playOn = iota // the first player home ends the game
	untilPrizes               // the second, or the first of two
	untilLast                 // continue until one player is left
)

func newBase(info parlour.Info, book *rulebook.Book, set rulebook.Settings, c course, dice parlour.Dice) base {
	b := base{course: c, info: info, book: book, set: set, dice: dice, step: 1}
	b.tieAll = book.Option("tie") != nil && b.is("tie", "all")
	if book.Option("turn-order") != nil && b.is("turn-order", "against-travel") {
		b.step = 3
	}
	switch book.Value(set, "play-on") {
	case "prizes":
		b.playOn = untilPrizes
	case "all":
		b.playOn = untilLast
	}
	return b
}

// is reports whether an option has a value.
func (b *base) is(key, value string) bool { return b.book.Is(b.set, key, value) }

// common gives the shared reader and writer access to the base.
func (b *base) common() *base { return b }

// Start returns the starting position.
func (b *base) Start() Position { return b.start }

// Turn says who has to act.
func (b *base) Turn(p *Position) parlour.Turn {
	if p.turn == parlour.Nobody || p.throw != 0 {
		return parlour.Turn{Seat: p.turn}
	}
	return parlour.Turn{Seat: p.turn, Dice: b.dice}
}

// InPlay reports whether colour s is on the board.
func (b *base) InPlay(p *Position, s parlour.Seat) bool { return p.has(s) }

// players returns the number of colours present. Mensch counts players instead.
func (b *base) players(p *Position) (n int) {
	for s := range parlour.Seat(4) {
		if p.has(s) {
			n++
		}
	}
	return n
}

// over reports whether enough players are home to end the game.
func (b *base) over(p *Position) bool { return b.overAfter(b.homes(p), b.players(p)) }

func (b *base) overAfter(home, players int) bool {
	switch b.playOn {
	case untilFirst:
		return home >= 1
	case untilPrizes:
		return home >= min(2, players-1)
	}
	return home >= players-1
}

func (b *base) homes(p *Position) (n int) {
	for s := range parlour.Seat(4) {
		if p.has(s) && b.isHome(p, s) {
			n++
		}
	}
	return n
}

// done reports whether s is home for good and gets no more turns.
func (b *base) done(p *Position, s parlour.Seat) bool { return b.isHome(p, s) }

// next returns the seat whose turn comes after s. It skips colours that are
// absent or home.
func (b *base) next(p *Position, s parlour.Seat) parlour.Seat {
	for {
		s = (s + b.step) & 3
		if p.has(s) && !b.isHome(p, s) {
			return s
		}
	}
}

// throwers returns a bit for each colour that takes part in the throw-off.
func (b *base) throwers(p *Position) uint8 { return p.present }

// mayTry reports whether s may throw up to three times, stands reports men on
// places where they cannot be, and readPlayed reads field 5. These are the
// defaults for books that have no such rule.
func (b *base) mayTry(*Position, parlour.Seat) bool { return false }
func (b *base) readPlayed(_ *Position, field string) []parlour.Fault {
	return []parlour.Fault{Sentences.Fault("race.fault-no-parts", "text", field)}
}

// throwOff enters a total into the throw-off, which then passes on or ends.
// [parker/throw-off] [british/highest-starts] [mensch/first-player] [auto-race/r-first-player]
func (b *base) throwOff(p *Position, total int8) {
	p.off[p.turn] = total
	b.settleOff(p)
}

// settleOff passes the throw-off to the next player who has to throw, ends it,
// or starts it again among those who tied.
func (b *base) settleOff(p *Position) {
	if s := firstOf(p); s != parlour.Nobody && bits.OnesCount8(b.throwersOf(p)) > 1 {
		p.turn = s
		return
	}
	top, ties, winner := int8(-1), 0, parlour.Nobody
	for s := range parlour.Seat(4) {
		switch t := p.off[s]; {
		case t > top:
			top, ties, winner = t, 1, s
		case t == top:
			ties++
		}
	}
	if ties == 1 {
		// The deciding throw moves nothing; the winner throws afresh.
		// [parker/r-throwoff-fresh] [british/r-throwoff-fresh] [mensch/r-throwoff-fresh] [auto-race/r-throwoff-fresh]
		p.throwing, p.off, p.turn = false, [4]int8{}, winner
		return
	}
	var again uint8
	for s, t := range p.off {
		if t == top || b.tieAll && t > 0 { // [parker/r-throwoff-tie] [british/r-throwoff-tie] [mensch/r-throwoff-tie] [auto-race/r-throwoff-tie]
			again |= 1 << s
		}
	}
	b.openThrowOff(p, again)
}

// throwersOf returns the colours whose entry in the throw-off is not -1.
func (b *base) throwersOf(p *Position) (mask uint8) {
	for s, t := range p.off {
		if t >= 0 {
			mask |= 1 << s
		}
	}
	return mask
}

// openThrowOff begins a throw-off among the colours of mask.
func (b *base) openThrowOff(p *Position, mask uint8) {
	p.throwing = true
	for s := range p.off {
		p.off[s] = -1
		if mask>>s&1 != 0 {
			p.off[s] = 0
		}
	}
	p.turn = firstOf(p)
}

// firstOf returns the first colour that still has to throw in the throw-off.
func firstOf(p *Position) parlour.Seat {
	for s := range parlour.Seat(4) {
		if p.off[s] == 0 {
			return s
		}
	}
	return parlour.Nobody
}

// endGame leaves the position with nobody to move.
func (p *Position) endGame() {
	p.turn, p.throw, p.run, p.tries = parlour.Nobody, 0, 0, 0
}

// places fills in the result of a game from the places in rank. With
// play-on=all the player who is left is last. [kleefeld/r-play-on]
func (b *base) places(p *Position, r *parlour.Result) {
	r.Stake = 1
	r.Over = p.turn == parlour.Nobody
	n := 0
	for i, s := range p.rank {
		if s != 0 {
			r.Place[s-1] = int8(i + 1)
			n++
		}
	}
	if !r.Over {
		return
	}
	r.Reason = "home"
	for s := range parlour.Seat(4) {
		if p.has(s) && r.Place[s] == 0 {
			r.Place[s] = int8(n + 1)
		}
	}
}

// Result gives everything to the winner. Kleefeld's game pays differently.
func (b *base) Result(p *Position) parlour.Result {
	var r parlour.Result
	b.places(p, &r)
	if r.Over {
		r.Share[p.rank[0]-1] = 1
	}
	return r
}
