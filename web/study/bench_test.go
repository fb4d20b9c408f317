package study

import (
	"strings"
	"testing"
)

// sit takes a place.
func sit(t *testing.T, b *bench, address, token string) *ticket {
	t.Helper()
	k, err := b.sit(Guest{address, token})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// served returns the token that is served. There is exactly one, unless the
// bench is empty.
func (b *bench) served(t *testing.T) (token string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, l := range b.lines {
		for _, k := range l.tickets {
			select {
			case <-k.turn:
				token = k.Token
				n++
			default:
			}
		}
	}
	if n != min(1, b.n) {
		t.Fatalf("%d of %d are served", n, b.n)
	}
	return token
}

// Addresses take turns; those of an address are served in the order they came.
func TestBenchTurns(t *testing.T) {
	b := &bench{most: 10, each: 4, open: 1}
	place := map[string]*ticket{}
	for _, who := range []string{"a1", "a2", "a3", "a4", "b1", "c1", "b2"} {
		place[who] = sit(t, b, who[:1], who)
	}
	want := strings.Fields("a1 b1 c1 a2 b2 a3 a4")
	for i, who := range want {
		if n := b.ahead(place[who]); n != i {
			t.Errorf("%d are served before %s, want %d", n, who, i)
		}
	}
	if b.yield(place["a1"]) {
		t.Error("it has to wait though only one at a time is under way")
	}
	b.leave(place["a3"]) // it does not want to wait
	for _, who := range strings.Fields("a1 b1 c1 a2 b2 a4") {
		if got := b.served(t); got != who {
			t.Fatalf("served is %s, want %s", got, who)
		}
		b.leave(place[who])
		b.leave(place[who]) // twice is once
	}
	if b.len() != 0 || b.served(t) != "" {
		t.Errorf("%d are left", b.len())
	}
}

// Those who are served let others have their turns, a few lines at a time.
func TestBenchYields(t *testing.T) {
	b := &bench{most: 10, each: 4, open: 2}
	place := map[string]*ticket{}
	for _, who := range []string{"a1", "a2", "b1", "c1"} {
		place[who] = sit(t, b, who[:1], who)
	}
	next := func(want string) {
		t.Helper()
		if got := b.served(t); got != want {
			t.Fatalf("served is %s, want %s", got, want)
		}
	}
	for _, who := range []string{"a1", "b1", "a1", "b1"} {
		next(who)
		if !b.yield(place[who]) {
			t.Fatalf("%s goes on", who)
		}
	}
	next("a1")
	b.leave(place["b1"]) // while it waits for its next turn
	if !b.yield(place["a1"]) {
		t.Fatal("a1 goes on")
	}
	next("c1")
	b.leave(place["c1"])
	next("a1")
	if b.yield(place["a1"]) {
		t.Error("an address makes way for itself")
	}
	b.leave(place["a1"])
	next("a2")
}

func TestBenchBounds(t *testing.T) {
	b := &bench{most: 5, each: 3, own: 2, twice: &Busy{Reason: "twice"}, crowd: &Busy{Reason: "crowd"}, full: &Busy{Reason: "full"}}
	sit(t, b, "a", "1")
	sit(t, b, "b", "1")
	for _, c := range []struct {
		address, token string
		want           *Busy
	}{{"c", "1", b.twice}, {"a", "2", nil}, {"a", "3", nil}, {"a", "4", b.crowd}, {"c", "5", nil}, {"d", "6", b.full}} {
		if _, err := b.sit(Guest{c.address, c.token}); c.want == nil && err != nil || c.want != nil && err != error(c.want) {
			t.Errorf("%s of %s: %v, want %v", c.token, c.address, err, c.want)
		}
	}
}
