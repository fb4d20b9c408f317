package race

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/rulebook"
)

// erase makes the game of a book from a function that opens its rules with
// options.
func erase[E engine](info parlour.Info, book *rulebook.Book, rules func(rulebook.Settings) E) parlour.Game {
	open := func(s rulebook.Settings) engine { return rules(s) }
	return parlour.Erase(info,
		func(s parlour.Setup) (parlour.Full[Position], error) { return settle(info, book, s, open) },
		func(line string) (parlour.Full[Position], Position, error) { return readLine(line, book, open) })
}

// settle reads the options of a Setup, opens the rules with them and seats the
// players.
func settle(info parlour.Info, book *rulebook.Book, s parlour.Setup, open func(rulebook.Settings) engine) (engine, error) {
	set, faults := book.Choose(s.Options)
	if s.Mode != "" {
		faults = append(faults, Sentences.Fault("fault.no-modes", "game", info.ID, "mode", strconv.Quote(s.Mode)))
	}
	if s.Preset != "" {
		faults = append(faults, Sentences.Fault("fault.no-presets", "game", info.ID, "preset", strconv.Quote(s.Preset)))
	}
	e := open(set)
	if faults = append(faults, e.common().seat4(e, s)...); len(faults) > 0 {
		return nil, &parlour.SetupError{Game: info.ID, Faults: faults}
	}
	return e, nil
}

// seat4 seats the players of a Setup at the four places and sets the rules'
// starting position. Two players take the first and third seat, three the first
// three.
func (b *base) seat4(e engine, s parlour.Setup) (faults []parlour.Fault) {
	mask, seats := uint8(0), ownershipOf(s.Seats)
	switch {
	case s.Seats == "":
		mask, faults = b.colours(s)
	case b.book != rulebook.Mensch:
		faults = append(faults, Sentences.Fault("fault.owners"))
	case seats == 0:
		faults = append(faults, noOwnership(s.Seats))
	default:
		mask, faults = 0xf, b.owners(s)
	}
	if faults != nil {
		return faults
	}
	p := b.setup(mask)
	p.seats = seats
	switch first := b.seat(s.First); {
	case s.First == "":
		b.begin(e, &p)
	case first == parlour.Nobody || !p.has(first) || owner(&p, first) != first: // [mensch/r-start-double]
		return []parlour.Fault{Sentences.Fault("fault.first", "first", strconv.Quote(s.First), "letters", listed(b.lettersOf(e.throwers(&p))))}
	default:
		p.turn = first
	}
	b.start = p
	return nil
}

// owners checks a Setup that names the owners of the colours. All four colours
// are on the board, no matter how many people play, and Players counts people.
func (b *base) owners(s parlour.Setup) (faults []parlour.Fault) {
	people := 3
	if s.Seats == "1212" {
		people = 2
	}
	if s.Players != 0 && s.Players != people {
		faults = append(faults, Sentences.Fault("race.fault-seats-players", "seats", s.Seats, "players", people, "n", s.Players))
	}
	// The letters may be in any order, just as without owners.
	if mask, _ := b.colours(parlour.Setup{Colours: s.Colours}); s.Colours != "" && mask != 0xf {
		faults = append(faults, Sentences.Fault("race.fault-seats-four", "seats", s.Seats, "letters", b.letters))
	}
	return faults
}

// begin finds who begins: by the throw-off, or the first seat in a game without
// one. [kleefeld/eldest-first] [kleefeld/r-first-player]
func (b *base) begin(e engine, p *Position) {
	if b.book.Option("tie") != nil {
		b.openThrowOff(p, e.throwers(p))
		return
	}
	p.turn = parlour.Seat(0)
	for !p.has(p.turn) {
		p.turn++
	}
}

// colours returns the colours that play, one bit each.
func (b *base) colours(s parlour.Setup) (mask uint8, faults []parlour.Fault) {
	n := s.Players
	if n == 0 && s.Colours == "" {
		n = b.info.Players[0]
	}
	for _, c := range s.Colours {
		i := strings.IndexRune(b.letters, c)
		if i < 0 || mask>>i&1 != 0 {
			return 0, []parlour.Fault{Sentences.Fault("race.fault-colours", "text", strconv.Quote(s.Colours), "letters", listed(b.letters))}
		}
		mask |= 1 << i
	}
	if s.Colours != "" {
		if n != 0 && n != len(s.Colours) {
			return 0, []parlour.Fault{Sentences.Fault("race.fault-colours-players", "n", n, "colours", s.Colours)}
		}
		n = len(s.Colours)
	}
	if !slices.Contains(b.info.Players, n) {
		return 0, []parlour.Fault{Sentences.Fault("fault.players", "game", b.info.ID, "players", numbers(b.info.Players), "n", n)}
	}
	switch {
	case mask != 0:
	case n == 2:
		mask = 0b0101
	default:
		mask = 1<<n - 1
	}
	return mask, nil
}

func (b *base) lettersOf(mask uint8) string {
	var out []byte
	for i := range b.letters {
		if mask>>i&1 != 0 {
			out = append(out, b.letters[i])
		}
	}
	return string(out)
}

// numbers writes a list of numbers as people would: "2, 3 or 4".
func numbers(ns []int) string {
	ns = slices.Sorted(slices.Values(ns))
	var b strings.Builder
	for i, n := range ns {
		switch {
		case i > 0 && i == len(ns)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}

// crossSeats are the seats of the games that use Parker's colours.
var crossSeats = []parlour.SeatInfo{{Letter: "G", Name: "green"}, {Letter: "Y", Name: "yellow"}, {Letter: "B", Name: "blue"}, {Letter: "R", Name: "red"}}

func noOwnership(seats string) parlour.Fault {
	return Sentences.Fault("race.fault-seats", "seats", strconv.Quote(seats), "all", strings.Join(ownerships[1:], ", "))
}
