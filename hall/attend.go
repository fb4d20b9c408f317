package hall

import (
	"context"
	"strconv"
	"sync"
	"time"

	"parlour/table"
)

// Nodes tell each other over the bus who listens where, and messages may be
// lost. Before something is decided because a person is away, the store is asked
// too: while a device of theirs listens at any node, that node renews a lease of
// presence. All nodes hold these leases under one name, so a person with devices
// at two nodes is here until both are gone. One statement renews the leases of
// everybody at a node.

const (
	hereLasts = 20 * time.Second // a lease of presence, which is renewed with every cry
	holder    = "people here"    // who holds the leases of presence
	prober    = "nobody here"    // who asks for one to learn whether it is held
	mostHere  = 64               // people of a deleted table whose leases are ended
)

func hereKey(table string, who int) string { return "here/" + table + "/" + strconv.Itoa(who) }

// attendance knows whose devices are connected to this node.
type attendance struct {
	mu    sync.Mutex
	count map[string]int // devices by key
	fresh []string       // keys that have no lease yet
	news  chan struct{}  // there are some
}

func newAttendance() *attendance {
	return &attendance{count: map[string]int{}, news: make(chan struct{}, 1)}
}

// come notes one more device.
func (a *attendance) come(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.count[key]++; a.count[key] > 1 {
		return
	}
	a.fresh = append(a.fresh, key)
	select {
	case a.news <- struct{}{}:
	default:
	}
}

// leave notes that a device has gone. The lease expires by itself, because another
// node may still need it.
func (a *attendance) leave(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.count[key]--; a.count[key] <= 0 {
		delete(a.count, key)
	}
}

// new returns the keys that have no lease yet; all returns every key.
func (a *attendance) new() (keys []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	keys, a.fresh = a.fresh, nil
	return keys
}

func (a *attendance) all() (keys []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for key := range a.count {
		keys = append(keys, key)
	}
	return keys
}

// attend keeps the leases of presence of everybody at this node.
func (h *Hall) attend(ctx context.Context) {
	tick := time.NewTicker(cryEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.attendance.news:
			h.note(ctx, h.attendance.new())
		case <-tick.C:
			h.note(ctx, h.missing(ctx, h.attendance.all()))
		}
	}
}

// missing renews leases and returns the keys of those that have run out.
func (h *Hall) missing(ctx context.Context, keys []string) (out []string) {
	if len(keys) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	held, err := h.shared.Renew(ctx, holder, keys, hereLasts)
	if err != nil {
		h.trouble(ctx, "noting who is here", err)
		return nil // try again next time
	}
	known := make(map[string]bool, len(held))
	for _, key := range held {
		known[key] = true
	}
	for _, key := range keys {
		if !known[key] {
			out = append(out, key)
		}
	}
	return out
}

// note takes leases that nobody has.
func (h *Hall) note(ctx context.Context, keys []string) {
	for _, key := range keys {
		if ctx.Err() != nil {
			return
		}
		one, cancel := context.WithTimeout(ctx, h.Lease)
		_, err := h.shared.Lease(one, key, holder, hereLasts)
		cancel()
		if err != nil {
			h.trouble(ctx, "noting who is here", err)
			return // try again next time
		}
	}
}

// verify asks the store about the person whom an action takes to be away.
func (t *Table) verify(ctx context.Context, a *table.Action) error {
	if t.hall.shared == nil {
		return nil
	}
	who := t.s.Absent(a)
	if who == 0 || t.here(who) {
		return nil
	}
	absent, err := t.hall.shared.Lease(ctx, hereKey(t.id, who), prober, time.Millisecond)
	if err != nil {
		return t.hall.fault(err)
	}
	if !absent {
		t.crowd.heard[who] = t.hall.clock()
	}
	return nil
}

// unattend ends the leases of a table that is deleted.
func (h *Hall) unattend(ctx context.Context, table string) {
	if h.shared == nil {
		return
	}
	keys := make([]string, 0, mostHere)
	for who := range mostHere {
		keys = append(keys, hereKey(table, who+1))
	}
	if err := h.shared.Release(ctx, holder, keys); err != nil {
		h.trouble(ctx, "forgetting who was at a deleted table", err)
	}
}
