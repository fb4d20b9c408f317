package bot_test

import (
	"context"
	"math"
	"testing"
	"time"

	"parlour"
	"parlour/bot"
)

// Playouts without luck agree with the search: in a game that is played to its end
// they find nearly its exact value, and they keep to their limits.
func TestPlayout(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	eval := func(parlour.Full[toy]) bot.Evaluator[toy] { return toyEval{} }
	moves := []parlour.Move{1, 2, 3}
	open := func(nodes int) *bot.Playout[toy] {
		return bot.NewPlayout(eval, bot.Limit{Depth: 1}, bot.Playouts{Gap: 2, Moves: 3, Throws: 200, Nodes: nodes})(rules).(*bot.Playout[toy])
	}
	for _, p := range positions {
		p := p
		s := open(20_000)
		got := append([]bot.Shares(nil), s.Judge(context.Background(), &p, moves)...)
		for i, m := range moves {
			q := p
			rules.Play(&q, m)
			want := plain(rules, q, 3)
			if d := got[i][p.turn] - want[p.turn]; math.Abs(d) > 0.15 {
				t.Errorf("%v %d is worth %.3f, a deep search says %.3f", p, m, got[i][p.turn], want[p.turn])
			}
			if sum := got[i][0] + got[i][1]; math.Abs(sum-1) > 0.01 {
				t.Errorf("%v %d: the shares add up to %.3f", p, m, sum)
			}
		}
		move := open(20_000).Choose(&p, moves)
		if again := s.Choose(&p, moves); again != move {
			t.Errorf("%v: first %v, then %v", p, move, again)
		}
	}

	p := &toy{die: 3}
	search := open(0)
	search.Choose(p, moves)
	ctx := context.Background()
	hour, cancel := context.WithTimeout(bot.WholeTime(ctx), time.Hour)
	defer cancel()
	const slack = 18 * 200 // one playout
	for _, c := range []struct {
		name        string
		ctx         context.Context
		nodes       int
		least, most int
	}{
		{"its own limit", ctx, 3000, 3000, 3000 + 3*slack},
		{"none", ctx, 0, search.Looked(), search.Looked()},
		{"fewer", bot.Within(ctx, bot.Bounds{Nodes: 500}), 3000, 500, 500 + 3*slack},
		{"not as deep", bot.Within(ctx, bot.Bounds{Depth: 1}), 3000, search.Looked(), search.Looked()},
		{"the whole time, but no more than", bot.Within(hour, bot.Bounds{Nodes: 20_000}), 0, 20_000, 20_000 + 3*slack},
	} {
		s := open(c.nodes)
		s.Think(c.ctx, p, moves)
		if n := s.Looked(); n < c.least || n > c.most {
			t.Errorf("%s: %d positions, expected %d to %d", c.name, n, c.least, c.most)
		}
	}
}

// hasty takes a level game for nearly won by the first seat, and is right otherwise.
type hasty struct{ toyEval }

func (e hasty) Shares(p *toy, out *bot.Shares) {
	if e.toyEval.Shares(p, out); p.score == 0 {
		*out = bot.Shares{0.9, 0.1}
	}
}

// What playouts say about a move stays, even after it was given up: its value is not
// that of the search again, which took it for the best.
func TestPlayoutKeepsWhatItFound(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	s := bot.NewPlayout(func(parlour.Full[toy]) bot.Evaluator[toy] { return hasty{} }, bot.Limit{Depth: 1},
		bot.Playouts{Gap: 2, Moves: 3, Throws: 200, Nodes: 1_000_000})(rules).(*bot.Playout[toy])
	p, moves := &toy{die: 6}, []parlour.Move{1, 2, 3}
	values := s.Judge(context.Background(), p, moves)
	if best := s.Choose(p, moves); best != 3 || values[2][0] <= values[0][0] {
		t.Errorf("move %d is played, and to stay is worth %.2f, to take all %.2f", best, values[0][0], values[2][0])
	}
}
