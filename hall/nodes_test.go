package hall_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/table"
	"parlour/table/fair"
)

var errCut = errors.New("the connection was cut")

// A door is one node's connection to the store.
type door struct {
	*storetest.Memory
	shut    atomic.Bool  // nothing passes
	lost    atomic.Int32 // number of answers to appends that get lost
	refused atomic.Int64 // refused beats, and requests for the last beat
}

func (d *door) pass() error {
	if d.shut.Load() {
		return errCut
	}
	return nil
}

func (d *door) Append(ctx context.Context, b hall.Batch) error {
	if err := d.pass(); err != nil {
		return err
	}
	err := d.Memory.Append(ctx, b)
	if d.lost.Add(-1) >= 0 {
		return errCut
	}
	return err
}

func (d *door) Load(ctx context.Context, id string, since int64) ([]table.Event, error) {
	if err := d.pass(); err != nil {
		return nil, err
	}
	return d.Memory.Load(ctx, id, since)
}

func (d *door) Lease(ctx context.Context, id, node string, ttl time.Duration) (bool, error) {
	if err := d.pass(); err != nil {
		return false, err
	}
	return d.Memory.Lease(ctx, id, node, ttl)
}

func (d *door) Renew(ctx context.Context, node string, ids []string, ttl time.Duration) ([]string, error) {
	if err := d.pass(); err != nil {
		return nil, err
	}
	return d.Memory.Renew(ctx, node, ids, ttl)
}

func (d *door) Tips(ctx context.Context, ids []string) (map[string]int64, error) {
	if err := d.pass(); err != nil {
		return nil, err
	}
	return d.Memory.Tips(ctx, ids)
}

func (d *door) Beat(ctx context.Context, t time.Time) error {
	if err := d.pass(); err != nil {
		d.refused.Add(1)
		return err
	}
	return d.Memory.Beat(ctx, t)
}

func (d *door) Epoch(ctx context.Context) (int64, error) {
	if err := d.pass(); err != nil {
		return 0, err
	}
	return d.Memory.Epoch(ctx)
}

func (d *door) LastBeat(ctx context.Context) (time.Time, error) {
	if err := d.pass(); err != nil {
		d.refused.Add(1)
		return time.Time{}, err
	}
	return d.Memory.LastBeat(ctx)
}

// A cluster is several nodes with one store.
type cluster struct {
	t     *testing.T
	store storetest.Memory
	bus   *hall.Local // shared by all nodes, nil for none
	clock clock
	tune  func(*hall.Config)
}

func newCluster(t *testing.T) *cluster {
	c := &cluster{t: t, bus: &hall.Local{}}
	c.clock.t = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return c
}

// node starts a node, whose room has no file.
func (c *cluster) node() (*room, *door) {
	c.t.Helper()
	d := &door{Memory: &c.store}
	config := hall.Config{
		Store: d, Bus: c.bus, Shelf: newShelf(), Now: c.clock.now, Elapsed: c.clock.elapsed, House: table.House{Links: fair.MinLinks}, Beat: time.Hour,
		Lease: time.Hour, Poll: time.Hour, Log: slog.New(slog.DiscardHandler),
	}
	if c.bus == nil {
		config.Bus = &hall.Local{}
	}
	if c.tune != nil {
		c.tune(&config)
	}
	h, err := hall.New(context.Background(), config)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(h.Close)
	return &room{t: c.t, hall: h, store: d}, d
}

// at returns the same person at another node.
func (p *person) at(r *room) *person { return &person{r, p.token, p.id} }

// gapless checks that a log has every number and every key exactly once.
func (c *cluster) gapless(id string) []table.Event {
	c.t.Helper()
	events, err := c.store.Load(context.Background(), id, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	keys := map[string]int64{}
	for i, e := range events {
		if e.Seq != int64(i)+1 || i > 0 && e.At.Before(events[i-1].At) {
			c.t.Errorf("event %d at %v has number %d", i+1, e.At, e.Seq)
		}
		if e.Key != "" && keys[e.Key] != 0 {
			c.t.Errorf("events %d and %d have the same key", keys[e.Key], e.Seq)
		}
		keys[e.Key] = e.Seq
	}
	return events
}

func (c *cluster) count(id string, kind table.Kind) (n int) {
	for _, e := range c.gapless(id) {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// TestNodesFollow checks that events at one node reach the other: through the
// bus, without a bus by polling, and at the latest when somebody looks.
func TestNodesFollow(t *testing.T) {
	for name, tune := range map[string]func(*cluster){
		"bus":     func(*cluster) {},
		"compare": func(c *cluster) { c.bus, c.tune = nil, func(f *hall.Config) { f.Poll = 5 * time.Millisecond } },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCluster(t)
			tune(c)
			one, _ := c.node()
			two, _ := c.node()
			a := one.create(table.Terms{Game: "checkers", Chat: true}, 1)
			b := a.other().at(two)
			news, end := two.hall.Watch(a.id)
			defer end()
			b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
			a.do(table.Action{Kind: table.Move, Move: "11-15"})
			want := a.view().Seq
			for seq := range news {
				if seq == want {
					break
				}
			}
			events, err := b.table().Since(context.Background(), 0)
			if err != nil || int64(len(events)) != want {
				t.Errorf("the other node has %d events to send, want %d: %v", len(events), want, err)
			}
		})
	}
	t.Run("look", func(t *testing.T) {
		c := newCluster(t)
		c.bus = nil
		one, _ := c.node()
		two, _ := c.node()
		a := one.create(table.Terms{Game: "checkers"}, 1)
		b := a.at(two)
		for range 20 {
			c.clock.add(time.Minute)
			a.do(table.Action{Kind: table.Emote, Text: "hello"})
			if mine, theirs := a.view().Seq, b.view().Seq; mine != theirs {
				t.Fatalf("acted at event %d and saw event %d at the other node", mine, theirs)
			}
		}
	})
}

// TestNodesJudge has people act at nodes that have not heard of each other's
// events: an action is refused only on the latest state.
func TestNodesJudge(t *testing.T) {
	c := newCluster(t)
	c.bus = nil
	one, _ := c.node()
	two, _ := c.node()
	ctx := context.Background()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	b := a.other().at(two)
	do := func(p *person, act table.Action) table.Reply {
		t.Helper()
		if act.Key == "" {
			act.Key = key()
		}
		reply, err := p.table().Do(ctx, p.token, act)
		if err != nil {
			t.Fatalf("%+v: %v", act, err)
		}
		return reply
	}
	do(b, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	// The first node does not know that Bob sits down; until he does, nobody
	// may move.
	move := table.Action{Kind: table.Move, Move: "11-15", Key: key(), Seq: 3}
	seq := do(a, move).Seq
	// The second node does not know the move; when it is sent again, the key
	// identifies it.
	if again := do(a.at(two), move); again.Seq != seq {
		t.Errorf("sent again to another node: event %d, at first %d", again.Seq, seq)
	}
	// Bob's answer refers to the state that he knows, not to the node's.
	reply := do(b.at(one), table.Action{Kind: table.Move, Move: "22-18", Seq: seq})
	// An action meant for an earlier state is late everywhere, even at a node
	// that still has that state in memory.
	late := table.Action{Kind: table.Move, Move: "24-20", Key: key(), Seq: seq}
	if _, err := b.table().Do(ctx, b.token, late); !errors.Is(err, table.ErrLate) {
		t.Errorf("a late move: %v", err)
	}
	// Keys work the same at every node.
	if n := len(c.gapless(a.id)); int64(n) != reply.Seq {
		t.Errorf("%d events, the last acknowledged is %d", n, reply.Seq)
	}
}

// TestNodesRace has many people act at two nodes at once: every acknowledged
// event is stored exactly once.
func TestNodesRace(t *testing.T) {
	c := newCluster(t)
	one, _ := c.node()
	two, _ := c.node()
	a := one.create(table.Terms{Game: "checkers", Bots: []string{"", "first"}}, 1)
	rooms := []*room{one, two}
	var wg sync.WaitGroup
	var acked sync.Map
	const people, words = 6, 15
	for i := range people {
		wg.Go(func() {
			for n := range words {
				c.clock.add(time.Minute)
				act := table.Action{Kind: table.Emote, Text: "wow", Key: fmt.Sprintf("race-%d-%d", i, n)}
				tb, err := rooms[(i+n)%2].hall.Open(context.Background(), a.id)
				if err != nil {
					t.Error(err)
					return
				}
				reply, err := tb.Do(context.Background(), a.token, act)
				for errors.Is(err, hall.ErrBusy) {
					reply, err = tb.Do(context.Background(), a.token, act)
				}
				if err != nil {
					t.Error(err)
					return
				}
				acked.Store(act.Key, reply.Seq)
			}
		})
	}
	wg.Wait()
	found := 0
	for _, e := range c.gapless(a.id) {
		if seq, ok := acked.Load(e.Key); ok {
			if found++; seq != e.Seq {
				t.Errorf("%s was acknowledged as event %d and is event %d", e.Key, seq, e.Seq)
			}
		}
	}
	if found != people*words {
		t.Errorf("%d of %d acknowledged events are stored", found, people*words)
	}
}

// TestLostAnswer cuts the connection after an event was written: its key shows
// that it was.
func TestLostAnswer(t *testing.T) {
	c := newCluster(t)
	one, d := c.node()
	a := one.create(table.Terms{Game: "checkers", Bots: []string{"", ""}}, 1)
	d.lost.Store(1)
	act := table.Action{Kind: table.Emote, Text: "hello", Key: key(), Seq: 2}
	reply, err := a.table().Do(context.Background(), a.token, act)
	if err != nil || reply.Seq != 3 {
		t.Errorf("written, but the answer got lost: event %d, %v; want 3", reply.Seq, err)
	}
	d.shut.Store(true)
	act.Key = key()
	if _, err := a.table().Do(context.Background(), a.token, act); !errors.Is(err, hall.ErrBusy) {
		t.Errorf("without a store: %v, want busy", err)
	}
	if _, err := a.table().View(context.Background(), a.token); !errors.Is(err, hall.ErrBusy) {
		t.Errorf("reading without a store: %v, want busy", err)
	}
	d.shut.Store(false)
	if reply, err = a.table().Do(context.Background(), a.token, act); err != nil || reply.Seq != 4 {
		t.Errorf("with the store again: event %d, %v; want 4", reply.Seq, err)
	}
	c.gapless(a.id)
}

// TestLaterRelease has a later release write to a table: nodes that do not
// understand the event do not touch the table, even if they have it in memory.
func TestLaterRelease(t *testing.T) {
	for _, what := range []func(*table.Event){
		func(e *table.Event) { e.Schema = table.Schema + 1 },
		func(e *table.Event) { e.Kind = "sing" },
	} {
		c := newCluster(t)
		one, _ := c.node()
		two, _ := c.node()
		a := one.create(table.Terms{Game: "checkers", Bots: []string{"", "first"}}, 1)
		a.at(two).view()
		events := c.gapless(a.id)
		last := events[len(events)-1]
		e := table.Event{Table: a.id, Seq: last.Seq + 1, Schema: table.Schema, At: last.At, Kind: table.Move, Line: last.Line}
		what(&e)
		err := c.store.Append(context.Background(), hall.Batch{Table: a.id, After: last.Seq, Events: []table.Event{e}, Summary: hall.Summary{
			Table: a.id, Status: table.Playing, Deadline: c.clock.now(), Seq: e.Seq,
		}})
		if err != nil {
			t.Fatal(err)
		}
		fresh, _ := c.node()
		for i, r := range []*room{one, two, fresh} {
			tb, err := r.hall.Open(context.Background(), a.id)
			if err == nil {
				_, err = tb.Do(context.Background(), a.token, table.Action{Kind: table.Emote, Text: "hello", Key: key(), Seq: 2})
			}
			if !errors.Is(err, table.ErrNewer) {
				t.Errorf("node %d: %v, want newer", i, err)
			}
			if tb != nil {
				if _, err := tb.View(context.Background(), a.token); !errors.Is(err, table.ErrNewer) {
					t.Errorf("node %d shows it: %v, want newer", i, err)
				}
			}
		}
		if n := len(c.gapless(a.id)); int64(n) != e.Seq {
			t.Errorf("an old release has written after event %d: %d events", e.Seq, n)
		}
	}
}

// TestDeleted deletes a table at one node: the other drops it from memory.
func TestDeleted(t *testing.T) {
	c := newCluster(t)
	c.tune = func(f *hall.Config) { f.Poll = 5 * time.Millisecond }
	one, _ := c.node()
	two, _ := c.node()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	a.at(two).view()
	news, end := two.hall.Watch(a.id)
	defer end()
	if err := one.hall.Delete(context.Background(), a.id); err != nil {
		t.Fatal(err)
	}
	for seq := range news {
		if seq == 0 {
			break
		}
	}
	if n := two.hall.Len(); n != 0 {
		t.Errorf("%d tables are in memory", n)
	}
	if _, err := two.hall.Open(context.Background(), a.id); !errors.Is(err, hall.ErrNotFound) {
		t.Errorf("opening it: %v", err)
	}
}

// TestDeletedWhileOpened deletes a table while somebody opens it: it does not stay
// in memory, whether it was read before the store deleted it or is still being read.
func TestDeletedWhileOpened(t *testing.T) {
	for _, late := range []bool{false, true} {
		c := newCluster(t)
		read, deleted, opened := make(chan struct{}), make(chan struct{}), make(chan struct{})
		var deleting atomic.Bool
		var open func()
		c.store.Before = func(op string) error {
			if op == "Delete" {
				deleting.Store(true)
				go open()
				if <-read; !late {
					<-opened
				}
			}
			return nil
		}
		c.store.After = func(op string) error {
			switch {
			case op == "Load" && deleting.Swap(false):
				if close(read); late {
					<-deleted
				}
			case op == "Delete":
				close(deleted)
			}
			return nil
		}
		one, _ := c.node()
		a := one.create(table.Terms{Game: "checkers"}, 1)
		open = func() {
			defer close(opened)
			_, _ = one.hall.Open(context.Background(), a.id) // whatever it finds
		}
		if err := one.hall.Delete(context.Background(), a.id); err != nil {
			t.Fatal(err)
		}
		<-opened
		if _, err := one.hall.Open(context.Background(), a.id); !errors.Is(err, hall.ErrNotFound) {
			t.Errorf("late: %t: opening it: %v, %d tables in memory", late, err, one.hall.Len())
		}
	}
}

// TestImpatient cancels a request before the store has answered: the action is
// done all the same, and resending it returns the same event.
func TestImpatient(t *testing.T) {
	c := newCluster(t)
	var slow atomic.Bool
	held, passed := make(chan struct{}), make(chan struct{})
	c.store.Before = func(op string) error {
		if op == "Append" && slow.Swap(false) {
			close(held)
			<-passed
		}
		return nil
	}
	one, _ := c.node()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	tb := a.table()
	slow.Store(true)
	ctx, cancel := context.WithCancel(context.Background())
	act := table.Action{Kind: table.Emote, Text: "hello", Key: key(), Seq: 2}
	go func() {
		<-held
		cancel()
		close(passed)
	}()
	if reply, _, err := tb.DoAndView(ctx, a.token, act); err != nil || reply.Seq != 3 {
		t.Errorf("the canceled request got event %d, %v; want 3", reply.Seq, err)
	}
	reply, v, err := tb.DoAndView(context.Background(), a.token, act)
	if err != nil || reply.Seq != 3 || v.Seq != 3 {
		t.Errorf("sent again: event %d at %d, %v; want 3", reply.Seq, v.Seq, err)
	}
	c.gapless(a.id)
}
