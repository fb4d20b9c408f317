package faults

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/internal/wait"
	"parlour/table"
)

// A strike damages a fleet; the returned function repairs it.
type strike struct {
	name   string
	hit    func(f *fleet, rng *rand.Rand) (mend func())
	deadly bool // play stops until it is repaired
}

// asleep is longer than a lease.
const asleep = 7 * time.Second

var strikes = []strike{
	{"a node is killed", func(f *fleet, rng *rand.Rand) func() {
		i := rng.IntN(len(f.nodes))
		f.nodes[i].kill()
		return func() { f.start(i) }
	}, false},
	{"connections are cut", func(f *fleet, rng *rand.Rand) func() {
		for range 3 {
			f.toStore.Cut()
			f.toBus.Cut()
			breathe(rng)
		}
		return func() {}
	}, true},
	{"NATS is killed", func(f *fleet, rng *rand.Rand) func() {
		f.nats.Kill()
		return f.nats.Start
	}, false},
	{"PostgreSQL is killed", func(f *fleet, rng *rand.Rand) func() {
		f.postgres.Kill(f.t)
		breathe(rng)
		return func() { f.postgres.Start(f.t) }
	}, true},
	{"a node sleeps", func(f *fleet, rng *rand.Rand) func() {
		i := rng.IntN(len(f.nodes))
		f.signal(i, syscall.SIGSTOP)
		begin := time.Now()
		return func() {
			time.Sleep(asleep - time.Since(begin))
			f.signal(i, syscall.SIGCONT)
		}
	}, false},
	{"a node is restarted", func(f *fleet, rng *rand.Rand) func() {
		i := rng.IntN(len(f.nodes))
		f.nodes[i].stop(f.t)
		return func() { f.start(i) }
	}, false},
}

// breathe waits for up to a second.
func breathe(rng *rand.Rand) { time.Sleep(time.Duration(rng.IntN(1000)) * time.Millisecond) }

// TestNodes plays on three nodes without a balancer: every request goes to a
// random one. Nodes, NATS and PostgreSQL are killed, a node sleeps longer than
// its leases and wakes up, connections are cut. Nothing acknowledged may be
// lost or duplicated, everybody sees every event once and in order, and all
// games continue.
func TestNodes(t *testing.T) {
	t.Parallel()
	rounds, tables := len(strikes), 6
	if soak() {
		rounds = 300
	}
	f := newFleet(t, 3)
	ctx, cancel := context.WithCancel(context.Background())
	var failed atomic.Bool
	fail := func(err error) { failed.Store(true); t.Error(err) }
	c := &crowd{at: &f.at, fail: fail, rest: 10 * time.Millisecond}
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	audience := &audience{at: &f.at, fail: fail, seen: map[string][]table.Event{}}
	c.opened = func(id string) { wg.Go(func() { audience.watch(ctx, id) }) }
	for i := range tables {
		wg.Go(func() { c.play(ctx, uint64(i), nodeTerms) })
	}
	wg.Go(func() {
		if err := f.bots(ctx, c); err != nil && ctx.Err() == nil {
			fail(err)
		}
	})
	lazy := &sleeper{at: &f.at}
	wg.Go(func() {
		if err := lazy.play(ctx); err != nil && ctx.Err() == nil {
			fail(err)
		}
	})

	wait.For(t, "all tables to be created", func() bool { return len(c.all()) > tables || failed.Load() })
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 10))
	before := map[string][]table.Event{}
	var slowest time.Duration
	for round := range rounds {
		s := strikes[round%len(strikes)]
		mend := s.hit(f, rng)
		for _, mended := range []bool{false, true} {
			if mended {
				mend()
			} else if s.deadly {
				continue
			}
			begin := time.Now()
			f.goesOn(c, &failed, fmt.Sprintf("round %d, %s, repaired: %t", round, s.name, mended))
			took := time.Since(begin)
			slowest = max(slowest, took)
			t.Logf("round %d, %s, repaired: %t: all games continued after %v", round, s.name, mended, took.Round(time.Millisecond))
		}
		// Whatever was acknowledged before must be in logs read from now on.
		var told []promise
		for _, h := range c.all() {
			done, _ := h.now()
			told = append(told, promise{h.table, done})
		}
		after := f.logs(before)
		for _, p := range told {
			if err := p.kept(after[p.table]); err != nil {
				t.Fatalf("round %d, %s: %v", round, s.name, err)
			}
		}
		for id := range before {
			if err := prefix(id, before[id], after[id]); err != nil {
				t.Fatalf("round %d, %s: %v", round, s.name, err)
			}
		}
		before = after
	}
	lazy.goesOn(t)
	cancel()
	wg.Wait()

	// At the end compare everybody's history with the log, and the log with
	// the rules.
	for _, p := range f.nodes {
		p.stop(t)
	}
	all := f.logs(nil)
	events, ops := 0, 0
	for _, h := range c.all() {
		log := all[h.table]
		ops += h.linear(t, log)
		if err := told(h, log); err != nil {
			t.Error(err)
		}
		if _, err := replayed(h.table, log); err != nil {
			t.Error(err)
		}
		if err := audience.saw(h.table, log); err != nil {
			t.Error(err)
		}
		events += len(log)
	}
	t.Logf("%d strikes: %d actions acknowledged, %d events in %d tables, none lost, a linearizable history of %d operations; %d times a clock ran out; all games continued after at most %v",
		rounds, c.acknowledged(), events, len(c.all()), ops, lazy.ups.Load(), slowest.Round(time.Millisecond))
}

// TestRolling restarts three nodes one after another while people play and
// watch, as a load balancer does it. Nothing is lost, everybody sees every event
// once, and it says how long somebody waited at most.
func TestRolling(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 0)
	f.drain = time.Second
	f.nodes = make([]*process, 3)
	for i := range f.nodes {
		f.start(i)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var failed atomic.Bool
	fail := func(err error) { failed.Store(true); t.Error(err) }
	c := &crowd{at: &f.at, fail: fail, rest: 10 * time.Millisecond}
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	audience := &audience{at: &f.at, fail: fail, seen: map[string][]table.Event{}}
	c.opened = func(id string) { wg.Go(func() { audience.watch(ctx, id) }) }
	const tables = 6
	for i := range tables {
		wg.Go(func() { c.play(ctx, uint64(i), nodeTerms) })
	}
	wait.For(t, "all tables to be created", func() bool { return len(c.all()) >= tables || failed.Load() })
	f.goesOn(c, &failed, "before")
	f.at.slowest.Store(0)
	for i := range f.nodes {
		f.stop(i)
		f.start(i)
		f.goesOn(c, &failed, fmt.Sprintf("node %d was restarted", i))
	}
	slowest := time.Duration(f.at.slowest.Load())
	cancel()
	wg.Wait()
	for _, p := range f.nodes {
		p.kill()
	}
	all := f.logs(nil)
	for _, h := range c.all() {
		log := all[h.table]
		h.linear(t, log)
		if err := told(h, log); err != nil {
			t.Error(err)
		}
		if err := audience.saw(h.table, log); err != nil {
			t.Error(err)
		}
	}
	t.Logf("three restarts: %d actions acknowledged in %d tables, none lost; nobody waited longer than %v", c.acknowledged(), len(c.all()), slowest.Round(time.Millisecond))
}

// nodeTerms are tables of all kinds, most of them with bots.
func nodeTerms(rng *rand.Rand) table.Terms {
	if rng.IntN(3) == 0 {
		return someTerms(rng)
	}
	all := []table.Terms{
		{Game: "mensch", Setup: parlour.Setup{Players: 4}, Bots: []string{"", "greedy", "greedy", "greedy"}},
		{Game: "backgammon", Bots: []string{"", "greedy"}},
		{Game: "checkers", Bots: []string{"", "greedy"}},
		{Game: "auto-race", Bots: []string{"", "greedy", "greedy", "greedy"}},
	}
	return all[rng.IntN(len(all))]
}

// bots makes bots play each other. People only watch: a table of bots pauses
// while nobody does.
func (f *fleet) bots(ctx context.Context, c *crowd) error {
	host := newClient(&f.at)
	for {
		var made struct{ Table string }
		a, err := host.insist(ctx, "POST", "/api/tables", map[string]any{
			"terms": table.Terms{Game: "backgammon", Bots: []string{"greedy", "greedy"}}, "name": "Ann", "key": hall.NewToken(),
		})
		if err == nil {
			err = a.into(http.StatusCreated, &made)
		}
		if err != nil {
			return err
		}
		c.note(made.Table)
		c.opened(made.Table)
		for over := false; !over; idle(ctx, 100*time.Millisecond) {
			list, err := f.store.List(ctx, hall.Query{Status: table.Over, Limit: 1 << 20})
			over = err == nil && slices.ContainsFunc(list, func(s hall.Summary) bool { return s.Table == made.Table })
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
}

// goesOn waits until every unfinished game has made progress.
func (f *fleet) goesOn(c *crowd, failed *atomic.Bool, when string) {
	f.t.Helper()
	status := func() map[string]hall.Summary {
		var list []hall.Summary
		wait.For(f.t, when+": the store", func() bool { // its pool may hold dead connections
			var err error
			list, err = f.store.List(context.Background(), hall.Query{Limit: 1 << 20})
			return err == nil
		})
		all := map[string]hall.Summary{}
		for _, s := range list {
			all[s.Table] = s
		}
		return all
	}
	then := status()
	var stuck []string
	defer func() {
		if f.t.Failed() {
			f.t.Log(strings.Join(stuck, "\n"))
		}
	}()
	// On a busy machine all may take long, so the limit is for the next one.
	for left := len(c.all()); left > 0; left = len(stuck) {
		wait.For(f.t, when+": all games to continue", func() bool {
			if failed.Load() {
				f.t.Fatal(when)
			}
			now := status()
			stuck = nil
			for _, h := range c.all() {
				if s := now[h.table]; s.Status != table.Over && s.Seq <= then[h.table].Seq+3 {
					done, pending := h.now()
					stuck = append(stuck, fmt.Sprintf("table %s is stuck at event %d: %+v; people have %d answers and wait for %v", h.table, s.Seq, s, len(done), pending))
				}
			}
			return len(stuck) < left
		})
	}
}

// A promise is what the people at one table had been told at some moment.
type promise struct {
	table string
	done  []entry
}

// kept checks that a log, which may have grown since, contains what was
// promised.
func (p promise) kept(events []table.Event) error {
	keys := map[string]int64{}
	for _, e := range events {
		keys[e.Key] = e.Seq
	}
	for _, x := range p.done {
		if seq := keys[x.action.Key]; seq != x.seq {
			return fmt.Errorf("table %s: %s was answered with event %d and is event %d of %d", p.table, x.action.Kind, x.seq, seq, len(events))
		}
	}
	return nil
}

// An audience watches tables, switching between nodes.
type audience struct {
	at   *address
	fail func(error)

	mu   sync.Mutex
	seen map[string][]table.Event
}

// quiet is how long a stream may be silent before a watcher tries another
// node: its node may be asleep.
const quiet = 3 * time.Second

// watch follows a table until the context ends. When a stream breaks or falls
// silent, it resumes at a random node.
func (a *audience) watch(ctx context.Context, id string) {
	w := newClient(a.at)
	last, ended := "", time.Now()
	for ctx.Err() == nil {
		listening, cancel := context.WithCancel(ctx)
		silence := time.AfterFunc(quiet, cancel)
		s, err := w.follow(listening, id, last)
		if err == nil {
			a.at.waited(ended)
		}
		for err == nil {
			var events []table.Event
			if events, err = s.next(); err == nil {
				silence.Reset(quiet)
				last = s.id
				err = a.add(id, events)
			}
		}
		silence.Stop()
		cancel()
		if s != nil {
			ended = time.Now()
			s.close()
		}
		var order *orderError
		if errors.As(err, &order) {
			a.fail(err)
			return
		}
		idle(ctx, 20*time.Millisecond)
	}
}

type orderError struct{ error }

// add records what was seen.
func (a *audience) add(id string, events []table.Event) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, e := range events {
		if want := int64(len(a.seen[id])) + 1; e.Seq != want {
			return &orderError{fmt.Errorf("table %s: a watcher saw event %d instead of %d", id, e.Seq, want)}
		}
		e.Table = id
		a.seen[id] = append(a.seen[id], e)
	}
	return nil
}

// saw checks that what was seen is a prefix of the log and follows the rules.
func (a *audience) saw(id string, log []table.Event) error {
	a.mu.Lock()
	seen := a.seen[id]
	a.mu.Unlock()
	if len(seen) > len(log) {
		return fmt.Errorf("table %s: a watcher saw %d events of %d", id, len(seen), len(log))
	}
	for i, e := range seen {
		if want := log[i].Public(); !reflect.DeepEqual(e, want) {
			return fmt.Errorf("table %s: a watcher saw\n%+v, the log has\n%+v", id, e, want)
		}
	}
	if len(seen) == 0 {
		return nil
	}
	_, err := replayed(id, seen)
	return err
}

// A sleeper plays against a bot and always lets the clock run out first.
type sleeper struct {
	at  *address
	ups atomic.Int64
}

func (s *sleeper) play(ctx context.Context) error {
	p := newClient(s.at)
	rng := rand.New(rand.NewPCG(5, 5))
	for ctx.Err() == nil {
		id, err := p.create(ctx, table.Terms{Game: "backgammon", Bots: []string{"", "greedy"}, Clock: table.Clock{Kind: table.MoveClock, Seconds: 5}})
		if err != nil {
			return err
		}
		for {
			v, err := p.view(ctx, id)
			if err != nil {
				return err
			}
			if v.Status == table.Over {
				break
			}
			if v.TimeUp == 0 {
				idle(ctx, 50*time.Millisecond)
				continue
			}
			s.ups.Add(1)
			if a, mine := choose(&v, rng); mine {
				if _, err := p.do(ctx, id, a); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// goesOn waits until a clock runs out again.
func (s *sleeper) goesOn(t *testing.T) {
	t.Helper()
	ups := s.ups.Load()
	wait.For(t, "a clock to run out", func() bool { return s.ups.Load() > ups })
}

// TestTwoReleases runs two releases side by side: a node does not touch a
// table to which a later release has written, and serves the others.
func TestTwoReleases(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 2)
	ctx := t.Context()
	p := newClient(&f.at)
	terms := table.Terms{Game: "checkers", Bots: []string{"", "greedy"}}
	later := must[string](t)(p.create(ctx, terms))
	known := must[string](t)(p.create(ctx, terms))
	log := must[[]table.Event](t)(f.store.Load(ctx, later, 0))
	last := log[len(log)-1]
	err := f.store.Append(ctx, hall.Batch{Table: later, After: last.Seq,
		Events:  []table.Event{{Table: later, Seq: last.Seq + 1, Schema: table.Schema + 1, At: last.At, Kind: "sing", Line: last.Line}},
		Summary: hall.Summary{Table: later, Game: "checkers", Status: table.Playing, Changed: last.At, Deadline: last.At, Seq: last.Seq + 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	deadline := time.Now().Add(wait.Limit)
	for v := (table.View{}); v.Seq < 8; idle(ctx, 20*time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the other table is stuck at event %d", v.Seq)
		}
		for _, path := range []string{"", "/actions"} {
			method, body := "GET", any(nil)
			if path != "" {
				method, body = "POST", table.Action{Kind: table.Emote, Text: "hello", Key: hall.NewToken(), Seq: last.Seq}
			}
			var a answer
			wait.For(t, "an answer", func() bool { // a busy node, or the one that it asks, may be too slow
				var err error
				a, err = p.ask(ctx, method, "/api/tables/"+later+path, body)
				return err == nil && a.status != http.StatusServiceUnavailable
			})
			if a.status != http.StatusNotImplemented {
				t.Errorf("%s %s: %d, want %d", method, path, a.status, http.StatusNotImplemented)
			}
		}
		v = must[table.View](t)(p.view(ctx, known))
		if a, mine := choose(&v, rng); mine {
			must[acted](t)(p.do(ctx, known, a))
		}
	}
	if n := len(must[[]table.Event](t)(f.store.Load(ctx, later, 0))); int64(n) != last.Seq+1 {
		t.Errorf("an old release wrote to the table: %d events, want %d", n, last.Seq+1)
	}
}
