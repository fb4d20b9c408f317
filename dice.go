package parlour

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
)

// Dice says what has to be thrown, as data. Rules never draw a random number:
// they name the dice, and somebody else throws them.
//
//	 15  14   13..0
//	+---+---+-------+   d = 0: n is one of the kinds below
//	| d | k |   n   |   d = 1, k = 0: a ballot out of n
//	+---+---+-------+   d = 1, k = 1: a ballot of deck number n
//
// The number of a deck is valid only in this process. Its name is valid
// everywhere.
type Dice uint16

// The kinds of dice. A throw is a Move, and its decimal digits are the dice.
const (
	OneDie  Dice = 1 // 1 to 6
	TwoDice Dice = 2 // larger die first: 11, 21, 22 ... 66; unequal dice have weight 2
	OneEach Dice = 3 // both sides throw one die: seat 0's die first, 11 to 66, all 36
	drawBit Dice = 1 << 15
	deckBit Dice = 1 << 14
)

// Draw returns the dice for drawing one of n equal ballots, numbered from 1. N
// is at least 1 and below 16384.
func Draw(n int) Dice { return drawBit | Dice(n) }

// A deck is a set of ballots that have their own numbers.
type deck struct {
	name    string
	form    string
	ballots []Move // in ascending order
}

var decks []deck

// Deck returns the dice for drawing a ballot from a deck. All ballots are
// equally likely and keep their printed numbers, which must be positive and
// ascending. The name appears in protocols as "draw NAME"; the form describes a
// throw for people.
//
// A game declares its decks once, as package variables, because Deck must not
// run while anything throws. It panics if the name is taken.
func Deck(name, form string, ballots []Move) Dice {
	if slices.ContainsFunc(decks, func(d deck) bool { return d.name == name }) {
		panic("parlour: two decks have the name " + name)
	}
	last := NoMove
	for _, b := range ballots {
		if b <= last {
			panic("parlour: the ballots of deck " + name + " are not positive and ascending")
		}
		last = b
	}
	if last == NoMove {
		panic("parlour: deck " + name + " is empty")
	}
	decks = append(decks, deck{name, form, ballots})
	return drawBit | deckBit | Dice(len(decks)-1)
}

// Decks returns the dice of every deck that a game has declared.
func Decks() (all []Dice) {
	for i := range decks {
		all = append(all, drawBit|deckBit|Dice(i))
	}
	return all
}

// deck returns the deck that d is drawn from, or nil.
func (d Dice) deck() *deck {
	if d < drawBit|deckBit {
		return nil
	}
	return &decks[d&^(drawBit|deckBit)]
}

// Ballots returns how many ballots there are to draw, 0 for dice.
func (d Dice) Ballots() int {
	switch {
	case d < drawBit:
		return 0
	case d < drawBit|deckBit:
		return int(d &^ drawBit)
	}
	return len(d.deck().ballots)
}

// Weight returns the sum of the weights of all throws.
func (d Dice) Weight() int {
	switch d {
	case OneDie:
		return 6
	case TwoDice, OneEach:
		return 36
	}
	return d.Ballots()
}

// All returns every distinct throw with its integer weight, in ascending order.
func (d Dice) All() iter.Seq2[Move, int] {
	return func(yield func(Move, int) bool) {
		switch d {
		case OneDie:
			for m := range Move(6) {
				if !yield(m+1, 1) {
					return
				}
			}
		case TwoDice:
			for a := Move(1); a <= 6; a++ {
				for b := Move(1); b <= a; b++ {
					w := 2
					if a == b {
						w = 1
					}
					if !yield(a*10+b, w) {
						return
					}
				}
			}
		case OneEach:
			for a := Move(1); a <= 6; a++ {
				for b := Move(1); b <= 6; b++ {
					if !yield(a*10+b, 1) {
						return
					}
				}
			}
		default:
			for i := range d.Ballots() {
				if !yield(d.Nth(i), 1) {
					return
				}
			}
		}
	}
}

// twoDice lists the 36 ordered throws of two dice as throws of TwoDice.
var twoDice = func() (t [36]Move) {
	for i := range t {
		a, b := Move(i/6+1), Move(i%6+1)
		t[i] = max(a, b)*10 + min(a, b)
	}
	return
}()

// Nth returns the throw for the number i, 0 <= i < Weight. If i is uniform,
// throws come up according to their weights.
func (d Dice) Nth(i int) Move {
	switch d {
	case OneDie:
		return Move(i + 1)
	case TwoDice:
		return twoDice[i]
	case OneEach:
		return Move(i/6+1)*10 + Move(i%6+1)
	}
	if k := d.deck(); k != nil {
		return k.ballots[i]
	}
	return Move(i + 1)
}

// Valid reports whether m is a throw of d.
func (d Dice) Valid(m Move) bool {
	a, b := m/10, m%10
	switch d {
	case OneDie:
		return m >= 1 && m <= 6
	case TwoDice:
		return a <= 6 && b >= 1 && b <= a
	case OneEach:
		return a >= 1 && a <= 6 && b >= 1 && b <= 6
	}
	if k := d.deck(); k != nil {
		_, ok := slices.BinarySearch(k.ballots, m)
		return ok
	}
	return m >= 1 && m <= Move(d.Ballots())
}

// AppendThrow appends the text of a throw: its digits.
func (d Dice) AppendThrow(dst []byte, m Move) []byte {
	return strconv.AppendUint(dst, uint64(m), 10)
}

// ParseThrow reads a throw. Two dice of one side may be in either order.
func (d Dice) ParseThrow(text string) (Move, error) {
	n, err := strconv.ParseUint(text, 10, 16)
	m := Move(n)
	if d == TwoDice && len(text) == 2 && m%10 > m/10 {
		m = m%10*10 + m/10
	}
	if err != nil || !d.Valid(m) || text[0] == '0' || text[0] == '+' {
		return NoMove, &Refusal{Code: "bad-throw", Args: Args{"text": text, "expected": d.Form()}}
	}
	return m, nil
}

// Form describes the throws for people.
func (d Dice) Form() string {
	switch d {
	case OneDie:
		return "one die, 1 to 6"
	case TwoDice:
		return "two dice, two digits from 11 to 66"
	case OneEach:
		return "one die of each side, two digits from 11 to 66"
	}
	if k := d.deck(); k != nil {
		return k.form
	}
	return fmt.Sprintf("a ballot, 1 to %d", d.Ballots())
}

// String returns the short name used in the protocol: "one", "two", "each",
// "draw N", or "draw NAME" for a deck; "" for no dice.
func (d Dice) String() string {
	switch d {
	case 0:
		return ""
	case OneDie:
		return "one"
	case TwoDice:
		return "two"
	case OneEach:
		return "each"
	}
	if k := d.deck(); k != nil {
		return "draw " + k.name
	}
	return fmt.Sprintf("draw %d", d.Ballots())
}
