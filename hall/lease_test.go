package hall_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/internal/wait"
	"parlour/table"
)

// TestLease cuts off the node that plays the bots: another takes over. When
// the first node can write again, its outdated decisions are refused. In virtual time
// the bots do not finish their game before a slow test looks.
func TestLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t)
		c.tune = func(f *hall.Config) {
			f.Lease, f.Poll, f.BotDelay = 300*time.Millisecond, 50*time.Millisecond, 5*time.Millisecond
		}
		one, d := c.node()
		a := one.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Bots: []string{"first", "first"}}, 0)
		_, leave := one.hall.Watch(a.id)
		defer leave()
		wait.For(t, "the bots to start", func() bool { return len(c.gapless(a.id)) > 5 })
		two, _ := c.node()
		b := a.at(two)
		b.view()
		d.shut.Store(true)
		seq := b.view().Seq
		v := b.await("another node to take over", func(v table.View) bool { return v.Seq > seq+5 })
		d.shut.Store(false)
		wait.For(t, "the first node to follow", func() bool {
			w, err := a.table().View(context.Background(), a.token)
			return err == nil && w.Seq > v.Seq+5
		})
		c.gapless(a.id)
	})
}

// TestOneDrives checks that only one node plays the bots while all nodes are
// healthy.
func TestOneDrives(t *testing.T) {
	c := newCluster(t)
	one, _ := c.node()
	two, _ := c.node()
	a := one.create(table.Terms{Game: "auto-race", Bots: []string{"", "first", "first", "first"}}, 1)
	people := []*person{a, a.at(two)}
	for n := range 60 {
		p := people[n%2]
		if v := p.await("my turn", func(v table.View) bool { return v.Turn == "G" || v.Status == table.Over }); v.Status == table.Over {
			break
		}
		play(p)
	}
	c.gapless(a.id)
	if n := one.hall.Figures().Leases + two.hall.Figures().Leases; n != 1 {
		t.Errorf("%d nodes hold the lease of one table", n)
	}
	if f := two.hall.Figures(); f.Conflicts > f.Appends {
		t.Errorf("the second node lost %d races and won %d", f.Conflicts, f.Appends)
	}
}

// TestBotsResume checks that bots resume after a restart although nobody opens the
// table, on a single server and at another node.
func TestBotsResume(t *testing.T) {
	terms := table.Terms{Game: "checkers", Bots: []string{"", "first"}}
	grow := func(t *testing.T, store hall.Store, id string) {
		t.Helper()
		wait.For(t, "the bots to resume", func() bool {
			events, err := store.Load(context.Background(), id, 0)
			return err == nil && len(events) == 4 // created, sat down, a move and its answer
		})
	}
	t.Run("alone", func(t *testing.T) {
		r := newRoom(t)
		r.delay = time.Hour
		r.restart()
		a := r.create(terms, 1)
		a.do(table.Action{Kind: table.Move, Move: "11-15"})
		r.delay = 0
		r.clock.add(time.Minute)
		r.restart()
		grow(t, r.store, a.id)
	})
	t.Run("another node", func(t *testing.T) {
		c := newCluster(t)
		c.tune = func(f *hall.Config) { f.BotDelay = time.Hour }
		one, d := c.node()
		a := one.create(terms, 1)
		a.do(table.Action{Kind: table.Move, Move: "11-15"})
		d.shut.Store(true)
		c.tune = func(f *hall.Config) { f.Beat, f.Poll = 20*time.Millisecond, 20*time.Millisecond }
		if err := c.store.Release(context.Background(), one.hall.Node, []string{a.id}); err != nil { // as if the lease had run out
			t.Fatal(err)
		}
		c.clock.add(time.Minute)
		c.node()
		grow(t, &c.store, a.id)
	})
}

// TestDice throws at a node without the lease while the holder is cut off: the
// throwing node makes the chain that it needs.
func TestDice(t *testing.T) {
	c := newCluster(t)
	one, d := c.node()
	two, _ := c.node()
	a := one.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, 1)
	if ok, err := c.store.Lease(context.Background(), a.id, one.hall.Node, time.Hour); !ok || err != nil {
		t.Fatal(ok, err)
	}
	d.shut.Store(true)
	b := a.at(two)
	b.do(table.Action{Kind: table.Sit, Chair: 2})
	if n := c.count(a.id, table.Server); n != 0 {
		t.Fatalf("%d chains without the holder of the lease", n)
	}
	for c.count(a.id, table.Throw) < 20 && play(b) {
	}
	if n := c.count(a.id, table.Server); n != 1 {
		t.Errorf("%d chains, want 1", n)
	}
	checkDice(t, b.events())
}
