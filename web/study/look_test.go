package study

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"testing/synctest"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/games/checkers"
	"parlour/phrase"
)

// none says that every processor is needed elsewhere.
func none() int { return 0 }

// at looks at a position and returns the looks until stop, which ends it early.
func at(t *testing.T, line string, stop func(*Look) bool) (looks []Look, done bool, err error) {
	t.Helper()
	e, m, err := cabinet.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l := NewLooks(none)
	err = l.At(ctx, phrase.English, Guest{Address: "a", Token: "a"}, e, m, func(kind string, v any) error {
		switch kind {
		case "look":
			looks = append(looks, *v.(*Look))
			if stop(v.(*Look)) {
				cancel()
			}
		case "done":
			done = true
		}
		return nil
	})
	if l.Len() != 0 {
		t.Errorf("%d positions are left on the bench", l.Len())
	}
	return looks, done, err
}

// A look has the numbers of the command parlour analyse, for games with dice and
// without, for two and for four players, and ends when nobody listens any more.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		line    string
		choices bool
		goesOn  bool // it has a line of moves without dice
	}{
		{"checkers B:W21,22,K3:B9,14,K30 q=0", true, true},
		{"backgammon[doubling=none] XGID=-b----E-C---cE---c-e----B-:0:0:1:31:0:0:0:0:0 move", true, false},
		{"kleefeld G:-,-,3,5/Y:-,-,-,10/B:-,-,-,-/R:-,-,-,40 G 5 - -", true, false},
		{"auto-race G:12/Y:3/B:0/R:22 Y - - -", false, false},
	} {
		e, m, err := cabinet.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		want, err := e.Analyst().Assess(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		lines := false
		looks, done, err := at(t, c.line, func(l *Look) bool {
			for _, o := range l.Choices {
				lines = lines || o.Line != nil
			}
			return l.Full && (lines || !c.goesOn)
		})
		if !errors.Is(err, context.Canceled) || done {
			t.Errorf("%s: the look went on after its reader had gone: %v", c.line, err)
		}
		last := looks[len(looks)-1]
		if last.Deeper || !last.Full || len(last.Shares) != len(last.Seats) {
			t.Fatalf("%s: the last look is %+v", c.line, last)
		}
		if got := len(last.Choices) > 0; got != c.choices || last.All != len(want.Choices) || lines != c.goesOn {
			t.Errorf("%s: %d of %d moves, with lines: %v", c.line, len(last.Choices), last.All, lines)
		}
		for i, o := range last.Choices {
			w := want.Choices[i]
			if o.Text != w.Text || math.Abs(o.Error-w.Error) > 1e-6 || o.Mark != w.Mark || o.ErrorText != w.ErrorText || !slices.Equal(o.Values, w.Values) || o.Words == "" || len(o.Effects) == 0 {
				t.Errorf("%s: move %d is %+v, and the command says %+v", c.line, i, o, w)
			}
			for s := range o.Shares {
				if math.Abs(o.Shares[s]-w.Shares[s]) > 1e-6 {
					t.Errorf("%s: %s has %v, and the command says %v", c.line, o.Text, o.Shares, w.Shares)
				}
			}
		}
		if !c.choices && math.Abs(last.Shares[0]-want.Shares[0]) > 1e-6 {
			t.Errorf("%s: the shares are %v, and the command says %v", c.line, last.Shares, want.Shares)
		}
	}
}

// A judge thinks until the time is over, and notes on how many processors.
type judge struct {
	bot.Random[checkers.Position]
	threads *[]int
}

func (j *judge) Judge(ctx context.Context, _ *checkers.Position, moves []parlour.Move) []bot.Shares {
	if bot.TakesWholeTime(ctx) {
		*j.threads = append(*j.threads, bot.BoundsOf(ctx).Threads)
		<-ctx.Done()
	}
	return make([]bot.Shares, len(moves))
}

func (j *judge) Value(context.Context, *checkers.Position, *bot.Shares) {}

// A look that goes deeper searches on the processors that no table needs at that
// moment.
func TestLookTakesSpareProcessors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, m, err := cabinet.Parse("checkers B:W21,22,K3:B9,14,K30 q=0")
		if err != nil {
			t.Fatal(err)
		}
		var threads []int
		own := *e
		own.Players = cabinet.Players[checkers.Position]{Moves: func(parlour.Full[checkers.Position]) bot.Bot[checkers.Position] {
			return &judge{threads: &threads}
		}}
		spare := []int{3, 0, 63} // by stage
		l := NewLooks(func() int { return spare[len(threads)] })
		if err := l.At(t.Context(), phrase.English, Guest{Address: "a", Token: "a"}, &own, m, func(string, any) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if want := []int{3, 1, mostHands}; !slices.Equal(threads, want) {
			t.Errorf("the stages searched on %v processors, want %v", threads, want)
		}
	})
}

// A position that is over has its result and no moves.
func TestLookOver(t *testing.T) {
	looks, done, err := at(t, "checkers W:W:B1 q=0", func(*Look) bool { return false })
	if err != nil || !done || len(looks) != 1 || looks[0].Shares[0] != 1 || len(looks[0].Choices) != 0 {
		t.Errorf("%+v, %v, %v", looks, done, err)
	}
}

// A rollout tells the shares with their interval, and ends when nobody listens.
func TestRollout(t *testing.T) {
	e, m, err := cabinet.Parse("kleefeld G:-,-,20,38/Y:-,-,-,10 G 4 - -")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l := NewLooks(none)
	var last Rollout
	err = l.Rollout(ctx, Guest{Address: "a", Token: "a"}, e, m, m.Text(m.Moves()[0]), func(kind string, v any) error {
		if kind == "rollout" {
			last = *v.(*Rollout)
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || l.Len() != 0 || last.Over {
		t.Errorf("the rollout ended with %v, %d on the bench", err, l.Len())
	}
	if last.Games == 0 || len(last.Wins) != 2 || last.Wins[0] < 0.5 || last.Half[0] <= 0 || last.Half[0] > 0.5 || last.Move == "" {
		t.Errorf("the rollout is %+v", last)
	}
	if err := l.Rollout(t.Context(), Guest{Address: "a", Token: "a"}, e, m, "8-9", nil); err == nil {
		t.Error("a move that is not legal was played out")
	}
}

// The interval of equal samples is empty, and that of different ones is not.
func TestIntervals(t *testing.T) {
	means, half := intervals([]float64{2, 2}, []float64{1, 2}, 4)
	if means[0] != 0.5 || half[0] != 0 || means[1] != 0.5 || math.Abs(half[1]-1.96*0.5/math.Sqrt(3)) > 1e-6 {
		t.Errorf("%v %v", means, half)
	}
}
