package faults

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/internal/servers"
	"parlour/internal/wait"
)

// TestFailover kills the database while people play at two nodes and lets its
// synchronous standby take over. Nothing acknowledged is lost, the epoch
// rises, and all games continue although nobody tells the nodes.
func TestFailover(t *testing.T) {
	t.Parallel()
	primary := servers.OwnPostgres(t)
	database := primary.Database(t)
	standby := primary.Standby(t)
	f := fleetOn(t, 2, primary, servers.Either(t, database, standby))
	ctx, cancel := context.WithCancel(context.Background())
	var failed atomic.Bool
	c := &crowd{at: &f.at, fail: func(err error) { failed.Store(true); t.Error(err) }, rest: 10 * time.Millisecond}
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	const tables = 4
	for i := range tables {
		wg.Go(func() { c.play(ctx, uint64(i), nodeTerms) })
	}
	wait.For(t, "some actions at every table", func() bool {
		return len(c.all()) >= tables && c.acknowledged() >= 50 || failed.Load()
	})
	before, err := f.store.Epoch(ctx)
	if err != nil {
		t.Fatal(err)
	}
	f.goesOn(c, &failed, "before the primary is killed")
	if same, err := f.store.Epoch(ctx); err != nil || same != before {
		t.Errorf("the epoch went from %d to %d, %v, although nothing had happened", before, same, err)
	}

	primary.Kill(t)
	var promised []promise
	for _, h := range c.all() {
		done, _ := h.now()
		promised = append(promised, promise{h.table, done})
	}
	acknowledged := c.acknowledged()
	standby.Promote(t)
	begin := time.Now()
	f.goesOn(c, &failed, "after the standby has taken over")
	t.Logf("%d actions were acknowledged before; all games continued %v after the standby had taken over", acknowledged, time.Since(begin).Round(time.Millisecond))
	after := f.logs(nil)
	for _, p := range promised {
		if err := p.kept(after[p.table]); err != nil {
			t.Error(err)
		}
	}
	if e, err := f.store.Epoch(ctx); err != nil || e <= before {
		t.Errorf("the epoch is %d, %v; it was %d before the standby took over", e, err, before)
	}
	cancel()
	wg.Wait()
	for _, p := range f.nodes {
		p.stop(t)
	}
	all := f.logs(nil)
	for _, h := range c.all() {
		if err := told(h, all[h.table]); err != nil {
			t.Error(err)
		}
		h.linear(t, all[h.table])
	}
}
