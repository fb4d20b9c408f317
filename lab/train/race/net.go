package race

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"time"

	"parlour"
	"parlour/bot"
	racebot "parlour/bot/race"
	"parlour/games/race"
	"parlour/internal/files"
	"parlour/internal/parallel"
)

// A NetCourse trains the net of one game.
type NetCourse struct {
	Game    string
	Seed    uint64
	Games   int           // in all, earlier runs included
	Time    time.Duration // stop after this time, earlier runs included; 0 for no limit
	Workers int           // goroutines; 0 for one for each processor
	State   string        // file of the state, to continue later
	Out     string        // file of the net
	Log     io.Writer     // progress
}

const (
	round      = 128    // games that are played with the same net
	plainGames = 0.7    // part of the games that look only at the throws that were made
	plainTime  = 0.25   // the same as a part of the time, if that is limited
	explores   = 64     // one move of that many is random
	keep       = 400000 // positions to learn from
	batch      = 512    // positions of a step
	shards     = 4      // parts of a batch, so that the result does not depend on the workers
	averaging  = 0.998  // the net in use is a running mean of the learned ones
	longest    = 20000  // throws after which a game is abandoned
)

// A plan is the settings of a part of the training. The first part looks only at the
// throws that were made and learns fast but roughly. The second looks at all throws
// and learns accurately.
type plan struct {
	ahead      bool    // look at all throws
	lambda     float64 // how much of a target comes from later positions
	reuse      int     // mean number of times that a position is learned
	begin, end float64 // sizes of the steps
}

var (
	plainPlan = plan{lambda: 0.8, reuse: 1, begin: 2e-3, end: 1e-3}
	aheadPlan = plan{ahead: true, lambda: 0.95, reuse: 3, begin: 1e-3, end: 1e-5}
)

// A sample is a position before a throw and the chances to learn.
type sample struct {
	at     race.Position
	table  int
	target [4]float32
}

// A trainer is a course in progress.
type trainer struct {
	NetCourse
	tables  []parlour.Full[race.Position]
	net     *racebot.Net // as learned
	mean    *racebot.Net // running mean
	m, v    []float32
	step    int
	games   int
	begun   time.Time
	before  time.Duration // spent in earlier runs
	loss    float64
	samples []sample // a ring
	next    int
	grads   [shards]*racebot.Net
	eyes    [shards][]*racebot.NetEvaluator // by shard and table
}

// TrainNet trains a net by self-play and writes it. The same seed and number of games
// give the same net with any number of workers. It continues from a state file that
// exists. When the time is over or ctx ends, it writes what it has.
func TrainNet(ctx context.Context, c NetCourse) (games int, err error) {
	l, ok := lessons[c.Game]
	if !ok {
		return 0, fmt.Errorf("%s has nothing to learn", c.Game)
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	t := &trainer{NetCourse: c, net: racebot.NewNet(), mean: racebot.NewNet()}
	for _, setup := range l.tables {
		m, err := l.game().New(setup)
		if err != nil {
			return 0, err
		}
		rules, _, _ := parlour.Typed[race.Position](m)
		t.tables = append(t.tables, rules)
	}
	t.m, t.v = make([]float32, len(t.net.Params())), make([]float32, len(t.net.Params()))
	t.net.Guess(bot.NewRand(bot.Mix(c.Seed, 1<<40)))
	copy(t.mean.Params(), t.net.Params())
	for k := range shards {
		t.grads[k] = racebot.NewNet()
		for _, rules := range t.tables {
			t.eyes[k] = append(t.eyes[k], racebot.NewNetEvaluator(rules, t.net))
		}
	}
	if err := t.resume(); err != nil {
		return 0, err
	}
	if c.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, max(0, c.Time-t.before))
		defer cancel()
	}
	t.begun = time.Now()
	shown := t.begun
	for t.games < c.Games && ctx.Err() == nil {
		fresh := t.play(ctx, min(round, c.Games-t.games))
		if ctx.Err() != nil {
			break // half a round would give another net
		}
		t.games += len(fresh)
		t.study(slices.Concat(fresh...))
		if time.Since(shown) > 10*time.Second || t.games >= c.Games {
			shown = time.Now()
			fmt.Fprintf(c.Log, "%d of %d games, loss %.4f bits, %v\n", t.games, c.Games, t.loss, t.spent().Round(time.Second))
			if err := t.save(); err != nil {
				return t.games, err
			}
		}
	}
	if t.step == 0 {
		return 0, errors.New("interrupted before the first round was over")
	}
	return t.games, t.save()
}

// spent returns the time of the training, earlier runs included.
func (t *trainer) spent() time.Duration { return t.before + time.Since(t.begun) }

// plan returns the part of the training that is due, and how much of it is done.
func (t *trainer) plan() (how *plan, done float64) {
	at := float64(t.games) / float64(t.Games) / plainGames
	if at > 1 {
		at = 1 + (at-1)*plainGames/(1-plainGames)
	}
	if t.Time > 0 {
		now := float64(t.spent()) / float64(t.Time) / plainTime
		if now > 1 {
			now = 1 + (now-1)*plainTime/(1-plainTime)
		}
		at = max(at, now)
	}
	if at < 1 {
		return &plainPlan, at
	}
	return &aheadPlan, min(1, at-1)
}

// play plays games on all workers and returns the positions of each; a game always
// has the same seed.
func (t *trainer) play(ctx context.Context, games int) [][]sample {
	parts := make([][]sample, games)
	how, _ := t.plan()
	_ = parallel.Do(ctx, t.Workers, games, func(_ context.Context, numbers iter.Seq[int]) error { // the caller looks at the context
		for i := range numbers {
			table := (t.games + i) % len(t.tables)
			s := newTeacher(t.tables[table], t.mean, how)
			parts[i] = s.lesson(bot.NewRand(bot.Mix(t.Seed, uint64(t.games+i))), table)
		}
		return nil
	})
	return parts
}

// study learns from new positions and from those of the last rounds.
func (t *trainer) study(fresh []sample) {
	for _, s := range fresh {
		if len(t.samples) < keep {
			t.samples = append(t.samples, s)
			continue
		}
		t.samples[t.next] = s
		t.next = (t.next + 1) % keep
	}
	// The steps become smaller like a cosine.
	how, done := t.plan()
	rate := float32(how.end + (how.begin-how.end)*(1+math.Cos(math.Pi*done))/2)
	rand := bot.NewRand(bot.Mix(t.Seed, uint64(t.games)+1<<41))
	steps, loss := (len(fresh)*how.reuse+batch-1)/batch, 0.0
	for range steps {
		loss += t.learn(&rand, rate)
	}
	t.loss = loss / float64(max(1, steps))
}

// learn makes one step of Adam on a random batch. It returns the mean loss.
func (t *trainer) learn(rand *bot.Rand, rate float32) float64 {
	var pick [batch]int32
	for i := range pick {
		pick[i] = int32(rand.Intn(len(t.samples)))
	}
	var loss [shards]float64
	t.each(func(k int) {
		for _, i := range pick[k*batch/shards : (k+1)*batch/shards] {
			s := &t.samples[i]
			loss[k] += t.net.Backward(t.grads[k], t.eyes[k][s.table], &s.at, &s.target)
		}
	})
	t.step++
	const beta1, beta2, tiny = 0.9, 0.999, 1e-8
	fix1 := 1 / (1 - float32(math.Pow(beta1, float64(t.step))))
	fix2 := 1 / (1 - float32(math.Pow(beta2, float64(t.step))))
	stays := float32(min(averaging, float64(t.step)/float64(t.step+10)))
	size := len(t.net.Params())
	t.each(func(k int) {
		for i := k * size / shards; i < (k+1)*size/shards; i++ {
			g := float32(0)
			for _, n := range t.grads {
				g += n.Params()[i]
				n.Params()[i] = 0
			}
			if g == 0 && t.m[i] == 0 {
				t.mean.Params()[i] = stays*t.mean.Params()[i] + (1-stays)*t.net.Params()[i]
				continue
			}
			g /= batch
			t.m[i] = beta1*t.m[i] + (1-beta1)*g
			t.v[i] = beta2*t.v[i] + (1-beta2)*g*g
			t.net.Params()[i] -= rate * t.m[i] * fix1 / (float32(math.Sqrt(float64(t.v[i]*fix2))) + tiny)
			t.mean.Params()[i] = stays*t.mean.Params()[i] + (1-stays)*t.net.Params()[i]
		}
	})
	sum := 0.0
	for _, l := range loss {
		sum += l
	}
	return sum / batch
}

// each calls f for all shards.
func (t *trainer) each(f func(k int)) {
	_ = parallel.Do(context.Background(), t.Workers, shards, func(_ context.Context, numbers iter.Seq[int]) error { // no worker fails
		for k := range numbers {
			f(k)
		}
		return nil
	})
}

// A teacher plays games against itself and makes samples.
type teacher struct {
	rules parlour.Full[race.Position]
	eval  *racebot.NetEvaluator
	how   *plan
	fans  map[parlour.Dice][]part
	p     [4]race.Position // now, after the throw, after a move, after the move played
	moves []parlour.Move
	chain []link
	next  bot.Shares // scratch
	worth bot.Shares
}

// A part is a throw and its probability.
type part struct {
	throw parlour.Move
	p     float64
}

// A link is what a position before a throw was worth.
type link struct {
	at      race.Position
	mean    bot.Shares // over all throws
	after   bot.Shares // after the throw and move made
	trusted bool       // the move was the best one
	learned bool
}

func newTeacher(rules parlour.Full[race.Position], n *racebot.Net, how *plan) *teacher {
	return &teacher{rules: rules, how: how, eval: racebot.NewNetEvaluator(rules, n), fans: map[parlour.Dice][]part{}}
}

func (t *teacher) fan(d parlour.Dice) []part {
	f, ok := t.fans[d]
	if !ok {
		for m, w := range d.All() {
			f = append(f, part{m, float64(w) / float64(d.Weight())})
		}
		t.fans[d] = f
	}
	return f
}

// lesson plays a game. What a position is worth is known better afterwards: it is
// the result without the luck of the throws, which is what each throw brought
// compared with the mean over all throws.
func (t *teacher) lesson(rand bot.Rand, table int) (list []sample) {
	now := &t.p[0]
	*now = t.rules.Start()
	t.chain = t.chain[:0]
	settled := 0
	var out bot.Shares
	for range longest {
		if n := t.eval.Settled(now, &out); n > settled {
			list = t.conclude(list, table)
			settled = n
		}
		turn := t.rules.Turn(now)
		if turn.Seat == parlour.Nobody {
			return list
		}
		t.chain = append(t.chain, link{at: *now, trusted: true})
		l := &t.chain[len(t.chain)-1]
		fan := t.fan(turn.Dice)
		chosen := rand.Float64()
		taken := false
		for _, f := range fan {
			mine := !taken && chosen < f.p
			chosen -= f.p
			if !mine && !t.how.ahead {
				continue
			}
			t.p[1] = *now
			t.rules.Play(&t.p[1], f.throw)
			var best bot.Shares
			after := t.rules.Turn(&t.p[1])
			if after.Dice != 0 || after.Seat == parlour.Nobody { // a throw-off
				t.value(&t.p[1], settled)
				best = t.next
				if mine {
					t.p[3] = t.p[1]
				}
			} else {
				l.learned = true
				t.moves = t.rules.AppendMoves(&t.p[1], t.moves[:0])
				most := -1.0
				for _, m := range t.moves {
					t.p[2] = t.p[1]
					t.rules.Play(&t.p[2], m)
					t.value(&t.p[2], settled)
					if t.worth[after.Seat] > most {
						most, best = t.worth[after.Seat], t.next
						if mine {
							t.p[3] = t.p[2]
						}
					}
				}
				if mine && len(t.moves) > 1 && rand.Intn(explores) == 0 {
					t.p[3] = t.p[1]
					t.rules.Play(&t.p[3], t.moves[rand.Intn(len(t.moves))])
					l.trusted = false
				}
			}
			if mine {
				taken = true
				l.after = best
			}
			for s := range best {
				l.mean[s] += f.p * best[s]
			}
		}
		if !t.how.ahead {
			l.mean = l.after
		}
		if !taken { // rounding
			t.chain = t.chain[:len(t.chain)-1]
			continue
		}
		*now = t.p[3]
	}
	return list
}

// value fills in the chances to be home next and the shares.
func (t *teacher) value(p *race.Position, settled int) {
	if t.rules.Turn(p).Seat == parlour.Nobody {
		r := t.rules.Result(p)
		bot.Settle(&r, &t.worth)
		t.eval.Settled(p, &t.next)
		return
	}
	t.eval.Evaluate(p, &t.next, &t.worth)
	var out bot.Shares
	if t.eval.Settled(p, &out) > settled {
		t.next = out
	}
}

// conclude makes samples of the links up to a decision.
func (t *teacher) conclude(list []sample, table int) []sample {
	var later bot.Shares // what came after, less what was expected
	for i := len(t.chain) - 1; i >= 0; i-- {
		l := &t.chain[i]
		target := l.mean
		if l.trusted {
			for s := range target {
				target[s] += t.how.lambda * later[s]
			}
		}
		if l.learned {
			s := sample{at: l.at, table: table}
			for k := range s.target {
				s.target[k] = float32(target[k])
			}
			list = append(list, s)
		}
		if i > 0 {
			for s := range later {
				later[s] = target[s] - t.chain[i-1].after[s]
			}
		}
	}
	t.chain = t.chain[:0]
	return list
}

// state is what is kept in the file.
type state struct {
	Game            string
	Seed            uint64
	Games, Step     int
	Spent           time.Duration
	Net, Mean, M, V []float32
}

// resume reads the state, if there is one. The positions to learn from are not in
// it.
func (t *trainer) resume() error {
	var s state
	if found, err := bot.LoadTraining(t.State, &s); !found {
		return err
	}
	if s.Game != t.Game {
		return fmt.Errorf("%s is a course of %s, not of %s", t.State, s.Game, t.Game)
	}
	if !bot.Refill([2][]float32{t.net.Params(), s.Net}, [2][]float32{t.mean.Params(), s.Mean}, [2][]float32{t.m, s.M}, [2][]float32{t.v, s.V}) {
		return fmt.Errorf("%s has another net than this program needs", t.State)
	}
	t.Seed, t.games, t.step, t.before = s.Seed, s.Games, s.Step, s.Spent
	return nil
}

// save writes the net, and the state if it has a file.
func (t *trainer) save() error {
	data, err := t.mean.AppendBinary(nil)
	if err != nil {
		return err
	}
	if err := files.WriteFile(t.Out, data, 0o644); err != nil {
		return err
	}
	return bot.SaveTraining(t.State, &state{t.Game, t.Seed, t.games, t.step, t.spent(), t.net.Params(), t.mean.Params(), t.m, t.v})
}
