package hall_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/hall"
	"parlour/internal/wait"
	"parlour/table"
)

// A town is a bus that tells nodes who is connected where.
type town struct {
	hall.Local
	mu   sync.Mutex
	cut  bool // no node hears another
	ears map[string][]chan []int
}

func (b *town) AnnouncePresence(id string, people []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cut {
		return
	}
	for _, c := range b.ears[id] {
		select {
		case c <- people:
		default:
		}
	}
}

func (b *town) SubscribePresence(id string) (<-chan []int, func()) {
	c := make(chan []int, 8)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ears == nil {
		b.ears = map[string][]chan []int{}
	}
	b.ears[id] = append(b.ears[id], c)
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.ears[id] = slices.DeleteFunc(b.ears[id], func(x chan []int) bool { return x == c })
	}
}

// TestPresence checks that a person connected to one node is not away at
// another, and is away when nothing was heard of them for a while.
func TestPresence(t *testing.T) {
	c := newCluster(t)
	bus := &town{}
	c.tune = func(f *hall.Config) { f.Bus = bus }
	one, _ := c.node()
	two, _ := c.node()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	b := a.other().at(two)
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	away := func() []int {
		t.Helper()
		list, err := b.table().Away(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return list.Absent
	}
	away() // the absence is counted from here
	c.clock.add(time.Minute)
	if got := away(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("nobody is connected, but only %v are away", got)
	}
	gone, err := a.table().Here(context.Background(), a.token)
	if err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the other node to hear of it", func() bool { return slices.Equal(away(), []int{2}) })
	w, err := b.table().Awaited(context.Background())
	if err != nil || !w.Here {
		t.Errorf("the player to move is connected elsewhere: %+v, %v", w, err)
	}
	gone()
	c.clock.add(time.Minute)
	if got := away(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("nothing was heard for a minute, but only %v are away", got)
	}
}

// TestPresenceWithoutBus cuts the bus: a person connected to one node is
// neither replaced by a bot nor succeeded as host at another, even much later.
// Once they have left, both happen.
func TestPresenceWithoutBus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t)
		bus := &town{cut: true}
		c.tune = func(f *hall.Config) { f.Bus, f.Beat = bus, time.Second }
		one, _ := c.node()
		two, _ := c.node()
		a := one.create(table.Terms{Game: "checkers"}, 1)
		b := a.other().at(two)
		b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
		gone, err := a.table().Here(context.Background(), a.token)
		if err != nil {
			t.Fatal(err)
		}
		pass := func(d time.Duration) {
			for ; d > 0; d -= time.Second {
				c.clock.add(time.Second)
				time.Sleep(time.Second)
				if _, err := a.table().Away(context.Background()); err != nil { // as streams do
					t.Fatal(err)
				}
			}
			synctest.Wait()
		}
		b.view() // the absence is counted from here
		for range 3 {
			pass(5 * time.Minute)
			if _, err := b.try(table.Action{Kind: table.StandIn, Chair: 1}); err == nil {
				t.Error("a bot replaced a person connected to another node")
			}
			if _, err := b.try(table.Action{Kind: table.HandOver}); err == nil {
				t.Error("a host connected to another node was succeeded")
			}
			if v := b.view(); v.Chairs[0].Away {
				t.Error("a person found in the store is shown as away")
			}
		}
		gone()
		pass(5 * time.Minute)
		b.do(table.Action{Kind: table.StandIn, Chair: 1})
		b.do(table.Action{Kind: table.HandOver})
		if v := b.view(); v.Chairs[0].Bot == "" || !v.You.Host {
			t.Errorf("a person who left was not replaced: %+v", v.Chairs)
		}
		one.hall.Close()
		two.hall.Close()
	})
}

// TestStandInLevel checks that nobody can choose how well a bot plays for
// somebody else.
func TestStandInLevel(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers", StandIn: "second"}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	b.view()
	r.clock.add(time.Hour)
	b.do(table.Action{Kind: table.StandIn, Chair: 1, Level: "first"})
	if got := b.view().Chairs[0].Bot; got != "second" {
		t.Errorf("the opponent's choice %q plays, want the table's", got)
	}
	b.do(table.Action{Kind: table.StandIn, Chair: 2, Level: "first"})
	if got := b.view().Chairs[1].Bot; got != "first" {
		t.Errorf("%q plays for the person who chose first", got)
	}
}
