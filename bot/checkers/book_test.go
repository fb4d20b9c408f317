package checkers

import (
	"context"
	"testing"
	"time"

	"parlour"
	"parlour/bot"
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
		b := l.Maker(rules)
		b.Seed(1)
		b.Choose(&p, moves)
		if want := i / 3; asked != want {
			t.Errorf("%s: the book was asked %d times, want %d", l.Name, asked, want)
		}
	}
}

// The size of the table of positions is an option of the expert. Without it a search
// with a time gets a larger table than one without.
func TestHash(t *testing.T) {
	rules, p := opened(t, "checkers B:W21-32:B1-12")
	moves := rules.AppendMoves(&p, nil)
	long, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	b := newBot(rules, Style{Nodes: 100, Whole: true, Slots: 1 << 12})
	for _, c := range []struct {
		ctx   context.Context
		slots int
	}{
		{context.Background(), 1 << 12},
		{bot.Within(context.Background(), bot.Bounds{Hash: 1}), 1 << 16},
		{bot.Within(context.Background(), bot.Bounds{Hash: 5}), 1 << 18}, // four of them
		{bot.Within(bot.WholeTime(long), bot.Bounds{Nodes: 100}), wholeSlots},
		{bot.Within(bot.WholeTime(long), bot.Bounds{Nodes: 100, Hash: 2}), 1 << 17},
	} {
		b.Think(c.ctx, &p, moves)
		if n := len(b.search.memory); n != c.slots {
			t.Errorf("the table has %d entries, want %d", n, c.slots)
		}
	}
	weak := newBot(rules, Style{Depth: 1, Slots: 1 << 10})
	weak.Think(bot.Within(context.Background(), bot.Bounds{Hash: 1}), &p, moves)
	if n := len(weak.search.memory); n != 1<<10 {
		t.Errorf("a level below the expert has a table of %d entries", n)
	}
}
