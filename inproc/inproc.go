// Package inproc announces events inside one process. It implements table.Bus.
package inproc

import (
	"sync"

	"parlour/table"
)

// A Bus hands announcements to subscribers of the same process.
// The zero Bus is ready for use, by many goroutines.
type Bus struct {
	mu   sync.Mutex
	subs map[string]map[chan int64]struct{}
}

var _ table.Bus = (*Bus)(nil)

// Publish announces that a table's log has reached seq. It never waits: a
// subscriber that has not read the last announcement gets the new one instead.
func (b *Bus) Publish(id string, seq int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.subs[id] {
		select {
		case <-c:
		default:
		}
		c <- seq // it has room: only Publish sends, under the lock
	}
}

// Subscribe returns the announcements of a table.
func (b *Bus) Subscribe(id string) (<-chan int64, func()) {
	c := make(chan int64, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs == nil {
		b.subs = map[string]map[chan int64]struct{}{}
	}
	if b.subs[id] == nil {
		b.subs[id] = map[chan int64]struct{}{}
	}
	b.subs[id][c] = struct{}{}
	var once sync.Once
	return c, func() {
		once.Do(func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			delete(b.subs[id], c)
			if len(b.subs[id]) == 0 {
				delete(b.subs, id)
			}
		})
	}
}
