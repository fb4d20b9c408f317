package backgammon

import (
	"context"
	"math"
	"slices"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

// A Rollout judges plays by playing them on many times, without the cube. Both
// sides choose their plays without search. After some throws the chances are
// those that the nets see.
//
// The first two throws of the trials are spread evenly over all that are
// possible, and every play meets the same dice. So the difference between two
// plays is known better than the value of either.
type Rollout struct {
	Trials int // a multiple of 36
	Plies  int // throws to play on; 0 to the end of the game
	Seed   uint64
}

// An Estimate is the result of a rollout for the side that has made the play.
type Estimate struct {
	Move   parlour.Move
	Equity float64 // points
	Err    float64 // its standard error
}

// A Roller does rollouts. It serves one goroutine.
type Roller struct {
	rules  *backgammon.Rules
	search *Searcher
	judge  *Bot
	at     []backgammon.Position
}

// NewRoller returns a Roller with the built-in nets.
func NewRoller(r *backgammon.Rules) *Roller {
	nets := sharedNets()
	return &Roller{
		rules: r, search: NewSearcher(nets, r.Options()), judge: NewBot(r, nets, Style{Ply: 1, Width: 16, Near: 0.2}),
		at: make([]backgammon.Position, 2),
	}
}

// Plays judges the plays of a throw, best first: those that come within near
// points of the best at first sight, and at most that many.
func (r *Roller) Plays(ctx context.Context, p *backgammon.Position, how Rollout, near float64, most int) ([]Estimate, error) {
	r.judge.rank(ctx, p, r.rules.AppendMoves(p, nil))
	ranked := slices.Clone(r.judge.ranked)
	var list []Estimate
	for i := range ranked {
		if i >= most || i > 0 && ranked[i].value < ranked[0].value-near {
			break
		}
		e := r.Roll(ctx, &ranked[i].after, how)
		e.Move = ranked[i].move
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(x, y Estimate) int {
		switch {
		case x.Equity > y.Equity:
			return -1
		case x.Equity < y.Equity:
			return 1
		}
		return 0
	})
	return list, ctx.Err()
}

// Roll judges a position after a play, for the side that has made it.
func (r *Roller) Roll(ctx context.Context, after *backgammon.Position, how Rollout) (e Estimate) {
	if after.State == backgammon.Over {
		return Estimate{Equity: float64(after.Points)}
	}
	strata := make([]struct{ sum, squares, n float64 }, 36)
	for i := 0; i < how.Trials && ctx.Err() == nil; i++ {
		v := r.trial(after, how, i)
		s := &strata[i%36]
		s.sum += v
		s.squares += v * v
		s.n++
	}
	variance, parts := 0.0, 0.0
	for _, s := range strata {
		if s.n == 0 {
			continue
		}
		parts++
		e.Equity += s.sum / s.n
		if s.n > 1 {
			variance += max(0, s.squares/s.n-s.sum*s.sum/s.n/s.n) / (s.n - 1)
		}
	}
	e.Equity /= max(1, parts)
	e.Err = math.Sqrt(variance) / max(1, parts)
	return e
}

// trial plays on once, and returns the points that the side of the play gets.
func (r *Roller) trial(after *backgammon.Position, how Rollout, i int) float64 {
	rand := bot.NewRand(bot.Mix(how.Seed, uint64(i)))
	p, next := &r.at[0], &r.at[1]
	*p = *r.search.place(after)
	sign := -1.0 // the other side throws first
	for ply := 0; how.Plies == 0 || ply < how.Plies; ply++ {
		n := rand.Intn(36)
		switch ply {
		case 0:
			n = i % 36
		case 1:
			n = i / 36 % 36
		}
		dice := [2]uint8{uint8(n/6) + 1, uint8(n%6) + 1}
		if dice[0] < dice[1] {
			dice[0], dice[1] = dice[1], dice[0]
		}
		r.search.Best(p, dice, next)
		if next.State == backgammon.Over {
			return sign * float64(next.Points)
		}
		*p, sign = *next, -sign
	}
	c := r.search.Look(p, 0)
	return sign * float64(c.Equity())
}
