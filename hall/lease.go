package hall

import (
	"context"
	"maps"
	"slices"
	"time"
)

// drives reports whether this node may run the table's clocks and bots. It asks
// for the lease if nobody is known to have it; if another node does, it asks
// again soon.
func (t *Table) drives() bool {
	h := t.hall
	if h.shared == nil {
		return true
	}
	now := time.Now()
	if t.leads() {
		t.useful.Store(int64(h.clock()))
		return true
	}
	if wait := t.tryAt.Sub(now); wait > 0 {
		t.timer.Reset(wait)
		return false
	}
	t.tryAt = now.Add(again)
	ctx, cancel := context.WithTimeout(context.Background(), h.Lease)
	defer cancel()
	asked := h.clock() // before the store does, so ours ends first
	ok, err := h.shared.Lease(ctx, t.id, h.Node, h.Lease)
	if err != nil {
		h.trouble(context.Background(), "the lease of a table", err, "table", t.id)
	}
	if err != nil || !ok {
		t.timer.Reset(again)
		return false
	}
	t.leased.Store(int64(asked + h.Lease))
	t.useful.Store(int64(asked))
	h.lead(t)
	// The node that had it before may have written something since we last looked.
	if _, err := t.catchUp(ctx); err != nil {
		t.timer.Reset(again)
		return false
	}
	return true
}

// leads reports whether this node holds the table's lease.
func (t *Table) leads() bool { return t.hall.clock() < time.Duration(t.leased.Load()) }

// restful is how long an unused lease is kept.
const restful = 10 * time.Second

// agree keeps a hall in step with the other nodes: it renews its leases, catches
// up where announcements were missed, and says who listens here.
func (h *Hall) agree(ctx context.Context) {
	h.renew(ctx)
	h.compare(ctx)
	if time.Since(h.cried) > cryEvery {
		h.cried = time.Now()
		h.cry()
	}
}

// renew extends the leases of all tables that this node drives, in one
// statement.
func (h *Hall) renew(ctx context.Context) {
	asked := h.clock()
	ids := make([]string, 0, 64)
	h.mu.Lock()
	held := make(map[string]*Table, len(h.leases))
	var idle []*Table
	for id, t := range h.leases {
		if h.tables[id] != t || asked-time.Duration(t.useful.Load()) > restful {
			idle = append(idle, t) // the lease runs out by itself
			continue
		}
		held[id], ids = t, append(ids, id)
	}
	h.mu.Unlock()
	h.unlead(idle...)
	if len(ids) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, h.Lease)
	defer cancel()
	kept, err := h.shared.Renew(ctx, h.Node, ids, h.Lease)
	if err != nil {
		h.trouble(ctx, "renewing leases", err)
		return // they end by our own clock, in time
	}
	for _, id := range kept {
		held[id].leased.Store(int64(asked + h.Lease))
		delete(held, id)
	}
	for _, t := range held {
		t.leased.Store(0)
	}
	h.unlead(slices.Collect(maps.Values(held))...)
}

// compare asks for the last event of every table in memory, in one query, and
// wakes the tables that do not know theirs.
func (h *Hall) compare(ctx context.Context) {
	h.mu.Lock()
	known := make(map[string]int64, len(h.tables))
	ids := make([]string, 0, len(h.tables))
	for id, t := range h.tables {
		known[id] = t.tip.Load()
		ids = append(ids, id)
	}
	h.mu.Unlock()
	if len(ids) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	tips, err := h.shared.Tips(ctx, ids)
	if err != nil {
		h.trouble(ctx, "comparing tables with the store", err)
		return
	}
	for id, seq := range known {
		tip, there := tips[id]
		switch {
		case !there:
			h.gone(id)
		case tip != seq:
			h.nudge(id, seq, tip)
		}
	}
}

// nudge makes a table catch up from seq to tip, or read the whole log if it has
// become shorter.
func (h *Hall) nudge(id string, seq, tip int64) {
	h.mu.Lock()
	t := h.tables[id]
	h.mu.Unlock()
	if t == nil {
		return
	}
	select {
	case t.nudges <- nudge{seq, tip}:
	default: // it is busy; the next comparison finds it again
	}
}

// A nudge says that a table that knew events up to seq has tip events in the
// store.
type nudge struct{ seq, tip int64 }

// gone drops a table that was deleted elsewhere, and tells everybody who watches.
func (h *Hall) gone(id string) {
	h.forget(id)
	h.tell(id, 0)
}

// dismiss ends tables that are no longer in memory and releases their leases.
func (h *Hall) dismiss(tables []*Table) {
	var ids []string
	for _, t := range tables {
		close(t.quit) // nobody begins anything more
	}
	for _, t := range tables {
		t.end()
		if t.leased.Load() > int64(h.clock()) {
			ids = append(ids, t.id)
		}
	}
	h.unlead(tables...)
	if len(ids) == 0 || h.heart.now().missed {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), h.Lease)
	defer cancel()
	if err := h.shared.Release(ctx, h.Node, ids); err != nil {
		h.trouble(ctx, "releasing leases", err) // they end by themselves
	}
}

// aside is how long a table written by a later release is not opened just to
// run its clocks and bots.
const aside = time.Minute

// leave notes that a table was written by a later release.
func (h *Hall) leave(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, until := range h.newer {
		if time.Now().After(until) {
			delete(h.newer, id)
		}
	}
	h.newer[id] = time.Now().Add(aside)
}

// leftAlone reports whether a table is known to be of a later release.
func (h *Hall) leftAlone(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Now().Before(h.newer[id])
}
