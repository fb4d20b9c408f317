package backgammon

import (
	"context"
	"testing"
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

// patient is a context that ends when it has been asked so many times.
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
