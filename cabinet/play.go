package cabinet

import (
	"sync"

	"parlour"
	"parlour/games/checkers"
)

// An openingKey is a position of the book of checkers.
type openingKey struct {
	pieces [2]checkers.Squares
	kings  checkers.Squares
	side   parlour.Seat
}

// bestOpenings are the best moves of the book of checkers.
var bestOpenings = sync.OnceValue(func() map[openingKey]parlour.Move {
	best := map[openingKey]parlour.Move{}
	b := checkersOpenings()
	for i := range b.Lines {
		l := &b.Lines[i]
		m, err := b.Match(l)
		if err != nil {
			continue // a test reads every line
		}
		if mv, err := m.Parse(l.Best().Move); err == nil {
			_, p := mustTyped[checkers.Position](m)
			best[openingKey{p.Pieces, p.Kings, p.Mover}] = mv
		}
	}
	return best
})

// checkersBook is the book from which the expert plays.
func checkersBook(s *checkers.Stand, side parlour.Seat) parlour.Move {
	if (s.Pieces[0] | s.Pieces[1]).Len() < 20 {
		return parlour.NoMove // no need to look: the book ends before
	}
	if m, ok := bestOpenings()[openingKey{s.Pieces, s.Kings, side}]; ok {
		return m
	}
	return parlour.NoMove
}
