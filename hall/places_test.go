package hall

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestPlaces lends one place to many tables: one has it at a time, a person's
// table comes before tables where only bots play, origins take turns, and the
// rest come in order of arrival.
func TestPlaces(t *testing.T) {
	p := &places{free: 1}
	quit := make(chan struct{})
	if !p.take(false, "", quit) {
		t.Fatal("a free place is not lent")
	}
	var mu sync.Mutex
	var order []string
	var wg sync.WaitGroup
	waiting := func() (n int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, l := range slices.Concat(p.people, p.bots) {
			n += len(l.waiting)
		}
		return n
	}
	wait := func(name string, person bool) {
		origin, _, _ := strings.Cut(name, " ")
		before := waiting()
		wg.Go(func() {
			if !p.take(person, origin, quit) {
				t.Error("no place")
			}
			mu.Lock()
			order = append(order, name)
			mu.Unlock()
			p.give()
		})
		for waiting() == before {
		}
	}
	wait("bots first", false)
	wait("bots second", false)
	wait("Ann first", true)
	wait("Ann second", true)
	wait("Ann third", true)
	wait("bots third", false)
	wait("Bob first", true)
	wait("Bob second", true)
	gone := make(chan struct{})
	close(gone)
	if p.take(true, "", gone) {
		t.Error("a table that has ended gets a place")
	}
	p.give()
	wg.Wait()
	if want := []string{"Ann first", "Bob first", "Ann second", "Bob second", "Ann third", "bots first", "bots second", "bots third"}; !slices.Equal(order, want) {
		t.Errorf("they came in the order %q, want %q", order, want)
	}
	if p.free != 1 || waiting() != 0 {
		t.Errorf("%d places are free at the end, %d wait", p.free, waiting())
	}
}

// A place that a table has is not spare.
func TestSpare(t *testing.T) {
	h := &Hall{places: &places{free: 3}}
	h.places.take(true, "", nil)
	if n := h.Spare(); n != 2 {
		t.Errorf("%d of 3 places are spare while a table has one, want 2", n)
	}
	h.places.give()
	if n := h.Spare(); n != 3 {
		t.Errorf("%d of 3 places are spare, want 3", n)
	}
}

// Origin returns in whose line the bots of a table think, for tests.
func Origin(t *Table) (origin string) {
	_ = t.ask(context.Background(), func() { origin = t.origin })
	return origin
}
