package checkers

import (
	"sync"

	"parlour"
	"parlour/games/checkers"
)

// An openingKey is a position of the book.
type openingKey struct {
	pieces [2]checkers.Squares
	kings  checkers.Squares
	side   parlour.Seat
}

// bestOpenings are the best moves of the book.
var bestOpenings = sync.OnceValue(func() map[openingKey]parlour.Move {
	best := map[openingKey]parlour.Move{}
	b := OpeningBook()
	for i := range b.Lines {
		l := &b.Lines[i]
		m, err := b.Match(l)
		if err != nil {
			continue // a test reads every line
		}
		if mv, err := m.Parse(l.Best().Move); err == nil {
			_, p, _ := parlour.Typed[checkers.Position](m)
			best[openingKey{p.Pieces, p.Kings, p.Mover}] = mv
		}
	}
	return best
})

// ByTheBook is the Book of the strongest level: it plays the best moves of the
// book of openings.
func ByTheBook(s *checkers.Stand, side parlour.Seat) parlour.Move {
	if (s.Pieces[0] | s.Pieces[1]).Len() < 20 {
		return parlour.NoMove // no need to look: the book ends before
	}
	if m, ok := bestOpenings()[openingKey{s.Pieces, s.Kings, side}]; ok {
		return m
	}
	return parlour.NoMove
}
