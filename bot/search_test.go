package bot_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"parlour"
	"parlour/bot"
)

// toyEval thinks that who is ahead will win, more or less.
type toyEval struct{}

func (toyEval) Shares(p *toy, out *bot.Shares) {
	v := 0.5 + float64(p.score)/50
	*out = bot.Shares{v, 1 - v}
}

func (toyEval) Hash(p *toy) uint64 {
	h := (uint64(uint8(p.score))<<16 | uint64(p.turn)<<8 | uint64(p.die)) * 0x9e3779b97f4a7c15
	return h ^ h>>31
}

// plain is what a search has to find, written down without any skill.
func plain(rules parlour.Full[toy], p toy, depth int) (out bot.Shares) {
	turn := rules.Turn(&p)
	switch {
	case turn.Over():
		r := rules.Result(&p)
		bot.Settle(&r, &out)
	case depth == 0:
		toyEval{}.Shares(&p, &out)
	case turn.Dice != 0:
		for m, w := range turn.Dice.All() {
			q := p
			rules.Play(&q, m)
			for s, v := range plain(rules, q, depth) {
				out[s] += v * float64(w) / float64(turn.Dice.Weight())
			}
		}
	default:
		for _, m := range rules.AppendMoves(&p, nil) {
			q := p
			rules.Play(&q, m)
			if v := plain(rules, q, depth-1); v[turn.Seat] > out[turn.Seat] {
				out = v
			}
		}
	}
	return out
}

var positions = []toy{{die: 3}, {score: 15, die: 6}, {score: -17, die: 2, turn: 1}, {score: 19, die: 1, turn: 1}, {score: -19, die: 6}}

// Both searches find what the plain one does.
func TestSearch(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	for depth := 1; depth <= 3; depth++ {
		for _, p := range positions {
			moves := rules.AppendMoves(&p, nil)
			for name, s := range map[string]bot.Judge[toy]{
				"maxn":      bot.SearchMaxN(rules, toyEval{}, bot.Limit{Depth: depth}),
				"alphabeta": bot.SearchAlphaBeta(rules, toyEval{}, bot.Limit{Depth: depth}),
			} {
				for i, v := range s.Judge(context.Background(), &p, moves) {
					q := p
					rules.Play(&q, moves[i])
					if want := plain(rules, q, depth-1); math.Abs(v[p.turn]-want[p.turn]) > 1e-6 {
						t.Errorf("%s, depth %d: move %d of %v is worth %v, want %v", name, depth, moves[i], p, v, want)
					}
				}
				var v bot.Shares
				s.Value(context.Background(), &p, &v)
				if want := plain(rules, p, depth); math.Abs(v[p.turn]-want[p.turn]) > 1e-6 {
					t.Errorf("%s, depth %d: %v is worth %v, want %v", name, depth, p, v, want)
				}
			}
		}
	}
}

// Every searcher finds the winning move and wins against random.
func TestSearchersPlay(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	for name, b := range searchers(rules) {
		for _, p := range []toy{{score: 15, die: 6}, {score: -15, die: 6, turn: 1}} {
			if m := b.Choose(&p, rules.AppendMoves(&p, nil)); m != 3 {
				t.Errorf("%s plays %d in %v", name, m, p)
			}
		}
		rand, won := bot.NewRand(7), 0
		for range 40 {
			p := &[]toy{rules.Start()}[0]
			b.Seed(1)
			for !rules.Turn(p).Over() {
				turn := rules.Turn(p)
				moves := rules.AppendMoves(p, nil)
				switch {
				case turn.Dice != 0:
					rules.Play(p, turn.Dice.Nth(rand.Intn(6)))
				case turn.Seat == 0:
					rules.Play(p, b.Choose(p, moves))
				default:
					rules.Play(p, moves[rand.Intn(len(moves))])
				}
			}
			if p.score > 0 {
				won++
			}
		}
		if won < 35 {
			t.Errorf("%s wins %d of 40 games against random", name, won)
		}
	}
}

func searchers(rules parlour.Full[toy]) map[string]bot.Thinker[toy] {
	return map[string]bot.Thinker[toy]{
		"maxn":      bot.SearchMaxN(rules, toyEval{}, bot.Limit{Depth: 2}),
		"narrow":    bot.SearchMaxN(rules, toyEval{}, bot.Limit{Depth: 3, Width: 2}),
		"alphabeta": bot.SearchAlphaBeta(rules, toyEval{}, bot.Limit{Depth: 2}),
	}
}

// A search tells how many positions it has looked at, and a deeper one looks
// at more of them.
func TestLooked(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	p := &toy{die: 4}
	moves := rules.AppendMoves(p, nil)
	for name, make := range map[string]func(depth int) bot.Thinker[toy]{
		"maxn":      func(d int) bot.Thinker[toy] { return bot.SearchMaxN(rules, toyEval{}, bot.Limit{Depth: d}) },
		"alphabeta": func(d int) bot.Thinker[toy] { return bot.SearchAlphaBeta(rules, toyEval{}, bot.Limit{Depth: d}) },
	} {
		last := 0
		for d := 1; d <= 3; d++ {
			b := make(d)
			b.Choose(p, moves)
			n := b.(interface{ Looked() int }).Looked()
			if n < len(moves) || n <= last {
				t.Errorf("%s, depth %d: %d positions after %d", name, d, n, last)
			}
			last = n
		}
	}
}

// Once they have their room, searchers allocate nothing, whether they choose,
// judge moves or value a position.
func TestSearchersAllocateNothing(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	p := &toy{die: 4}
	moves := rules.AppendMoves(p, nil)
	ctx, v := context.Background(), new(bot.Shares)
	for name, b := range searchers(rules) {
		j := b.(bot.Judge[toy])
		for what, f := range map[string]func(){
			"choice":   func() { b.Choose(p, moves) },
			"judgment": func() { j.Judge(ctx, p, moves) },
			"value":    func() { j.Value(ctx, p, v) },
		} {
			f()
			if n := testing.AllocsPerRun(20, f); n != 0 {
				t.Errorf("%s allocates %v times for a %s", name, n, what)
			}
		}
	}
}

// An hourglass is an evaluator that calls the time after some opinions, and
// counts those that are asked for afterwards.
type hourglass struct {
	toyEval
	left, late *int
	call       func()
}

func (h hourglass) Shares(p *toy, out *bot.Shares) {
	if *h.left--; *h.left == 0 {
		h.call()
	}
	if *h.left < 0 {
		*h.late++
	}
	h.toyEval.Shares(p, out)
}

// A search ends when its time does, with a legal move; one that has no time at
// all still has a move.
func TestSearchersMindTheTime(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	const endless, enough = 1 << 40, 50
	for name, search := range map[string]func(bot.Evaluator[toy]) bot.Thinker[toy]{
		"maxn": func(e bot.Evaluator[toy]) bot.Thinker[toy] {
			return bot.SearchMaxN(rules, e, bot.Limit{Depth: 12, Nodes: endless})
		},
		"alphabeta": func(e bot.Evaluator[toy]) bot.Thinker[toy] {
			return bot.SearchAlphaBeta(rules, e, bot.Limit{Depth: 30, Nodes: endless})
		},
	} {
		for _, left := range []int{enough, 0} {
			ctx, cancel := context.WithCancel(context.Background())
			if left == 0 {
				cancel()
			}
			late := 0
			b := search(hourglass{left: &left, late: &late, call: cancel})
			m := b.Think(ctx, &toy{die: 3}, []parlour.Move{1, 2, 3})
			if ctx.Err() == nil || m < 1 || m > 3 || late > 20_000 {
				t.Errorf("%s chooses %d, %v, after %d more opinions", name, m, ctx.Err(), late)
			}
			cancel()
		}
	}
}

// The same seed gives the same choices and the same values, whatever was
// thought before.
func TestSearchersAreDeterministic(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	fallible := func() bot.Thinker[toy] {
		judge := bot.NewMaxN(func(parlour.Full[toy]) bot.Evaluator[toy] { return toyEval{} }, bot.Limit{Depth: 1})
		return bot.NewFallible(0.5, judge)(rules).(bot.Thinker[toy])
	}
	fresh, used := searchers(rules), searchers(rules)
	fresh["fallible"], used["fallible"] = fallible(), fallible()
	for name, b := range used {
		for range 20 {
			b.Choose(&toy{score: 3, die: 5, turn: 1}, []parlour.Move{1, 2, 3})
		}
		b.Seed(7)
		fresh[name].Seed(7)
		for score := int8(-18); score <= 18; score++ {
			p := &toy{score: score, die: 1 + (score+18)%6, turn: score & 1}
			moves := rules.AppendMoves(p, nil)
			if a, c := b.Choose(p, moves), fresh[name].Choose(p, moves); a != c {
				t.Errorf("%s chooses %d in %v, and %d if it has thought before", name, c, *p, a)
			}
			j, ok := b.(bot.Judge[toy])
			if !ok {
				continue
			}
			a, c := j.Judge(context.Background(), p, moves), fresh[name].(bot.Judge[toy]).Judge(context.Background(), p, moves)
			if !slices.Equal(a, c) {
				t.Errorf("%s judges %v as %v and as %v", name, *p, a, c)
			}
		}
	}
}

// Asked to, a search uses all of its time, whatever its limit of positions.
func TestWholeTime(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	long, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	if bot.TakesWholeTime(long) || bot.TakesWholeTime(bot.WholeTime(context.Background())) || !bot.TakesWholeTime(bot.WholeTime(long)) {
		t.Error("a time is whole if it is asked for and has an end")
	}
	s := bot.SearchMaxN(rules, toyEval{}, bot.Limit{Depth: 30, Nodes: 10})
	s.Think(long, &toy{die: 3}, []parlour.Move{1, 2, 3}) // does not last an hour
	short, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	s.Think(bot.WholeTime(short), &toy{die: 3}, []parlour.Move{1, 2, 3})
	if short.Err() == nil {
		t.Error("some of the time is left")
	}
}

func TestRollout(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	b := bot.NewRollout[toy](200)(rules)
	b.Seed(1)
	if m := b.Choose(&toy{score: 15, die: 6}, []parlour.Move{1, 2, 3}); m != 3 {
		t.Errorf("chose %d", m)
	}
	var a, c bot.Shares
	j := b.(bot.Judge[toy])
	j.Value(context.Background(), &toy{score: 10}, &a)
	j.Value(context.Background(), &toy{score: 10}, &c)
	if a != c || math.Abs(a[0]+a[1]-1) > 1e-9 || a[0] < 0.7 {
		t.Errorf("%v, %v", a, c)
	}
}

// Bounds limit a search further, and nothing else.
func TestBounds(t *testing.T) {
	ctx := bot.Within(context.Background(), bot.Bounds{Nodes: 7, Depth: 2})
	if got := bot.BoundsOf(ctx); got.Nodes != 7 || got.Depth != 2 {
		t.Errorf("%+v", got)
	}
	if got := bot.BoundsOf(context.Background()); got != (bot.Bounds{}) {
		t.Errorf("%+v without bounds", got)
	}
}
