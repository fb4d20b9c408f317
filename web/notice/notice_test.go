package notice

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlour/hall"
	"parlour/hall/storetest"
)

// Many change what is kept at once from two nodes, and no change gets lost.
func TestChange(t *testing.T) {
	store := &storetest.Memory{}
	nodes := []*Notices{New(Config{Vault: store}), New(Config{Vault: store})}
	const many = 24
	done := make(chan error, many)
	for i := range many {
		go func() { done <- nodes[i%2].follow(t.Context(), fmt.Sprint("feed", i%3), fmt.Sprint("table", i), 1) }()
	}
	for range many {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	var all []string
	for i := range 3 {
		b, err := nodes[0].followed(t.Context(), fmt.Sprint("feed", i))
		if err != nil {
			t.Fatal(err)
		}
		for id := range b {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	if len(slices.Compact(all)) != many {
		t.Errorf("kept are %v", all)
	}
}

// The turns of a quick game take one place in the queue, with the newest turn.
func TestQuickTable(t *testing.T) {
	n := New(Config{Log: slog.New(slog.DiscardHandler)})
	for i := range int64(3 * queueSize) {
		n.turned("quick", hall.Awaited{Person: 1, Turn: i})
	}
	n.turned("slow", hall.Awaited{Person: 2, Turn: 1})
	if got, ok := n.begun["slow"]; !ok || got.turn != 1 || len(n.queue) != 2 {
		t.Errorf("%d tables wait, the slow one with %+v", len(n.queue), got)
	}
	if got := n.begun["quick"].turn; got != 3*queueSize-1 {
		t.Errorf("of the quick table turn %d waits", got)
	}
}

// A turn waits until other nodes have said who listens there. Turns that follow
// each other quickly wait as one.
func TestDelayedTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first, second := turn{table: "x", turn: 1}, turn{table: "x", turn: 2}
		n := New(Config{Delay: time.Minute})
		n.delayed["x"] = first
		begun := time.Now()
		go func() {
			time.Sleep(40 * time.Second)
			n.later(second)
		}()
		if got := n.await(first); got != second || time.Since(begun) != 2*time.Minute || len(n.delayed) != 0 {
			t.Errorf("turn %d is told after %v, %d wait", got.turn, time.Since(begun), len(n.delayed))
		}
	})
}

// Without a vault there are neither notices nor feeds.
func TestOff(t *testing.T) {
	n := New(Config{})
	if _, err := n.Key(); err != ErrOff {
		t.Errorf("key: %v", err)
	}
	if _, err := n.Follow(context.Background(), "token", "table", 1); err != ErrOff {
		t.Errorf("feed: %v", err)
	}
	if _, err := n.Feed(context.Background(), "en", "Parlour: your turn", feedSecret("token"), ""); err != ErrNoFeed {
		t.Errorf("reading a feed: %v", err)
	}
}
