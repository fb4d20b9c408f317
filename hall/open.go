package hall

import (
	"context"
	"sync"
)

// loads are the tables that are being read from the store. No other lock is
// taken under its own.
type loads struct {
	mu sync.Mutex
	of map[string]*loading
}

// A loading is one table on its way from the store.
type loading struct {
	done chan struct{} // closed when what follows is known
	t    *Table
	err  error
}

// wait waits until nobody reads a table who began before now.
func (l *loads) wait(id string) {
	l.mu.Lock()
	now := l.of[id]
	l.mu.Unlock()
	if now != nil {
		<-now.done
	}
}

// readIn reads a table from the store, once for all who open it at the same
// time: a long log is in memory once, however many ask for it.
func (h *Hall) readIn(ctx context.Context, id string) (*Table, error) {
	h.loads.mu.Lock()
	l := h.loads.of[id]
	if l == nil {
		l = &loading{done: make(chan struct{})}
		if h.loads.of == nil {
			h.loads.of = map[string]*loading{}
		}
		h.loads.of[id] = l
		go h.readFor(context.WithoutCancel(ctx), id, l) // the others wait even if the first one leaves
	}
	h.loads.mu.Unlock()
	select {
	case <-l.done:
		return l.t, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (h *Hall) readFor(ctx context.Context, id string, l *loading) {
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	defer close(l.done)
	defer func() {
		h.loads.mu.Lock()
		defer h.loads.mu.Unlock()
		delete(h.loads.of, id)
	}()
	l.err = ErrBusy // should reading it panic
	s, under, err := h.load(ctx, id)
	if err != nil {
		l.err = err
		return
	}
	l.t, l.err = h.enter(newTable(h, s, under))
}
