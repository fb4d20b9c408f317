package checkers

import (
	"testing"

	"parlour"
	"parlour/games/checkers"
)

// A book is asked first, and what it says is played without a search, if it is legal.
func TestBook(t *testing.T) {
	rules, p := opened(t, "checkers B:W21-32:B1-12")
	moves := rules.AppendMoves(&p, nil)
	asked := 0
	says := moves[len(moves)-1]
	book := func(s *checkers.Stand, side parlour.Seat) parlour.Move {
		asked++
		return says
	}
	b := newBot(rules, Style{Nodes: 100, Book: book})
	if m := b.Choose(&p, moves); m != says || asked != 1 || b.Looked() != 0 {
		t.Errorf("the book says %v, the bot plays %v after %d questions and %d positions", says, m, asked, b.Looked())
	}
	says = parlour.NoMove
	b.Seed(1)
	if m := b.Choose(&p, moves); m == parlour.NoMove || b.Looked() == 0 {
		t.Errorf("without the book the bot plays %v after %d positions", m, b.Looked())
	}
	asked = 0
	for i, l := range Levels(book) {
		bot := l.Maker(rules)
		bot.Seed(1)
		bot.Choose(&p, moves)
		if want := i / 3; asked != want {
			t.Errorf("%s: the book was asked %d times, want %d", l.Name, asked, want)
		}
	}
}
