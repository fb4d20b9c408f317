package hall

import "sync"

// Local is a Bus inside one process. The zero Local is ready for use, by many
// goroutines.
type Local struct {
	mu   sync.Mutex
	subs map[string]map[chan int64]struct{}
}

var _ Bus = (*Local)(nil)

// Publish announces that a table's log has reached seq. It never waits: a
// subscriber that has not read the last announcement gets the new one instead.
func (l *Local) Publish(table string, seq int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.subs[table] {
		select {
		case <-c:
		default:
		}
		c <- seq // never blocks: only Publish sends, under the lock
	}
}

// Subscribe returns the announcements of a table and a function that ends them.
func (l *Local) Subscribe(table string) (<-chan int64, func()) {
	c := make(chan int64, 1)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.subs == nil {
		l.subs = map[string]map[chan int64]struct{}{}
	}
	if l.subs[table] == nil {
		l.subs[table] = map[chan int64]struct{}{}
	}
	l.subs[table][c] = struct{}{}
	return c, func() { l.remove(table, c) }
}

func (l *Local) remove(table string, c chan int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.subs[table], c)
	if len(l.subs[table]) == 0 {
		delete(l.subs, table)
	}
}

// subscribed reports whether somebody reads the announcements of a table.
func (l *Local) subscribed(table string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.subs[table]) > 0
}

// Watch returns a channel that gets the number of a table's last event whenever
// this hall learns of new ones, from any node, and a function that ends it. While
// the table is not in memory the hall learns nothing. The number is 0 when the
// table was deleted. A slow reader misses some, never the latest.
//
// A table where only bots play rests until it is watched.
func (h *Hall) Watch(table string) (<-chan int64, func()) {
	c, stop := h.watches.Subscribe(table)
	h.mu.Lock()
	t := h.tables[table]
	h.mu.Unlock()
	if t != nil {
		t.wake()
	}
	return c, stop
}

// watched reports whether somebody at this node watches a table.
func (h *Hall) watched(table string) bool { return h.watches.subscribed(table) }

// notifyWatchers tells everybody at this node who watches a table how far its log
// goes; 0 means that the table was deleted.
func (h *Hall) notifyWatchers(table string, seq int64) { h.watches.Publish(table, seq) }
