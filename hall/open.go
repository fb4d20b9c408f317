package hall

import (
	"context"
	"sync"
)

// loads are the tables that are being read from the store. No other lock is
// taken while mu is held.
type loads struct {
	mu sync.Mutex
	of map[string]*loading
}

// A loading is one table on its way from the store.
type loading struct {
	done chan struct{} // closed when t and err are set
	t    *Table
	err  error
}

// wait waits until a load of the table that has begun is over.
func (l *loads) wait(id string) {
	l.mu.Lock()
	now := l.of[id]
	l.mu.Unlock()
	if now != nil {
		<-now.done
	}
}

// loadOnce reads a table from the store, once for all callers at the same time: a
// long log is in memory once, however many ask for it.
func (h *Hall) loadOnce(ctx context.Context, id string) (*Table, error) {
	h.loads.mu.Lock()
	l := h.loads.of[id]
	if l == nil {
		l = &loading{done: make(chan struct{})}
		if h.loads.of == nil {
			h.loads.of = map[string]*loading{}
		}
		h.loads.of[id] = l
		go h.loadFor(context.WithoutCancel(ctx), id, l) // go on for the others if the first caller leaves
	}
	h.loads.mu.Unlock()
	select {
	case <-l.done:
		return l.t, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (h *Hall) loadFor(ctx context.Context, id string, l *loading) {
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	defer close(l.done)
	defer func() {
		h.loads.mu.Lock()
		defer h.loads.mu.Unlock()
		delete(h.loads.of, id)
	}()
	l.err = ErrBusy // if reading panics
	s, epoch, err := h.load(ctx, id)
	if err != nil {
		l.err = err
		return
	}
	l.t, l.err = h.enter(newTable(h, s, epoch))
}
