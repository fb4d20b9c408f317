package web

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// TestGate checks that one address works on a few requests at a time, that others
// are not delayed by it, and that whoever goes away leaves the line.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{most: 2}
		enter := func(key string) func() {
			t.Helper()
			leave, err := g.enter(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			return leave
		}
		first, second := enter("a"), enter("a")
		waits := make(chan func())
		go func() { waits <- enter("a") }()
		synctest.Wait()
		select {
		case <-waits:
			t.Fatal("a third request of the address works")
		default:
		}
		enter("b")()
		gone, stop := context.WithCancel(t.Context())
		stop()
		if _, err := g.enter(gone, "a"); !errors.Is(err, context.Canceled) {
			t.Errorf("whoever has gone waits: %v", err)
		}
		first()
		(<-waits)()
		second()
		if len(g.of) != 0 {
			t.Errorf("%d addresses are remembered", len(g.of))
		}
	})
}

// TestTurnEnds checks that a request gives its turn back, whatever its answer is.
func TestTurnEnds(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits.PerAddress = 1000 }) // without limits there are no turns
	s.s.work.most = 1
	nobody := &person{site: s}
	for _, path := range []string{"/api/games/checkers/position?line=checkers%20W:W30:B1%20q=0", "/api/games/checkers/position?line=x", "/api/games/none/position"} {
		for range 3 {
			nobody.raw("GET", path, nil, nil)
		}
	}
	if n := len(s.s.work.of); n != 0 {
		t.Errorf("%d addresses are at work", n)
	}
}
