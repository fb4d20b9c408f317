// Package parlour is the vocabulary of the project: what a game, a move and a
// throw are, and what a set of rules has to offer.
//
// Three words carry the system. A Position is plain data of a type P that each
// game chooses: it has no pointers, is copied by = and compared by ==. [Rules]
// is one rulebook with its options compiled in. A [Move] is a number whose bits
// mean something only to the rules that made it.
//
// Programs that play fast, such as simulators and searchers, work on [Rules][P]
// directly and trust what they are given. Everything at the edge, such as the
// command, a server or a reader of records, works on [Game] and [Match]. These
// hide P, check every move and use canonical text.
//
// Keep four words apart. A Seat is a colour that takes turns. Its owner decides
// for it and wins with it. A side shares a result (partners). A chair holds a
// person or a program; this package does not know chairs.
package parlour

import "strconv"

// A Seat is a colour that takes turns, counted to the left from 0.
// Seats of absent colours keep their number.
type Seat int8

// Nobody is the seat to act when the game is over.
const Nobody Seat = -1

// MaxSeats is the largest number of seats of any game.
const MaxSeats = 4

// A Move is one choice of a player, or one throw. Its bits never leave the
// process: logs, records and the wire carry canonical text.
type Move uint64

// NoMove is the zero Move. No rules ever use it for a real move.
const NoMove Move = 0

// A Turn says who has to act, and how. If Dice is not zero, Seat must throw
// them; otherwise Seat must choose a move. Seat is Nobody when the game is
// over.
type Turn struct {
	Seat Seat
	Dice Dice
}

// Over reports whether the game is over, so that nobody has to act.
func (t Turn) Over() bool { return t.Seat == Nobody }

// A Need is what a position is waiting for.
type Need string

// The three needs.
const (
	NeedThrow Need = "throw"
	NeedMove  Need = "move"
	NeedOver  Need = "over"
)

// Needs returns what the turn is waiting for.
func (t Turn) Needs() Need {
	switch {
	case t.Seat == Nobody:
		return NeedOver
	case t.Dice != 0:
		return NeedThrow
	}
	return NeedMove
}

// A Result tells how a game stands or how it ended. It is plain data, so asking
// for it allocates nothing.
type Result struct {
	Over   bool
	Reason string            // why it ended, as a code of the rule texts: "home", "no-move", "last-tile"; "" until it is over
	Place  [MaxSeats]int8    // by seat: 1 the winner, equal numbers share a place, 0 not in the game or not placed yet
	Share  [MaxSeats]float64 // by seat: the part of one pool that the seat's side wins; the sides' shares add up to 1 when Over
	Stake  int               // what one win is worth if the game has a stake, otherwise 1
}

// Winner returns the seat that has place 1 alone and wins the whole result. It
// returns Nobody if the game is not over, is drawn or is won by several seats.
func (r *Result) Winner() Seat {
	w := Nobody
	for s, p := range r.Place {
		if p == 1 {
			if w != Nobody {
				return Nobody
			}
			w = Seat(s)
		}
	}
	return w
}

// Setup is what a table chooses before the game. The zero Setup is the game as
// the book sets it up, with the default number of players.
type Setup struct {
	Mode    string            `json:"mode,omitempty"`    // for games that have modes: "pairs", "duel12"
	Players int               `json:"players,omitempty"` // how many people or colours play; 0 for the game's default
	Colours string            `json:"colours,omitempty"` // which colours play, by letter: "YR"; "" for the game's default
	Seats   string            `json:"seats,omitempty"`   // who owns which colour, for games that ask: "1212"
	First   string            `json:"first,omitempty"`   // the letter of the seat that begins; "" to let the game decide
	Preset  string            `json:"preset,omitempty"`  // a named bundle of options
	Options map[string]string `json:"options,omitempty"` // options by key; missing ones have their default
}

// Info describes a game for people and catalogues.
type Info struct {
	ID      string     // "kleefeld"
	Title   string     // "Ludo, by Kleefeld"
	Maker   string     // who published the book
	Year    string     // "c. 1927"
	Seats   []SeatInfo // all seats in order
	Players []int      // the allowed numbers of players, the default first
	Modes   []string   // modes, the default first; nil if the game has none
	Presets []string   // presets; nil if the game has none
	Owners  []string   // values of [Setup].Seats, "" first; nil for games that do not ask who owns a colour
	Form    string     // how moves are written, for people: "enter, 12>18 or pass"
}

// SeatInfo names a seat.
type SeatInfo struct {
	Letter string // as written in positions: "G"
	Name   string // the word to look up in a catalogue: "green"
}

// SeatOf returns the seat with the given letter, or Nobody.
func (i *Info) SeatOf(letter string) Seat {
	for s := range i.Seats {
		if i.Seats[s].Letter == letter {
			return Seat(s)
		}
	}
	return Nobody
}

// Letter returns the letter of seat s, "-" for Nobody.
func (i *Info) Letter(s Seat) string {
	if s < 0 || int(s) >= len(i.Seats) {
		return "-"
	}
	return i.Seats[s].Letter
}

// String returns the number of the seat, for debugging.
func (s Seat) String() string { return "seat " + strconv.Itoa(int(s)) }
