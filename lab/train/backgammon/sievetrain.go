package backgammon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"runtime"
	"slices"

	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/games/backgammon"
	"parlour/internal/files"
	"parlour/internal/parallel"
)

// A SieveCourse says how to train sieves: the small nets that choose the plays which
// the nets then evaluate.
type SieveCourse struct {
	Seed    uint64
	Nets    string    // file of the nets to learn from; nothing for the built-in ones
	Out     string    // file for the nets with their sieves
	Games   int       // to learn from
	Passes  int       // over their throws
	Workers int       // goroutines; 0 for one for each processor
	Log     io.Writer // progress
}

// A fan is the plays of a throw: the positions after them, from the side on roll
// then, with the chances that the nets see.
type fan []sample

// TrainSieves trains sieves from games of the nets against themselves. The same
// course gives the same sieves, with any number of workers.
//
// A sieve only has to put the plays of a throw in order, so it learns the differences
// between them, those near the best above all.
func TrainSieves(ctx context.Context, c SieveCourse) error {
	nets := backgammonbot.Nets()
	if c.Nets != "" {
		data, err := os.ReadFile(c.Nets)
		if err != nil {
			return err
		}
		if nets, err = backgammonbot.ReadNets(data); err != nil {
			return fmt.Errorf("%s: %w", c.Nets, err)
		}
		if len(nets) != backgammonbot.NetCount {
			return errors.New("these are not all the nets of backgammon")
		}
	}
	for _, n := range nets {
		n.SetSieve(nil) // the teacher looks at all plays
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	const trial = 1 << 32 // the number of the first game that is only for the report
	test := fans(ctx, nets, bot.Mix(c.Seed, trial), max(1, c.Games/20), c.Workers)
	list := fans(ctx, nets, c.Seed, c.Games, c.Workers)
	if err := ctx.Err(); err != nil {
		return err
	}
	fmt.Fprintf(c.Log, "%d throws of %d games\n", len(list), c.Games)
	t := &sieveTrainer{work: backgammonbot.NewWork(0)}
	for k := range backgammonbot.NetCount {
		v := backgammonbot.NewSieve()
		rand := bot.NewRand(bot.Mix(c.Seed, uint64(k)))
		v.Guess(&rand)
		t.sieves[k], t.grads[k] = v, backgammonbot.NewSieve()
		t.m[k], t.v[k] = make([]float32, len(v.Params())), make([]float32, len(v.Params()))
	}
	rand := bot.NewRand(c.Seed)
	const batch = 32
	steps := c.Passes * (len(list) / batch)
	for pass := range c.Passes {
		for i := range list {
			j := i + rand.Intn(len(list)-i)
			list[i], list[j] = list[j], list[i]
		}
		for i := 0; i+batch <= len(list); i += batch {
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, f := range list[i : i+batch] {
				t.learn(f)
			}
			done := float64(t.step) / float64(steps)
			t.move(float32(1e-5+(3e-3-1e-5)*(1+math.Cos(math.Pi*done))/2), batch)
		}
		for k, n := range nets {
			n.SetSieve(t.sieves[k])
		}
		lost, left, all := leak(nets, test)
		fmt.Fprintf(c.Log, "pass %d: %.1f of %.1f plays are left, and a throw loses %.5f points\n", pass+1, left, all, lost)
	}
	return files.Replace(c.Out, 0o644, func(w io.Writer) error { return backgammonbot.WriteNets(w, nets) })
}

// fans returns the plays of the throws of games. Games wander off the best plays,
// because so does a search, and one in four begins with random plays, because
// sieves also have to judge positions from weak play.
func fans(ctx context.Context, nets []*backgammonbot.Net, seed uint64, games, workers int) (all []fan) {
	parts := make([][]fan, games)
	_ = parallel.Do(ctx, workers, games, func(_ context.Context, numbers iter.Seq[int]) error { // the caller looks at the context
		s := newSchool(nets)
		for i := range numbers {
			parts[i] = s.fans(bot.Mix(seed, uint64(i)))
		}
		return nil
	})
	return slices.Concat(parts...)
}

// fans plays a game and returns the plays of its throws.
func (s *school) fans(seed uint64) (list []fan) {
	s.rand = bot.NewRand(seed)
	p, q := &s.at[0], &s.at[1]
	*p = s.rules.Start()
	p.State, p.Turn = backgammon.Throw, backgammon.X
	loose := 0
	if s.rand.Intn(4) == 0 {
		loose = 1 + s.rand.Intn(24)
	}
	for range maxPlies {
		if backgammonbot.Exact(&p.Men[0], &p.Men[1]) {
			return list
		}
		p.Dice, p.State = throws[s.fall(len(list) == 0)].dice, backgammon.Moving
		s.moves = s.rules.AppendMoves(p, s.moves[:0])
		var f fan
		for _, m := range s.moves {
			*q = *p
			s.rules.Play(q, m)
			if q.State == backgammon.Over {
				return list
			}
			own, opp := &q.Men[q.Turn], &q.Men[1-q.Turn]
			f = append(f, sample{*own, *opp, s.Chances(own, opp)})
		}
		order := slices.Clone(f)
		slices.SortStableFunc(order, func(x, y sample) int {
			a, b := x.target.Equity(), y.target.Equity()
			switch {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		})
		if len(f) > 1 {
			list = append(list, f)
		}
		next := &order[0]
		switch {
		case loose > 0:
			loose--
			next = &order[s.rand.Intn(len(order))]
		case s.rand.Intn(4) == 0:
			next = &order[s.rand.Intn(min(6, len(order)))]
		}
		p.Turn = 1 - p.Turn
		p.Men[p.Turn], p.Men[1-p.Turn] = next.own, next.opp
	}
	return list
}

// leak returns what throws lose on average because the sieves hold back the best
// play, how many plays they leave, and how many there were.
func leak(nets []*backgammonbot.Net, list []fan) (lost, left, all float64) {
	for _, f := range list {
		plays := make([][2]backgammon.Men, len(f))
		for i := range f {
			plays[i] = [2]backgammon.Men{f[i].own, f[i].opp}
		}
		best, kept, n := math.Inf(-1), math.Inf(-1), 0
		for i, through := range backgammonbot.Sifted(nets, plays) {
			e := -float64(f[i].target.Equity())
			best = max(best, e)
			if through {
				kept = max(kept, e)
				n++
			}
		}
		lost += best - kept
		left += float64(n)
		all += float64(len(f))
	}
	n := float64(len(list))
	return lost / n, left / n, all / n
}

// A sieveTrainer is a course in progress, with the moments of Adam.
type sieveTrainer struct {
	sieves, grads [backgammonbot.NetCount]*backgammonbot.Sieve
	m, v          [backgammonbot.NetCount][]float32
	step          int
	work          *backgammonbot.Work

	err  []backgammonbot.Chances // of the plays of a fan: how far the sieves are off
	part []float32               // the weight of each
}

// learn adds the gradient of a fan.
func (t *sieveTrainer) learn(f fan) {
	best := float32(math.Inf(1))
	for i := range f {
		best = min(best, f[i].target.Equity())
	}
	var mean backgammonbot.Chances
	sum := float32(0)
	t.err, t.part = t.err[:0], t.part[:0]
	for i := range f {
		out := t.sieves[backgammonbot.Kind(&f[i].own, &f[i].opp)].Forward(t.work, &f[i].own, &f[i].opp)
		var e backgammonbot.Chances
		for o := range e {
			e[o] = out[o] - f[i].target[o]
		}
		w := 0.02 + float32(math.Exp(-float64(f[i].target.Equity()-best)/0.1))
		t.err, t.part = append(t.err, e), append(t.part, w)
		add(&mean, &e, w)
		sum += w
	}
	for i := range f {
		// The level of all plays together is worth little.
		const level = 0.1
		e := t.err[i]
		add(&e, &mean, -(1-level)/sum)
		// The order counts for money above all, and for other prices, too.
		points := 2*e[0] + e[1] + e[2] - e[3] - e[4]
		w := t.part[i] / sum
		k := backgammonbot.Kind(&f[i].own, &f[i].opp)
		t.sieves[k].Backward(t.grads[k], t.work, &f[i].own, &f[i].opp, &backgammonbot.Chances{
			w * (2*points + e[0]),
			w * (points + e[1]), w * (points + e[2]),
			w * (-points + e[3]), w * (-points + e[4]),
		})
	}
}

// move makes a step of Adam.
func (t *sieveTrainer) move(rate float32, batch int) {
	t.step++
	const beta1, beta2, tiny = 0.9, 0.999, 1e-8
	fix1 := 1 / (1 - float32(math.Pow(beta1, float64(t.step))))
	fix2 := 1 / (1 - float32(math.Pow(beta2, float64(t.step))))
	for k, g := range t.grads {
		m, v, params := t.m[k], t.v[k], t.sieves[k].Params()
		for i, x := range g.Params() {
			x /= float32(batch)
			m[i] = beta1*m[i] + (1-beta1)*x
			v[i] = beta2*v[i] + (1-beta2)*x*x
			params[i] -= rate * m[i] * fix1 / (float32(math.Sqrt(float64(v[i]*fix2))) + tiny)
		}
		clear(g.Params())
	}
}
