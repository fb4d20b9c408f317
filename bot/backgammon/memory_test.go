package backgammon

import (
	"context"
	"slices"
	"testing"

	"parlour"
	"parlour/games/backgammon"
)

// A memory changes no value, and saves a fifth of the evaluations and more of a
// choice: different plays lead to the same positions.
func TestMemory(t *testing.T) {
	with, without := NewSearcher(sharedNets(), nil), NewSearcher(sharedNets(), nil)
	with.eval.remember()
	defer with.eval.forget()
	for _, p := range positions(40) {
		if got, want := with.Look(&p, 1), without.Look(&p, 1); got != want {
			t.Fatalf("%v with a memory, %v without", got, want)
		}
	}
	r := plain(nil)
	b := NewBot(r, sharedNets(), Styles[3])
	for _, p := range positions(40)[20:24] {
		r.Play(&p, r.Turn(&p).Dice.Nth(4))
		b.Choose(&p, r.AppendMoves(&p, nil))
	}
	if e := b.search.eval; 5*e.fresh > 4*e.Count {
		t.Errorf("%d of %d positions were evaluated, want four fifths at most", e.fresh, e.Count)
	}
}

// A question that ends in the middle of a search is answered at once, with what
// is known by then.
func TestLate(t *testing.T) {
	r := plain(nil)
	b, quick := NewBot(r, sharedNets(), Styles[3]), NewBot(r, sharedNets(), Style{})
	p := r.Start()
	r.Play(&p, r.Turn(&p).Dice.Nth(1))
	moves := r.AppendMoves(&p, nil)
	ctx := &patient{Context: t.Context(), left: 10} // in the first of the plays it looks at
	got := b.Think(ctx, &p, moves)
	if ctx.left < -1 {
		t.Errorf("it asked %d times more after the end", -1-ctx.left)
	}
	if want := quick.Choose(&p, moves); got != want {
		t.Errorf("it plays %d, but without a look ahead %d is best", got, want)
	}
	if b.search.eval.memory != nil {
		t.Error("it keeps a memory that it does not need")
	}
}

// patient is a context that ends when it has been asked that many times.
type patient struct {
	context.Context
	left int
}

func (p *patient) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// The side that may double after a play is told what the play was judged by, without
// another look ahead. A bot that was not asked before says the same.
func TestLooked(t *testing.T) {
	r, err := backgammon.New(parlour.Setup{Options: map[string]string{"match": "5"}})
	if err != nil {
		t.Fatal(err)
	}
	b := NewBot(r, sharedNets(), Styles[3])
	ps := []backgammon.Position{r.Start()}
	p := &ps[0]
	r.Play(p, r.Turn(p).Dice.Nth(1))
	r.Play(p, b.Choose(p, r.AppendMoves(p, nil)))
	before := b.search.eval.Count
	moves := r.AppendMoves(p, nil)
	if p.State != backgammon.Roll || len(moves) < 2 {
		t.Fatalf("%v: want a choice before the throw", p)
	}
	got := slices.Clone(b.Judge(t.Context(), p, moves))
	if n := b.search.eval.Count - before; n != 0 {
		t.Errorf("%d evaluations for a position that is known", n)
	}
	if want := NewBot(r, sharedNets(), Styles[3]).Judge(t.Context(), p, moves); !slices.Equal(got, want) {
		t.Errorf("%v after other questions, %v at first", got, want)
	}
}
