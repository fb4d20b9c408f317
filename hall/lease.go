package hall

import (
	"context"
	"maps"
	"slices"
	"time"
)

// tryLead reports whether this node leads the table: then it runs the table's
// clocks and bots. It asks for the lease if it does not hold it, and once more a
// little later if another node does.
func (t *Table) tryLead() bool {
	h := t.hall
	if h.shared == nil {
		return true
	}
	now := time.Now()
	if t.leads() {
		t.leaseUsedAt.Store(int64(h.clock()))
		return true
	}
	if wait := t.tryAt.Sub(now); wait > 0 {
		t.timer.Reset(wait)
		return false
	}
	t.tryAt = now.Add(retryAfter)
	ctx, cancel := context.WithTimeout(context.Background(), h.Lease)
	defer cancel()
	asked := h.clock() // taken before the store's clock, so that we stop first
	ok, err := h.shared.Lease(ctx, t.id, h.Node, h.Lease)
	if err != nil {
		h.logFailure(context.Background(), "the lease of a table", err, "table", t.id)
	}
	if err != nil || !ok {
		t.timer.Reset(retryAfter)
		return false
	}
	t.leasedUntil.Store(int64(asked + h.Lease))
	t.leaseUsedAt.Store(int64(asked))
	h.lead(t)
	// The previous leader may have written events that we have not read.
	if _, err := t.catchUp(ctx); err != nil {
		t.timer.Reset(retryAfter)
		return false
	}
	return true
}

// leads reports whether this node holds the table's lease.
func (t *Table) leads() bool { return t.hall.clock() < time.Duration(t.leasedUntil.Load()) }

// unusedLeaseLasts is how long an unused lease is kept.
const unusedLeaseLasts = 10 * time.Second

// syncWithNodes keeps a hall in step with the other nodes: it renews its leases,
// catches up where announcements were missed, and announces who is connected here.
func (h *Hall) syncWithNodes(ctx context.Context) {
	h.renew(ctx)
	h.compareTips(ctx)
	if time.Since(h.presenceSentAt) > presenceEvery {
		h.presenceSentAt = time.Now()
		h.announcePresence()
	}
}

// renew extends the leases of all tables that this node leads, in one statement.
func (h *Hall) renew(ctx context.Context) {
	asked := h.clock()
	ids := make([]string, 0, 64)
	h.mu.Lock()
	held := make(map[string]*Table, len(h.leases))
	var idle []*Table
	for id, t := range h.leases {
		if h.tables[id] != t || asked-time.Duration(t.leaseUsedAt.Load()) > unusedLeaseLasts {
			idle = append(idle, t) // let the lease expire
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
		h.logFailure(ctx, "renewing leases", err)
		return // by our own clock they end before the store ends them
	}
	for _, id := range kept {
		held[id].leasedUntil.Store(int64(asked + h.Lease))
		delete(held, id)
	}
	for _, t := range held {
		t.leasedUntil.Store(0)
	}
	h.unlead(slices.Collect(maps.Values(held))...)
}

// compareTips asks for the last event of every table in memory, in one query, and
// makes tables catch up that have another one.
func (h *Hall) compareTips(ctx context.Context) {
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
		h.logFailure(ctx, "comparing tables with the store", err)
		return
	}
	for id, seq := range known {
		tip, there := tips[id]
		switch {
		case !there:
			h.dropDeleted(id)
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
	default: // the table is busy; the next comparison finds it again
	}
}

// A nudge tells a table that had seq events that the store has tip events of it.
type nudge struct{ seq, tip int64 }

// dropDeleted drops a table that another node has deleted, and tells everybody who
// watches it.
func (h *Hall) dropDeleted(id string) {
	h.forget(id)
	h.notifyWatchers(id, 0)
}

// endTables ends tables that are no longer in memory and releases their leases.
func (h *Hall) endTables(tables []*Table) {
	var ids []string
	for _, t := range tables {
		close(t.quit) // no new actions
	}
	for _, t := range tables {
		t.end()
		if t.leasedUntil.Load() > int64(h.clock()) {
			ids = append(ids, t.id)
		}
	}
	h.unlead(tables...)
	if len(ids) == 0 || h.heart.load().missed {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), h.Lease)
	defer cancel()
	if err := h.shared.Release(ctx, h.Node, ids); err != nil {
		h.logFailure(ctx, "releasing leases", err) // the leases expire
	}
}

// newerRetryAfter is how long openDue does not open a table that a later release
// has written.
const newerRetryAfter = time.Minute

// noteNewer records that a later release has written to a table.
func (h *Hall) noteNewer(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, until := range h.newerUntil {
		if time.Now().After(until) {
			delete(h.newerUntil, id)
		}
	}
	h.newerUntil[id] = time.Now().Add(newerRetryAfter)
}

// knownNewer reports whether a later release is known to have written to a table.
func (h *Hall) knownNewer(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Now().Before(h.newerUntil[id])
}
