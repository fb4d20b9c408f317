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
	Progress func(done int) // called from time to time and at the end, from one goroutine at a time
}

// Run plays games from the start position of the rules. Bots holds the player of
// each seat; seats without one play at random. If ctx ends, Run returns the
// statistics so far with the error.
func Run[P comparable](ctx context.Context, rules parlour.Full[P], c Config, bots ...bot.Maker[P]) (*Stats, error) {
	return RunFrom(ctx, rules, rules.Start(), c, bots...)
}

// RunFrom is Run from a position of the rules.
func RunFrom[P comparable](ctx context.Context, rules parlour.Full[P], start P, c Config, bots ...bot.Maker[P]) (*Stats, error) {
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

	var (
		next  atomic.Int64 // number of the next game
		done  atomic.Int64
		wg    sync.WaitGroup
		mu    sync.Mutex // guards total, told and bad
		told  int
		bad   error
		total = NewStats()
	)
	tell := func(force bool) {
		if c.Progress == nil || !force && !mu.TryLock() {
			return
		}
		if force {
			mu.Lock()
		}
		if n := int(done.Load()); n > told || force && told == 0 {
			told = n
			c.Progress(n)
		}
		mu.Unlock()
	}
	for range c.Workers {
		wg.Go(func() {
			w, err := newTable(rules, start, &c, bots)
			if err == nil {
				for ctx.Err() == nil {
					// Take a few at a time, so that short games do not wait for the lock.
					const batch = 8
					from := int(next.Add(batch)) - batch
					if from >= c.Games {
						break
					}
					for g := from; g < min(from+batch, c.Games) && ctx.Err() == nil; g++ {
						w.game(bot.Mix(c.Seed, uint64(c.First+g)))
						done.Add(1)
					}
					tell(false)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				bad = err
				return
			}
			total.Add(&w.stats)
		})
	}
	wg.Wait()
	if bad != nil {
		return nil, bad
	}
	tell(true)
	return total, ctx.Err()
}

// A table plays one game after another.
type table[P comparable] struct {
	rules parlour.Full[P]
	start P
	p     []P // the position, in a slice because a local one would escape
	max   int
	open  int                // opening moves
	count parlour.Counter[P] // nil if captures are not counted
	pass  bool               // count passes
	sides parlour.Sides[P]   // nil if every seat is its own side
	moves []parlour.Move
	text  []byte
	bots  [parlour.MaxSeats]bot.Bot[P] // nil plays at random
	stats Stats
}

func newTable[P comparable](rules parlour.Full[P], start P, c *Config, makers []bot.Maker[P]) (*table[P], error) {
	t := &table[P]{rules: rules, start: start, p: make([]P, 1), moves: make([]parlour.Move, 0, 256), max: c.MaxMoves, open: c.Opening, stats: *NewStats()}
	t.sides, _ = rules.(parlour.Sides[P])
	if !c.Quick {
		t.count, _ = rules.(parlour.Counter[P])
		t.pass = true
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

// A tally is the counts of one game.
type tally struct {
	throws, moves, turns      int
	captures, passes, choices int
	order                     [parlour.MaxSeats]parlour.Seat // seats by their first turn
	ordered                   int                            // number of seats known so far
}

// game plays one game and adds it to the statistics.
func (t *table[P]) game(seed uint64) {
	for s, b := range t.bots {
		if b != nil {
			b.Seed(bot.Mix(seed, uint64(s)+1))
		}
	}
	rand := bot.NewRand(seed)
	t.p[0] = t.start
	var n tally
	t.play(&rand, &n)
	res := t.rules.Result(&t.p[0])
	t.stats.game(&res, t.winners(&res), &n)
}

// winners returns the number of sides that share first place.
func (t *table[P]) winners(res *parlour.Result) (n int) {
	var known [parlour.MaxSeats]bool
	for s, place := range res.Place {
		if place != 1 {
			continue
		}
		side := parlour.Seat(s)
		if t.sides != nil {
			side = t.sides.Side(&t.p[0], side)
		}
		if side < 0 || known[side] {
			continue
		}
		known[side] = true
		n++
	}
	return max(n, 1)
}

// play is the inner loop.
func (t *table[P]) play(rand *bot.Rand, n *tally) {
	rules, p, moves := t.rules, &t.p[0], t.moves
	last := parlour.Nobody // seat whose turn is being counted
	thrown, dicey := false, false
	var seen [parlour.MaxSeats]bool
	for n.moves < t.max {
		turn := rules.Turn(p)
		if d := turn.Dice; d != 0 {
			rules.Play(p, d.Nth(rand.Intn(d.Weight())))
			n.throws++
			thrown, dicey = true, dicey || d.Ballots() == 0
			continue
		}
		s := turn.Seat
		if s == parlour.Nobody {
			break
		}
		moves = rules.AppendMoves(p, moves[:0])
		m := moves[0]
		if len(moves) > 1 {
			n.choices++
			if b := t.bots[s]; b != nil && n.moves >= t.open {
				m = b.Choose(p, moves)
			} else {
				m = moves[rand.Intn(len(moves))]
			}
		} else if t.pass {
			t.text = rules.AppendMove(t.text[:0], p, m)
			if len(t.text) >= 4 && string(t.text[:4]) == "pass" {
				n.passes++
			}
		}
		// A turn lasts from a player's first throw to the first throw of the next
		// player. Answers of others in between do not start a turn.
		if s != last && (thrown || !dicey) {
			last = s
			n.turns++
			if !seen[s] {
				seen[s] = true
				n.order[n.ordered] = s
				n.ordered++
			}
		}
		if t.count != nil {
			n.captures += t.count.Captured(p, m)
		}
		thrown = false
		n.moves++
		rules.Play(p, m)
	}
	t.moves = moves
}
