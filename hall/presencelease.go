package hall

import (
	"context"
	"strconv"
	"sync"
	"time"

	"parlour/table"
)

// Nodes tell each other over the bus who is connected where, but messages can get
// lost. So before a table decides anything because a person is away, it also asks
// the store: while a person has a device at a node, that node renews a presence
// lease for them. All nodes hold these leases under one name, so a person with
// devices at two nodes is present until both have disconnected. One statement
// renews the leases of everybody at a node.

const (
	presenceLeaseLasts = 20 * time.Second // how long a presence lease lasts; renewed every presenceEvery
	presenceHolder     = "people here"    // the name that holds presence leases
	presenceProber     = "nobody here"    // the name that asks for one to learn whether it is held
	mostHere           = 64               // how many people of a deleted table have their leases released
)

func presenceKey(table string, who int) string { return "here/" + table + "/" + strconv.Itoa(who) }

// attendance knows whose devices are connected to this node.
type attendance struct {
	mu       sync.Mutex
	count    map[string]int // devices by key
	unleased []string       // keys that have no lease yet
	added    chan struct{}  // unleased is not empty
}

func newAttendance() *attendance {
	return &attendance{count: map[string]int{}, added: make(chan struct{}, 1)}
}

// add counts one more device.
func (a *attendance) add(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.count[key]++; a.count[key] > 1 {
		return
	}
	a.unleased = append(a.unleased, key)
	select {
	case a.added <- struct{}{}:
	default:
	}
}

// remove counts one device less. The lease is left to expire, because another
// node may still need it.
func (a *attendance) remove(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.count[key]--; a.count[key] <= 0 {
		delete(a.count, key)
	}
}

// takeUnleased returns the keys that have no lease yet and forgets them.
func (a *attendance) takeUnleased() (keys []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	keys, a.unleased = a.unleased, nil
	return keys
}

// all returns every key.
func (a *attendance) all() (keys []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for key := range a.count {
		keys = append(keys, key)
	}
	return keys
}

// keepPresenceLeases takes and renews the presence leases of everybody at this
// node until the context ends.
func (h *Hall) keepPresenceLeases(ctx context.Context) {
	tick := time.NewTicker(presenceEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.attendance.added:
			h.takePresenceLeases(ctx, h.attendance.takeUnleased())
		case <-tick.C:
			h.takePresenceLeases(ctx, h.renewPresenceLeases(ctx, h.attendance.all()))
		}
	}
}

// renewPresenceLeases renews leases and returns the keys of those that have
// expired.
func (h *Hall) renewPresenceLeases(ctx context.Context, keys []string) (out []string) {
	if len(keys) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	held, err := h.shared.Renew(ctx, presenceHolder, keys, presenceLeaseLasts)
	if err != nil {
		h.logFailure(ctx, "noting who is here", err)
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

// takePresenceLeases takes leases that nobody holds.
func (h *Hall) takePresenceLeases(ctx context.Context, keys []string) {
	for _, key := range keys {
		if ctx.Err() != nil {
			return
		}
		one, cancel := context.WithTimeout(ctx, h.Lease)
		_, err := h.shared.Lease(one, key, presenceHolder, presenceLeaseLasts)
		cancel()
		if err != nil {
			h.logFailure(ctx, "noting who is here", err)
			return // try again next time
		}
	}
}

// confirmAbsent asks the store whether the person whom an action treats as away
// has a device at any node.
func (t *Table) confirmAbsent(ctx context.Context, a *table.Action) error {
	if t.hall.shared == nil {
		return nil
	}
	who := t.s.Absent(a)
	if who == 0 || t.here(who) {
		return nil
	}
	absent, err := t.hall.shared.Lease(ctx, presenceKey(t.id, who), presenceProber, time.Millisecond)
	if err != nil {
		return t.hall.storeError(err)
	}
	if !absent {
		t.presence.elsewhere[who] = t.hall.clock()
	}
	return nil
}

// releasePresenceLeases ends the presence leases of a deleted table.
func (h *Hall) releasePresenceLeases(ctx context.Context, table string) {
	if h.shared == nil {
		return
	}
	keys := make([]string, 0, mostHere)
	for who := range mostHere {
		keys = append(keys, presenceKey(table, who+1))
	}
	if err := h.shared.Release(ctx, presenceHolder, keys); err != nil {
		h.logFailure(ctx, "forgetting who was at a deleted table", err)
	}
}
