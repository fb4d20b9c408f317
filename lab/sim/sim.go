package sim

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"parlour"
	"parlour/bot"
)

// DefaultMaxMoves is the number of moves after which a game is abandoned, unless
// Config says otherwise.
const DefaultMaxMoves = 1_000_000

// A Config says what to play.
type Config struct {
	Games    int
	First    int // number of the first game; above 0 for a later part of a run
	Seed     uint64
	Workers  int            // goroutines; 0 for one for each processor
	MaxMoves int            // moves after which a game is abandoned; 0 for DefaultMaxMoves
	Opening  int            // random moves before the bots begin, so that games without chance differ
	Quick    bool           // do not count captures and passes, which takes time
	Single   bool           // play one game after another, even where many can be played together
	Progress func(done int) // called from time to time and at the end, from one goroutine at a time

	// Played, if not nil, is called with the throws and moves of every game, which
	// it must not keep, and the number of the game. Several goroutines may call it
	// at the same time. Games are then played one after another.
	Played func(game int, moves []parlour.Move)
}

// Run plays games from the start position of the rules. Bots holds the player of
// each seat; seats without one play at random. If ctx ends, Run returns the
// statistics so far with the error.
func Run[P comparable](ctx context.Context, rules parlour.Full[P], c Config, bots ...bot.Maker[P]) (*Stats, error) {
	return RunFrom(ctx, rules, rules.Start(), c, bots...)
}

// RunFrom is Run from a position of the rules.
func RunFrom[P comparable](ctx context.Context, rules parlour.Full[P], start P, c Config, bots ...bot.Maker[P]) (*Stats, error) {
	return RunTogether(ctx, rules, start, c, nil, bots...)
}

// RunTogether is RunFrom with a way to play many games at the same time, which
// may be nil. It is taken where it applies, and does not change the statistics.
func RunTogether[P comparable](ctx context.Context, rules parlour.Full[P], start P, c Config, lockstep LockstepMaker[P], bots ...bot.Maker[P]) (*Stats, error) {
	if c.Games < 0 || c.First < 0 {
		return nil, errors.New("the number of games is negative")
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.MaxMoves <= 0 {
		c.MaxMoves = DefaultMaxMoves
	}
	c.Workers = max(1, min(c.Workers, c.Games))
	if c.Single || c.Played != nil || c.Games < few*c.Workers {
		lockstep = nil
	}
	r := run{Config: c, ctx: ctx, total: NewStats()}
	defer context.AfterFunc(ctx, func() { r.stop.Store(true) })()
	var wg sync.WaitGroup
	for range c.Workers {
		wg.Go(func() {
			t, err := newTable(rules, start, &r.Config, bots)
			if err != nil {
				r.leave(nil, err)
				return
			}
			if many := t.together(&r.Config, lockstep); many != nil {
				t.playTogether(&r, many)
			} else {
				t.playAll(&r)
			}
			r.leave(t.stats.stats(), nil)
		})
	}
	wg.Wait()
	if r.bad != nil {
		return nil, r.bad
	}
	r.tell(true)
	return r.total, ctx.Err()
}

// A run is what the workers of one run share.
type run struct {
	Config
	ctx  context.Context
	next atomic.Int64 // number of the next game
	done atomic.Int64
	stop atomic.Bool // as soon as ctx has ended

	mu    sync.Mutex // guards the rest
	told  int
	bad   error
	total *Stats
}

// take returns the numbers of the next games, at most n. It reports false if none
// are left, or if the run is to end.
func (r *run) take(n int) (from, to int, ok bool) {
	if r.ctx.Err() != nil {
		return 0, 0, false
	}
	from = int(r.next.Add(int64(n))) - n
	return from, min(from+n, r.Games), from < r.Games
}

// seed returns the seed of a game.
func (r *run) seed(game int) uint64 { return bot.Mix(r.Seed, uint64(r.First+game)) }

// tell reports the progress; unless forced only if nobody else is doing it.
func (r *run) tell(force bool) {
	if r.Progress == nil || !force && !r.mu.TryLock() {
		return
	}
	if force {
		r.mu.Lock()
	}
	if n := int(r.done.Load()); n > r.told || force && r.told == 0 {
		r.told = n
		r.Progress(n)
	}
	r.mu.Unlock()
}

// leave adds the statistics of a worker, or its error.
func (r *run) leave(s *Stats, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.bad = err
		return
	}
	r.total.Add(s)
}

// chunk is how many games a worker takes at a time, so that short games do not
// wait for each other.
const chunk = 8

// playAll plays one game after another until none is left.
func (t *table[P]) playAll(r *run) {
	for {
		from, to, ok := r.take(chunk)
		if !ok {
			return
		}
		for g := from; g < to && r.ctx.Err() == nil; g++ {
			if t.game(r, g) {
				r.done.Add(1)
			}
		}
		r.tell(false)
	}
}

// A table plays one game after another.
type table[P comparable] struct {
	rules   parlour.Full[P]
	start   P
	p       []P // the position, in a slice because a local one would escape
	max     int
	open    int // opening moves
	advance parlour.Advancer[P]
	count   parlour.Counter[P] // nil if captures are not counted
	pass    parlour.Passer[P]  // nil if passes are not counted
	sides   parlour.Sides[P]   // nil if every seat is its own side
	moves   []parlour.Move
	bots    [parlour.MaxSeats]bot.Bot[P] // nil plays at random
	turns   turns
	stats   counts
	keep    bool // the throws and moves of a game, in played
	played  []parlour.Move
}

func newTable[P comparable](rules parlour.Full[P], start P, c *Config, makers []bot.Maker[P]) (*table[P], error) {
	t := &table[P]{rules: rules, start: start, p: make([]P, 1), moves: make([]parlour.Move, 0, 256), max: c.MaxMoves, open: c.Opening, keep: c.Played != nil, stats: counts{Stats: *NewStats()}}
	t.sides, _ = rules.(parlour.Sides[P])
	if t.advance, _ = rules.(parlour.Advancer[P]); t.advance == nil {
		t.advance = stepwise[P]{rules}
	}
	if !c.Quick {
		t.count, _ = rules.(parlour.Counter[P])
		t.pass, _ = rules.(parlour.Passer[P])
	}
	for s, mk := range makers {
		if mk == nil || s >= len(t.bots) {
			continue
		}
		if t.bots[s] = mk(rules); t.bots[s] == nil {
			return nil, errors.New("a bot cannot play this game")
		}
	}
	return t, nil
}

// A Tally is the counts of one game.
type Tally struct {
	Throws, Moves, Turns      int
	Captures, Passes, Choices int
	Order                     [parlour.MaxSeats]parlour.Seat // seats by their first turn
	Ordered                   int                            // number of seats known so far
}

// game plays one game and adds it to the statistics. It reports false if the run
// ends before the game does.
func (t *table[P]) game(r *run, number int) bool {
	seed := r.seed(number)
	for s, b := range t.bots {
		if b != nil {
			b.Seed(bot.Mix(seed, uint64(s)+1))
		}
	}
	rand := bot.NewRand(seed)
	t.p[0] = t.start
	t.played = t.played[:0]
	var n Tally
	t.play(&rand, &n, &r.stop)
	if r.stop.Load() && n.Moves < t.max && t.rules.Turn(&t.p[0]).Seat != parlour.Nobody {
		return false
	}
	t.add(&t.p[0], &n)
	if t.keep {
		r.Played(r.First+number, t.played)
	}
	return true
}

// add adds a game to the statistics.
func (t *table[P]) add(end *P, n *Tally) {
	res := t.rules.Result(end)
	t.stats.game(&res, t.winners(end, &res), n)
}

// winners returns the number of sides that share first place.
func (t *table[P]) winners(end *P, res *parlour.Result) (n int) {
	var known [parlour.MaxSeats]bool
	for s, place := range res.Place {
		if place != 1 {
			continue
		}
		side := parlour.Seat(s)
		if t.sides != nil {
			side = t.sides.Side(end, side)
		}
		if side < 0 || known[side] {
			continue
		}
		known[side] = true
		n++
	}
	return max(n, 1)
}

// play is the inner loop. It ends early if stop is set.
func (t *table[P]) play(rand *bot.Rand, n *Tally, stop *atomic.Bool) {
	p, moves, c := &t.p[0], t.moves[:0], &t.turns
	*c = turns{last: parlour.Nobody}
	turn := t.rules.Turn(p)
	if turn.Dice == 0 && turn.Seat != parlour.Nobody {
		moves = t.rules.AppendMoves(p, moves)
	}
	for n.Moves < t.max && turn.Seat != parlour.Nobody && !stop.Load() {
		if d := turn.Dice; d != 0 {
			n.Throws++
			c.thrown, c.dicey = true, c.dicey || d.Ballots() == 0
			m := d.Nth(rand.Intn(d.Weight()))
			if t.keep {
				t.played = append(t.played, m)
			}
			turn, moves = t.advance.Advance(p, m, moves[:0])
			continue
		}
		s := turn.Seat & (parlour.MaxSeats - 1)
		m := moves[0]
		if len(moves) > 1 {
			n.Choices++
			if b := t.bots[s]; b != nil && n.Moves >= t.open {
				m = b.Choose(p, moves)
			} else {
				m = moves[rand.Intn(len(moves))]
			}
		} else if t.pass != nil && t.pass.Passes(p, m) {
			n.Passes++
		}
		if s != c.last && (c.thrown || !c.dicey) {
			c.begin(s, n)
		}
		if t.count != nil {
			n.Captures += t.count.Captured(p, m)
		}
		c.thrown = false
		n.Moves++
		if t.keep {
			t.played = append(t.played, m)
		}
		turn, moves = t.advance.Advance(p, m, moves[:0])
	}
	t.moves = moves
}

// turns counts the turns of a game. A turn lasts from a player's first throw to
// the first throw of the next player. Answers of others in between do not start
// a turn.
type turns struct {
	last   parlour.Seat // seat whose turn is being counted
	thrown bool         // since the last move
	dicey  bool         // the game has dice
	seen   [parlour.MaxSeats]bool
}

// begin counts a turn of s.
func (c *turns) begin(s parlour.Seat, n *Tally) {
	c.last = s
	n.Turns++
	if !c.seen[s] {
		c.seen[s] = true
		n.Order[n.Ordered] = s
		n.Ordered++
	}
}

// stepwise makes an Advancer from rules that are none.
type stepwise[P comparable] struct{ parlour.Full[P] }

func (r stepwise[P]) Advance(p *P, m parlour.Move, dst []parlour.Move) (parlour.Turn, []parlour.Move) {
	r.Play(p, m)
	turn := r.Turn(p)
	if turn.Dice == 0 && turn.Seat != parlour.Nobody {
		dst = r.AppendMoves(p, dst)
	}
	return turn, dst
}
