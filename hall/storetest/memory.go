package storetest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"parlour/hall"
	"parlour/table"
)

// A Memory is a shared in-memory store for tests. The zero Memory is ready to
// use; all nodes of a test share one.
type Memory struct {
	// Before, if not nil, is called before each operation with the name of its
	// method; an error simulates an unreachable store. After is called when
	// the operation is done; an error simulates a lost answer.
	Before, After func(op string) error

	mu     sync.Mutex
	tables map[string]*memory
	leases map[string]lease
	vault  map[string]kept
	beat   time.Time
	epoch  int64 // added to the first epoch
}

type memory struct {
	events  []table.Event
	summary hall.Summary
}

type lease struct {
	node  string
	until time.Time
}

type kept struct {
	value   []byte
	version int64
}

var (
	_ hall.Shared = (*Memory)(nil)
	_ hall.Vault  = (*Memory)(nil)
)

// do runs an operation under the lock.
func (m *Memory) do(ctx context.Context, op string, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.Before != nil {
		if err := m.Before(op); err != nil {
			return err
		}
	}
	m.mu.Lock()
	if m.tables == nil {
		m.tables, m.leases, m.vault = map[string]*memory{}, map[string]lease{}, map[string]kept{}
	}
	err := f()
	m.mu.Unlock()
	if m.After != nil && err == nil {
		err = m.After(op)
	}
	return err
}

// Append adds events to a table.
func (m *Memory) Append(ctx context.Context, b hall.Batch) error {
	return m.do(ctx, "Append", func() error {
		t := m.tables[b.Table]
		if t == nil {
			t = &memory{}
		}
		if int64(len(t.events)) != b.After {
			return hall.ErrConflict
		}
		for i, e := range b.Events {
			if e.Seq != b.After+int64(i)+1 {
				return fmt.Errorf("event %d cannot follow event %d", e.Seq, b.After+int64(i))
			}
		}
		t.events = append(t.events, b.Events...)
		t.summary = b.Summary
		m.tables[b.Table] = t
		return nil
	})
}

// Load returns the events of a table after since.
func (m *Memory) Load(ctx context.Context, id string, since int64) (list []table.Event, err error) {
	err = m.do(ctx, "Load", func() error {
		t := m.tables[id]
		if t == nil {
			return hall.ErrNotFound
		}
		list = slices.Clone(t.events[min(since, int64(len(t.events))):])
		return nil
	})
	return list, err
}

// List returns summaries, the last changed first.
func (m *Memory) List(ctx context.Context, q hall.Query) (list []hall.Summary, err error) {
	err = m.do(ctx, "List", func() error {
		for _, t := range m.tables {
			if q.Selects(&t.summary) {
				list = append(list, t.summary)
			}
		}
		slices.SortFunc(list, q.Compare)
		list = list[:min(len(list), cmp.Or(q.Limit, 100))]
		return nil
	})
	return list, err
}

// Delete removes a table.
func (m *Memory) Delete(ctx context.Context, id string) error {
	return m.do(ctx, "Delete", func() error {
		if m.tables[id] == nil {
			return hall.ErrNotFound
		}
		delete(m.tables, id)
		return nil
	})
}

// Beat records that a node is alive.
func (m *Memory) Beat(ctx context.Context, t time.Time) error {
	return m.do(ctx, "Beat", func() error {
		if t.After(m.beat) {
			m.beat = t.UTC().Truncate(time.Millisecond)
		}
		return nil
	})
}

// LastBeat returns when a node was last alive.
func (m *Memory) LastBeat(ctx context.Context) (t time.Time, err error) {
	err = m.do(ctx, "LastBeat", func() error { t = m.beat; return nil })
	return t, err
}

// Forget drops the events of a table after the given one and raises the epoch,
// as if a lagging standby had taken over.
func (m *Memory) Forget(id string, after int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tables[id]
	t.events = t.events[:after:after]
	t.summary.Seq = after
	m.epoch = hall.NextEpoch(time.Now(), max(m.epoch, 1))
}

// Epoch returns the epoch, which is 1 until a test raises it.
func (m *Memory) Epoch(ctx context.Context) (epoch int64, err error) {
	err = m.do(ctx, "Epoch", func() error { epoch = max(m.epoch, 1); return nil })
	return epoch, err
}

// RaiseEpoch raises the epoch. Tests call it to simulate that the store has
// gone back in time.
func (m *Memory) RaiseEpoch(ctx context.Context, above int64) error {
	return m.do(ctx, "RaiseEpoch", func() error {
		m.epoch = hall.NextEpoch(time.Now(), max(m.epoch, 1), above)
		return nil
	})
}

// Close does nothing.
func (m *Memory) Close() error { return nil }

// Lease makes a node the leader of a table.
func (m *Memory) Lease(ctx context.Context, id, node string, ttl time.Duration) (ok bool, err error) {
	err = m.do(ctx, "Lease", func() error {
		now := time.Now()
		if l := m.leases[id]; l.node == node || !now.Before(l.until) {
			m.leases[id], ok = lease{node, now.Add(ttl)}, true
		}
		return nil
	})
	return ok, err
}

// Renew extends the leases that a node still holds.
func (m *Memory) Renew(ctx context.Context, node string, tables []string, ttl time.Duration) (held []string, err error) {
	err = m.do(ctx, "Renew", func() error {
		now := time.Now()
		for _, id := range tables {
			if l := m.leases[id]; l.node == node && now.Before(l.until) {
				m.leases[id] = lease{node, now.Add(ttl)}
				held = append(held, id)
			}
		}
		return nil
	})
	return held, err
}

// Release ends the leases of a node.
func (m *Memory) Release(ctx context.Context, node string, tables []string) error {
	return m.do(ctx, "Release", func() error {
		for _, id := range tables {
			if m.leases[id].node == node {
				delete(m.leases, id)
			}
		}
		return nil
	})
}

// Tips returns the number of the last event of each table.
func (m *Memory) Tips(ctx context.Context, tables []string) (tips map[string]int64, err error) {
	err = m.do(ctx, "Tips", func() error {
		tips = map[string]int64{}
		for _, id := range tables {
			if t := m.tables[id]; t != nil {
				tips[id] = int64(len(t.events))
			}
		}
		return nil
	})
	return tips, err
}

// Kept returns what is kept under a name.
func (m *Memory) Kept(ctx context.Context, name string) (value []byte, version int64, err error) {
	err = m.do(ctx, "Kept", func() error {
		k := m.vault[name]
		value, version = slices.Clone(k.value), k.version
		return nil
	})
	return value, version, err
}

// Keep replaces what is kept under a name.
func (m *Memory) Keep(ctx context.Context, name string, version int64, value []byte) error {
	return m.do(ctx, "Keep", func() error {
		if m.vault[name].version != version {
			return hall.ErrConflict
		}
		m.vault[name] = kept{slices.Clone(value), version + 1}
		return nil
	})
}

// Names returns the names under which something is kept.
func (m *Memory) Names(ctx context.Context) (list []string, err error) {
	err = m.do(ctx, "Names", func() error {
		list = slices.Sorted(maps.Keys(m.vault))
		return nil
	})
	return list, err
}

// Edit changes the stored events of a table, for tests that need the log of an
// earlier release.
func (m *Memory) Edit(id string, change func(*table.Event)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := m.tables[id]; t != nil {
		for i := range t.events {
			change(&t.events[i])
		}
	}
}
