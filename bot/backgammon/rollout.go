package backgammon

import (
	"context"
	"math"
	"slices"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

// A Rollout judges plays by playing them on many times. Nobody doubles in these
// trials, and both sides choose their plays without search. After some throws the
// chances are those that the nets see. What the chances of all trials are worth with
// the cube is computed as the players do it, see Market.
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
	Move    parlour.Move
	Equity  float64 // points for a stake of one, with the cube of the rules
	Err     float64 // its standard error
	Chances Chances // of which the equity is made
}

// A Roller does rollouts. It serves one goroutine.
type Roller struct {
	rules  *backgammon.Rules
	search *Searcher
	judge  *Bot
	market *Market
	at     []backgammon.Position
	trials []Chances
}

// NewRoller returns a Roller with the built-in nets.
func NewRoller(r *backgammon.Rules) *Roller {
	nets := sharedNets()
	return &Roller{
		rules: r, search: NewSearcher(nets, r.Options()), judge: NewBot(r, nets, Style{Ply: 1, Width: 16, Near: 0.2}),
		market: NewMarket(r), at: make([]backgammon.Position, 2),
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
		return Estimate{Equity: float64(after.Points), Chances: Won(after.Points)}
	}
	r.trials = r.trials[:0]
	for i := 0; i < how.Trials && ctx.Err() == nil; i++ {
		r.trials = append(r.trials, r.trial(after, how, i))
	}
	if len(r.trials) == 0 {
		return e
	}
	for i := range r.trials {
		e.Chances.add(&r.trials[i], 1/float32(len(r.trials)))
	}
	s := r.market.stand(after, 1-after.Turn)
	worth := func(c Chances) float64 { return r.market.worth(&s, &c, s.cube, s.owner) }
	e.Equity = worth(e.Chances)
	const step = 0.01
	var slope [len(e.Chances)]float64 // how the equity changes with each chance
	for k := range slope {
		more, less := e.Chances, e.Chances
		more[k] += step
		less[k] -= step
		slope[k] = (worth(more) - worth(less)) / (2 * step)
	}
	e.Err = r.deviation(&slope)
	return e
}

// deviation returns the standard error of a value that changes with the mean chances
// of the trials by a slope. The trials of one first throw are compared with each other.
func (r *Roller) deviation(slope *[len(Chances{})]float64) float64 {
	const first = 36
	var sum, squares, n [first]float64
	for i := range r.trials {
		v := 0.0
		for k, c := range r.trials[i] {
			v += slope[k] * float64(c)
		}
		sum[i%first] += v
		squares[i%first] += v * v
		n[i%first]++
	}
	variance := 0.0
	for i, n := range n {
		if n > 1 {
			variance += max(0, squares[i]/n-sum[i]*sum[i]/n/n) / (n - 1)
		}
	}
	return math.Sqrt(variance) / first
}

// trial plays on once, and returns the chances of the side of the play: what came of
// it, or what the nets see where it stops.
func (r *Roller) trial(after *backgammon.Position, how Rollout, i int) Chances {
	rand := bot.NewRand(bot.Mix(how.Seed, uint64(i)))
	p, next := &r.at[0], &r.at[1]
	*p = *r.search.place(after)
	side := 1 - after.Turn
	seen := func(by parlour.Seat, c Chances) Chances {
		if by != side {
			return c.Turned()
		}
		return c
	}
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
		mover := p.Turn
		r.search.Best(p, dice, next)
		if next.State == backgammon.Over {
			return seen(mover, Won(next.Points))
		}
		*p = *next
	}
	return seen(p.Turn, r.search.Look(p, 0))
}
