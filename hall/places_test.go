package hall

import (
	"slices"
	"sync"
	"testing"
)

// TestPlaces lends one place to many tables: one has it at a time, a person's
// table comes before tables where only bots play, and the rest come in order
// of arrival.
func TestPlaces(t *testing.T) {
	p := &places{free: 1}
	quit := make(chan struct{})
	if !p.take(false, quit) {
		t.Fatal("a free place is not lent")
	}
	var mu sync.Mutex
	var order []string
	var wg sync.WaitGroup
	wait := func(name string, person bool) {
		waiting := func() int {
			p.mu.Lock()
			defer p.mu.Unlock()
			return len(p.people) + len(p.bots)
		}
		before := waiting()
		wg.Go(func() {
			if !p.take(person, quit) {
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
	wait("first bots", false)
	wait("second bots", false)
	wait("Ann", true)
	wait("third bots", false)
	wait("Bob", true)
	gone := make(chan struct{})
	close(gone)
	if p.take(true, gone) {
		t.Error("a table that has ended gets a place")
	}
	p.give()
	wg.Wait()
	if want := []string{"Ann", "Bob", "first bots", "second bots", "third bots"}; !slices.Equal(order, want) {
		t.Errorf("they came in the order %q, want %q", order, want)
	}
	if p.free != 1 || len(p.people)+len(p.bots) != 0 {
		t.Errorf("%d places are free at the end, %d wait", p.free, len(p.people)+len(p.bots))
	}
}

// A place that a table has is not spare.
func TestSpare(t *testing.T) {
	h := &Hall{places: &places{free: 3}}
	h.places.take(true, nil)
	if n := h.Spare(); n != 2 {
		t.Errorf("%d of 3 places are spare while a table has one, want 2", n)
	}
	h.places.give()
	if n := h.Spare(); n != 3 {
		t.Errorf("%d of 3 places are spare, want 3", n)
	}
}
