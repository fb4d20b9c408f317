package hall_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/internal/wait"
	"parlour/table"
)

// TestOutage cuts all nodes off from their store: the running clock is held,
// once. A node that starts while others are up holds nothing.
func TestOutage(t *testing.T) {
	c := newCluster(t)
	c.tune = func(f *hall.Config) { f.Beat, f.Poll = 20*time.Millisecond, 20*time.Millisecond }
	one, d := c.node()
	two, e := c.node()
	a := one.create(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.MoveClock, Seconds: 60}}, 1)
	b := a.other().at(two)
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	left := func() time.Duration {
		v, err := b.table().View(context.Background(), b.token)
		if err != nil {
			return -1 // not yet
		}
		return v.Deadline.Sub(c.clock.now())
	}
	if l := left(); l != time.Minute {
		t.Fatalf("%v are left", l)
	}
	for range 3 {
		held := c.count(a.id, table.Held)
		for _, door := range []*door{d, e} {
			beats := door.refused.Load()
			door.shut.Store(true)
			wait.For(t, "a node to notice", func() bool { return door.refused.Load() > beats })
		}
		c.clock.add(time.Hour)
		e.shut.Store(false)
		wait.For(t, "the clock to be held", func() bool { return c.count(a.id, table.Held) > held && left() == time.Minute })
		d.shut.Store(false)
		wait.For(t, "the first node to act", func() bool {
			_, err := a.table().Do(context.Background(), a.token, table.Action{Kind: table.Emote, Text: "hello", Key: key()})
			return err == nil
		})
		third, _ := c.node()
		third.hall.Close()
		if n := c.count(a.id, table.Held); n != held+1 {
			t.Errorf("held %d times for one outage", n-held)
		}
	}
	if l := left(); l != time.Minute || c.count(a.id, table.TimeUp) != 0 {
		t.Errorf("%v are left after the outages", l)
	}
}

// TestAnotherStarts starts a node long after the last beat of a live one, with
// beats as far apart as allowed: no clock is held.
func TestAnotherStarts(t *testing.T) {
	c := newCluster(t)
	one, _ := c.node()
	a := one.create(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.DayClock, Days: 1}}, 1)
	a.do(table.Action{Kind: table.Sit, Chair: 2})
	c.clock.add(time.Hour) // between two beats
	two, _ := c.node()
	a.at(two).do(table.Action{Kind: table.Move, Move: "11-15"})
	if n := c.count(a.id, table.Held); n != 0 {
		t.Errorf("the clock was held %d times although a node was up", n)
	}
}

// TestActAfterOutage acts right after an outage at a node that has the table
// in memory: nobody is charged for the time when nobody could play.
func TestActAfterOutage(t *testing.T) {
	c := newCluster(t)
	one, d := c.node()
	a := one.create(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.FischerClock, Seconds: 60}}, 1)
	a.do(table.Action{Kind: table.Sit, Chair: 2})
	d.shut.Store(true)
	c.clock.add(5 * time.Hour)
	d.shut.Store(false)
	two, _ := c.node() // finds that no node was up
	a.at(two).do(table.Action{Kind: table.Move, Move: "11-15"})
	if l := a.at(two).view().Chairs[0].Left; l != 60 {
		t.Errorf("%v seconds are left, want 60", l)
	}
	if n := c.count(a.id, table.Held); n != 1 {
		t.Errorf("held %d times", n)
	}
}

// A patient is the store of a single server, which can fail.
type patient struct {
	hall.Store
	ill     atomic.Bool
	refused atomic.Int64 // refused beats
}

func (p *patient) Append(ctx context.Context, b hall.Batch) error {
	if p.ill.Load() {
		return errCut
	}
	return p.Store.Append(ctx, b)
}

func (p *patient) Beat(ctx context.Context, t time.Time) error {
	if p.ill.Load() {
		p.refused.Add(1)
		return errCut
	}
	return p.Store.Beat(ctx, t)
}

// TestOutageAlone makes the store of a single server fail for a while: nobody
// is charged for it, and the time is credited once.
func TestOutageAlone(t *testing.T) {
	r := newRoom(t)
	r.close()
	store, err := sqlite.Open(r.path)
	if err != nil {
		t.Fatal(err)
	}
	p := &patient{Store: store}
	r.store = p
	if r.hall, err = hall.New(context.Background(), hall.Config{
		Store: p, Bus: r.bus, Shelf: newShelf(), Now: r.clock.now, Elapsed: r.clock.elapsed, Beat: 10 * time.Millisecond, Log: slog.New(slog.DiscardHandler),
	}); err != nil {
		t.Fatal(err)
	}
	a := r.create(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.FischerClock, Seconds: 60}}, 1)
	a.do(table.Action{Kind: table.Sit, Chair: 2})
	p.ill.Store(true)
	act := table.Action{Kind: table.Move, Move: "11-15", Key: key(), Seq: 3}
	if _, err := a.table().Do(context.Background(), a.token, act); err == nil {
		t.Error("acknowledged by a failing store")
	}
	beats := p.refused.Load()
	wait.For(t, "the server to notice", func() bool { return p.refused.Load() > beats })
	r.clock.add(time.Hour)
	p.ill.Store(false)
	wait.For(t, "the move", func() bool {
		_, err := a.table().Do(context.Background(), a.token, act)
		return err == nil
	})
	if left := a.view().Chairs[0].Left; left != 60 {
		t.Errorf("%v seconds are left, want 60", left)
	}
	held := 0
	for _, e := range a.events() {
		if e.Kind == table.Held {
			held++
		}
	}
	if held != 1 {
		t.Errorf("held %d times", held)
	}
}

// A full is a store with room for a beat, but not for an action.
type full struct {
	hall.Store
	full  atomic.Bool
	leave atomic.Pointer[context.CancelFunc] // called while an action is written
}

func (f *full) Append(ctx context.Context, b hall.Batch) error {
	if f.full.Load() {
		return errCut
	}
	if leave := f.leave.Swap(nil); leave != nil {
		(*leave)()
		return ctx.Err()
	}
	return f.Store.Append(ctx, b)
}

// TestProbeRefused: a store that takes beats but no actions is not healthy. It
// is again once it takes one, or when nobody has tried for a while.
func TestProbeRefused(t *testing.T) {
	r := newRoom(t)
	r.close()
	var f *full
	r.begin = func() {
		store, err := sqlite.Open(r.path)
		if err != nil {
			t.Fatal(err)
		}
		f = &full{Store: store}
		r.store, r.bus = f, &hall.Local{}
		if r.hall, err = hall.New(t.Context(), hall.Config{
			Store: f, Bus: r.bus, Shelf: newShelf(), Now: r.clock.now, Elapsed: r.clock.elapsed, Beat: time.Hour, Log: slog.New(slog.DiscardHandler),
		}); err != nil {
			t.Fatal(err)
		}
	}
	r.open()
	ann := r.create(table.Terms{Game: "checkers", Chat: true}, 1)
	say := func() error {
		_, err := ann.try(table.Action{Kind: table.Chat, Text: "hello"})
		return err
	}
	healthy := func(want bool, when string) {
		t.Helper()
		if err := r.hall.Probe(t.Context()); (err == nil) != want {
			t.Errorf("%s, the probe says %v", when, err)
		}
	}
	if err := say(); err != nil {
		t.Fatal(err)
	}
	healthy(true, "while all is well")
	f.full.Store(true)
	if say() == nil {
		t.Fatal("a full store took an action")
	}
	healthy(false, "after a refusal")
	f.full.Store(false)
	if err := say(); err != nil {
		t.Fatal(err)
	}
	healthy(true, "after the store took an action")
	ctx, leave := context.WithCancel(t.Context())
	f.leave.Store(&leave)
	if _, err := ann.table().Do(ctx, ann.token, table.Action{Kind: table.Chat, Text: "gone", Key: key()}); err == nil {
		t.Error("an action was acknowledged though the store did not take it")
	}
	healthy(true, "after a client left")
	f.full.Store(true)
	if say() == nil {
		t.Fatal("a full store took an action")
	}
	r.clock.add(time.Minute)
	healthy(true, "when nobody has tried for a minute")
}
