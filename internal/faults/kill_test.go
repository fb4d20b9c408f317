package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour"
	"parlour/internal/wait"
	"parlour/table"
)

// someTerms are tables of all kinds of games: with one die, two and none, for
// two to four people, one of them with a bot.
func someTerms(rng *rand.Rand) table.Terms {
	all := []table.Terms{
		{Game: "kleefeld", Setup: parlour.Setup{Players: 2}},
		{Game: "parker", Setup: parlour.Setup{Players: 3}},
		{Game: "british"},
		{Game: "mensch", Setup: parlour.Setup{Players: 2}},
		{Game: "auto-race"},
		{Game: "checkers"},
		{Game: "backgammon"},
		{Game: "contact", Setup: parlour.Setup{Players: 2}},
		{Game: "parker", Setup: parlour.Setup{Players: 3}, Bots: []string{"", "greedy"}},
	}
	return all[rng.IntN(len(all))]
}

// TestKill kills the server at random moments while people play, and restarts
// it. Nothing acknowledged may be lost or duplicated, and every game continues
// where it was, with the same dice.
func TestKill(t *testing.T) {
	t.Parallel()
	rounds, tables := 12, 8
	if soak() {
		rounds = 1000
	}
	dir := t.TempDir()
	var at address
	p := server(t, dir)
	at.set(p.base)

	ctx, cancel := context.WithCancel(context.Background())
	var failed atomic.Bool
	c := &crowd{at: &at, fail: func(err error) { failed.Store(true); t.Error(err) }}
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for i := range tables {
		wg.Go(func() { c.play(ctx, uint64(i), someTerms) })
	}

	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 9))
	before := map[string][]table.Event{}
	acks := 0
	var reopened time.Duration
	for round := range rounds {
		// Let everybody act at least once, then kill at a random moment.
		wait.For(t, fmt.Sprintf("play to continue in round %d", round), func() bool {
			if failed.Load() {
				t.FailNow()
			}
			return c.acknowledged() >= acks+tables
		})
		time.Sleep(time.Duration(rng.IntN(150_000)) * time.Microsecond)
		p.kill()
		// Compare everything in the first rounds and now and then later;
		// otherwise only what has grown, because the logs keep growing.
		known := before
		if round < 20 || round%50 == 0 {
			known = nil
		}
		after := stored(t, dir, known)
		for _, h := range c.all() {
			if err := told(h, after[h.table]); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
		}
		for id, events := range after {
			if len(events) == len(before[id]) {
				continue // checked already, and compared below
			}
			if _, err := replayed(id, events); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
		}
		for id := range before {
			if known != nil && len(before[id]) == len(after[id]) {
				continue
			}
			if err := prefix(id, before[id], after[id]); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
		}
		// A table whose creator never got the answer is created again with the
		// same key, so there are never more than were asked for.
		if made := len(after); made > len(c.all())+tables {
			t.Fatalf("round %d: %d tables, but people know %d", round, made, len(c.all()))
		}
		before, acks = after, c.acknowledged()
		begin := time.Now()
		p = server(t, dir)
		reopened = max(reopened, time.Since(begin))
		at.set(p.base)
	}
	cancel()
	wg.Wait()

	// At the end the server must see every table as the log has it.
	stranger := newClient(&at)
	stranger.token = ""
	events, ops, throws, taken := 0, 0, 0, 0
	all := stored(t, dir, nil)
	for _, h := range c.all() {
		ops += h.linear(t, all[h.table])
	}
	for id, log := range all {
		r, err := replayed(id, log)
		if err != nil {
			t.Fatal(err)
		}
		v, err := stranger.view(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		if m := r.ref.Match(); v.Seq < int64(len(log)) || v.Drift != 0 ||
			v.Seq == int64(len(log)) && (v.Position != m.String() || v.Throws != r.throws || v.Needs != r.ref.Turn().Needs()) {
			t.Errorf("table %s: the server sees event %d, %s after %d throws, drift %d; the log has event %d, %s after %d throws",
				id, v.Seq, v.Position, v.Throws, v.Drift, len(log), m, r.throws)
		}
		events, throws, taken = events+len(log), throws+r.throws, taken+r.taken
	}
	if throws > 0 && taken == 0 {
		t.Errorf("no device took part in any of %d throws", throws)
	}
	t.Logf("devices took part in %d of %d throws", taken, throws)
	t.Logf("%d kills: %d actions acknowledged, %d events in %d tables, none lost, a linearizable history of %d operations; open again after at most %v", rounds, c.acknowledged(), events, len(c.all()), ops, reopened.Round(time.Millisecond))
}
