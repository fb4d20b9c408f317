package table

import "sync"

// watches tell everybody at this node how far the tables have come.
type watches struct {
	mu sync.Mutex
	of map[string]map[chan int64]struct{}
}

// Watch returns a channel of the numbers that a table's log reaches as this
// hall learns of them, from whatever node, and a function that ends it. While
// the table is not in memory the hall learns nothing. The number is 0 when the
// table was deleted. A slow reader misses some, never the latest.
//
// A table where only bots play rests until it is watched.
func (h *Hall) Watch(table string) (<-chan int64, func()) {
	c := make(chan int64, 1)
	h.watches.add(table, c)
	h.mu.Lock()
	t := h.tables[table]
	h.mu.Unlock()
	if t != nil {
		t.wake()
	}
	return c, func() { h.watches.remove(table, c) }
}

func (w *watches) add(table string, c chan int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of == nil {
		w.of = map[string]map[chan int64]struct{}{}
	}
	if w.of[table] == nil {
		w.of[table] = map[chan int64]struct{}{}
	}
	w.of[table][c] = struct{}{}
}

func (w *watches) remove(table string, c chan int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.of[table], c)
	if len(w.of[table]) == 0 {
		delete(w.of, table)
	}
}

// watched reports whether somebody at this node watches a table.
func (h *Hall) watched(table string) bool {
	h.watches.mu.Lock()
	defer h.watches.mu.Unlock()
	return len(h.watches.of[table]) > 0
}

// tell tells everybody who watches a table.
func (h *Hall) tell(table string, seq int64) {
	w := &h.watches
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.of[table] {
		select {
		case <-c:
		default:
		}
		c <- seq // it has room: only tell sends, under the lock
	}
}

// OnTurn sets a function that is called when an event that this hall wrote
// begins a turn or ends the game. It is called by the table's goroutine and
// must not wait for anything.
func (h *Hall) OnTurn(f func(table string, a Awaited)) { h.turn.Store(&f) }

// turned calls it, if there is another turn than the one that began with the
// event before.
func (h *Hall) turned(t *Table, before int64) {
	if f := h.turn.Load(); f != nil && (t.s.turned != before || t.s.status() == Over) {
		(*f)(t.id, t.awaited())
	}
}
