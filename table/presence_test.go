package table_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"parlour/inproc"
	"parlour/internal/wait"
	"parlour/table"
)

// A town is a bus on which nodes hear each other.
type town struct {
	inproc.Bus
	mu   sync.Mutex
	ears map[string][]chan []int
}

func (b *town) Cry(id string, people []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.ears[id] {
		select {
		case c <- people:
		default:
		}
	}
}

func (b *town) Hear(id string) (<-chan []int, func()) {
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

// TestPresence checks that who listens at one node is not away at another, and
// is when nothing was heard of them for a while.
func TestPresence(t *testing.T) {
	c := newCluster(t)
	bus := &town{}
	c.tune = func(f *table.Config) { f.Bus = bus }
	one, _ := c.node()
	two, _ := c.node()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	b := a.other().at(two)
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob", Nonce: "bbbb"})
	away := func() []int {
		t.Helper()
		list, err := b.table().Away(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	away() // from here on it counts
	c.clock.add(time.Minute)
	if got := away(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("nobody listens, but away are only %v", got)
	}
	gone, err := a.table().Here(context.Background(), a.token)
	if err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the other node to hear of it", func() bool { return slices.Equal(away(), []int{2}) })
	w, err := b.table().Awaited(context.Background())
	if err != nil || !w.Here {
		t.Errorf("who is awaited listens elsewhere: %+v, %v", w, err)
	}
	gone()
	c.clock.add(time.Minute)
	if got := away(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("nothing was heard for a minute, but away are only %v", got)
	}
}
