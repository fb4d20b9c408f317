package backgammon

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/internal/files"
	"parlour/internal/parallel"
)

// A Course says how to train nets.
type Course struct {
	Seed    uint64
	First   [backgammonbot.NetCount]int // units of the first layers
	Time    time.Duration               // total time, including earlier runs
	Plain   float64                     // part of the time that uses only the actual throws
	Workers int                         // goroutines; 0 for one for each processor
	State   string                      // file of the state, to continue later
	Out     string                      // file of the weights
	Opening []byte                      // opening plays with their values, to compare with; can be nil
	Log     io.Writer                   // progress
}

// A plan is the settings of a part of the training. The first part uses only the
// actual throws and learns fast but roughly. The second uses all throws and learns
// accurately.
type plan struct {
	lambda float32 // weight of later positions
	keep   int     // samples kept for each net
	reuse  int     // mean number of times a sample is used
	batch  int     // samples of a step
}

var (
	plainPlan = plan{lambda: 0.7, keep: 200_000, reuse: 4, batch: 256}
	aheadPlan = plan{lambda: 0.6, keep: 3_000_000, reuse: 6, batch: 1024}
)

const (
	rateBegin = 1e-3
	rateEnd   = 1e-5
	averaging = 0.998 // the weights in use are a running mean of the learned ones
	mostBatch = 1024
)

// A pupil is a net in training, with the moments of Adam.
type pupil struct {
	net     *backgammonbot.Net // as learned
	mean    *backgammonbot.Net // running mean
	m, v    []float32
	step    int
	samples []sample             // a ring
	next    int                  // where the next goes
	seen    int                  // number of samples so far
	grads   []*backgammonbot.Net // by worker
	work    []*backgammonbot.Work
}

// state is what is kept in the file.
type state struct {
	First        [backgammonbot.NetCount]int
	Net, Mean    [backgammonbot.NetCount][]float32
	M, V         [backgammonbot.NetCount][]float32
	Step         [backgammonbot.NetCount]int
	Spent        time.Duration
	Round, Games int
}

// A trainer is a course in progress.
type trainer struct {
	Course
	pupils [backgammonbot.NetCount]*pupil
	begun  time.Time
	before time.Duration // spent in earlier runs
	round  int
	games  int
	rand   bot.Rand
}

// Train trains nets by self-play until the time is over or ctx ends, and
// writes them. It continues from a state file that exists.
func Train(ctx context.Context, c Course) error {
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	t := &trainer{Course: c, begun: time.Now()}
	for k := range t.pupils {
		n := backgammonbot.RandomNet(c.First[k], bot.Mix(c.Seed, uint64(k)))
		t.pupils[k] = &pupil{net: n, mean: n.Clone(), m: make([]float32, len(n.Params())), v: make([]float32, len(n.Params()))}
	}
	if err := t.resume(); err != nil {
		return err
	}
	for _, p := range t.pupils {
		for range c.Workers {
			p.grads = append(p.grads, backgammonbot.NewNet(p.net.Units()))
			p.work = append(p.work, backgammonbot.NewWork(p.net.Units()))
		}
	}
	shown, rival := time.Duration(0), t.nets()
	for ctx.Err() == nil && t.done() < 1 {
		t.oneRound()
		if spent := time.Since(t.begun); spent-shown > max(20*time.Second, c.Time/24) {
			rival = t.report(rival)
			shown = time.Since(t.begun)
			if err := t.save(); err != nil {
				return err
			}
		}
	}
	t.report(rival)
	return t.save()
}

// spent returns the training time, including earlier runs.
func (t *trainer) spent() time.Duration { return t.before + time.Since(t.begun) }

// done returns the completed part of the course.
func (t *trainer) done() float64 { return float64(t.spent()) / float64(t.Time) }

// nets returns copies of the running means.
func (t *trainer) nets() []*backgammonbot.Net {
	nets := make([]*backgammonbot.Net, backgammonbot.NetCount)
	for k, p := range t.pupils {
		nets[k] = p.mean.Clone()
	}
	return nets
}

// oneRound plays games and learns from them.
func (t *trainer) oneRound() {
	done := t.done()
	ahead, how := done >= t.Plain, &plainPlan
	if ahead {
		how = &aheadPlan
	}
	// The first games are the longest and teach most.
	games := min(128, 8+t.round)
	fresh := t.play(games, ahead, how.lambda)
	t.rand = bot.NewRand(bot.Mix(t.Seed, uint64(t.round)+1<<32))
	// The learning rate falls like a cosine.
	rate := float32(rateEnd + (rateBegin-rateEnd)*(1+math.Cos(math.Pi*min(1, done)))/2)
	for k, p := range t.pupils {
		n := 0
		for _, s := range fresh {
			if backgammonbot.Kind(&s.own, &s.opp) == k {
				p.keep(s, how.keep)
				n++
			}
		}
		for range (n*how.reuse + how.batch - 1) / how.batch {
			t.learn(p, how.batch, rate)
		}
	}
	t.round++
	t.games += games
}

// play plays games on all workers; game i of a round always has the same seed.
func (t *trainer) play(games int, ahead bool, lambda float32) []sample {
	nets := t.nets()
	parts := make([][]sample, games)
	seed := bot.Mix(t.Seed, uint64(t.round))
	_ = parallel.Do(context.Background(), t.Workers, games, func(_ context.Context, numbers iter.Seq[int]) error { // no worker fails
		s := newSchool(nets)
		for i := range numbers {
			parts[i] = s.lesson(bot.Mix(seed, uint64(i)), ahead, lambda, nil)
		}
		return nil
	})
	return slices.Concat(parts...)
}

// keep puts a sample into the ring of at most n.
func (p *pupil) keep(s sample, n int) {
	p.seen++
	if len(p.samples) < n {
		p.samples = append(p.samples, s)
		return
	}
	p.samples[p.next] = s
	p.next = (p.next + 1) % len(p.samples)
}

// learn makes one step of Adam on a random batch from the ring.
func (t *trainer) learn(p *pupil, batch int, rate float32) {
	var room [mostBatch]int32
	pick := room[:batch]
	for i := range pick {
		pick[i] = int32(t.rand.Intn(len(p.samples)))
	}
	w := t.Workers
	var wg sync.WaitGroup
	for k := range w {
		wg.Go(func() {
			for _, i := range pick[k*batch/w : (k+1)*batch/w] {
				x := &p.samples[i]
				p.net.Backward(p.grads[k], p.work[k], &x.own, &x.opp, &x.target)
			}
		})
	}
	wg.Wait()
	p.step++
	const beta1, beta2, tiny = 0.9, 0.999, 1e-8
	fix1 := 1 / (1 - float32(math.Pow(beta1, float64(p.step))))
	fix2 := 1 / (1 - float32(math.Pow(beta2, float64(p.step))))
	keep := float32(min(averaging, float64(p.step)/float64(p.step+10)))
	size := len(p.net.Params())
	for k := range w {
		wg.Go(func() {
			from, to := k*size/w, (k+1)*size/w
			for i := from; i < to; i++ {
				g := float32(0)
				for _, n := range p.grads {
					g += n.Params()[i]
					n.Params()[i] = 0
				}
				g /= float32(batch)
				p.m[i] = beta1*p.m[i] + (1-beta1)*g
				p.v[i] = beta2*p.v[i] + (1-beta2)*g*g
				p.net.Params()[i] -= rate * p.m[i] * fix1 / (float32(math.Sqrt(float64(p.v[i]*fix2))) + tiny)
				p.mean.Params()[i] = keep*p.mean.Params()[i] + (1-keep)*p.net.Params()[i]
			}
		})
	}
	wg.Wait()
}

// resume reads the state, if there is one.
func (t *trainer) resume() error {
	var s state
	if found, err := bot.LoadTraining(t.State, &s); !found {
		return err
	}
	if s.First != t.First {
		return fmt.Errorf("%s has nets with %v units, not %v", t.State, s.First, t.First)
	}
	for k, p := range t.pupils {
		if !bot.Refill([2][]float32{p.net.Params(), s.Net[k]}, [2][]float32{p.mean.Params(), s.Mean[k]}, [2][]float32{p.m, s.M[k]}, [2][]float32{p.v, s.V[k]}) {
			return fmt.Errorf("%s has other nets than this program needs", t.State)
		}
		p.step = s.Step[k]
	}
	t.before, t.round, t.games = s.Spent, s.Round, s.Games
	return nil
}

// save writes the weights, and the state if it has a file.
func (t *trainer) save() error {
	if err := files.Replace(t.Out, 0o644, func(w io.Writer) error { return backgammonbot.WriteNets(w, t.nets()) }); err != nil {
		return err
	}
	s := state{First: t.First, Spent: t.spent(), Round: t.round, Games: t.games}
	for k, p := range t.pupils {
		s.Net[k], s.Mean[k], s.M[k], s.V[k], s.Step[k] = p.net.Params(), p.mean.Params(), p.m, p.v, p.step
	}
	return bot.SaveTraining(t.State, &s)
}
