package hall

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parlour/table"
)

// A table in memory is a copy of a log to which other nodes write too. It is
// kept up to date by announcements, by asking the store now and again, and by
// asking before it is shown or refuses something.

// follow begins to listen to other nodes, until the table ends. A hall alone has
// nobody to listen to.
func (t *Table) follow() {
	if t.hall.shared == nil {
		return
	}
	news, end := t.hall.Bus.Subscribe(t.id)
	var cries <-chan []int
	endCries := func() {}
	if crier, ok := t.hall.Bus.(Crier); ok {
		cries, endCries = crier.Hear(t.id)
	}
	go func() {
		defer end()
		defer endCries()
		for {
			select {
			case <-t.done:
				return
			case seq := <-news:
				t.inside(func() { t.heed(seq) })
			case n := <-t.nudges:
				t.inside(func() {
					if n.tip < n.seq && t.s.Seq() >= n.seq { // the log has become shorter
						t.broken = true
					}
					t.heed(n.tip)
				})
			case people := <-cries:
				t.inside(func() { t.hear(people) })
			}
		}
	}()
}

// heed is called when the log is said to have reached seq.
func (t *Table) heed(seq int64) {
	if t.newer || seq == LookAgain || seq <= t.s.Seq() && !t.broken {
		return // after missed announcements all tables are soon compared in one query
	}
	if !t.broken && seq > t.s.Seq() && !t.hall.watched(t.id) && !t.leads() {
		return // it catches up when somebody here asks
	}
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	if _, err := t.catchUp(ctx); err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, table.ErrNewer) {
		t.hall.trouble(ctx, "catching up with the log", err, "table", t.id)
	}
	t.look()
}

// catchUp reads the events after the last one known, and reports whether there
// were any.
func (t *Table) catchUp(ctx context.Context) (moved bool, err error) {
	seq := t.s.Seq()
	if t.broken || t.newer || t.lost() {
		err := t.refresh(ctx)
		return t.s.Seq() != seq, err
	}
	events, err := t.hall.Store.Load(ctx, t.id, seq)
	if err != nil {
		return false, t.stumbled(t.hall.fault(err))
	}
	for i := range events {
		if err := t.s.Apply(&events[i]); err != nil {
			t.broken = true // read it from the start next time
			return true, t.stumbled(err)
		}
	}
	if len(events) == 0 {
		return false, nil
	}
	// Another node drives the table, or is about to.
	t.tryAt = time.Now().Add(again)
	t.remember(events)
	t.learned()
	return true, nil
}

// stumbled records why the rest of a log cannot be read.
func (t *Table) stumbled(err error) error {
	switch {
	case errors.Is(err, table.ErrNewer):
		if !t.newer {
			t.hall.Log.Warn("a later release writes to the table; this one leaves it alone", "table", t.id)
		}
		t.newer = true
		t.hall.leave(t.id)
	case errors.Is(err, ErrNotFound): // deleted elsewhere
		t.broken = true
		go t.hall.gone(t.id)
	}
	return err
}

// learned tells everybody at this node that the table has moved on.
func (t *Table) learned() {
	t.tip.Store(t.s.Seq())
	t.hall.tell(t.id, t.s.Seq())
}

// Fresh makes sure that the table knows every event that was acknowledged, by
// any node, before it was called.
func (t *Table) Fresh(ctx context.Context) error {
	if t.hall.shared == nil {
		return nil
	}
	seq, err := t.hall.tip(ctx, t.id)
	switch {
	case errors.Is(err, ErrNotFound):
		t.hall.gone(t.id)
		return err
	case err != nil:
		return err
	case seq <= t.tip.Load():
		return nil
	}
	fail := ErrBusy
	if err := t.read(ctx, func() {
		if fail = nil; t.newer || t.broken || seq > t.s.Seq() {
			_, fail = t.catchUp(ctx)
			t.look()
		}
	}); err != nil {
		return err
	}
	return fail
}

// fault turns an error of a shared store into what people need to know: try
// again, here or at another node.
func (h *Hall) fault(err error) error {
	switch {
	case err == nil, h.shared == nil,
		errors.Is(err, ErrConflict), errors.Is(err, ErrNotFound), errors.Is(err, ErrBusy), errors.Is(err, table.ErrNewer):
		return err
	}
	if !errors.Is(err, context.Canceled) {
		h.doubt() // another server may answer next
	}
	return fmt.Errorf("%w: %w", ErrBusy, err)
}

// tips batches questions for the last event of a table: everybody who asks at
// the same time shares one query.
type tips struct {
	mu     sync.Mutex
	next   *tipQuery // everybody who asks now waits for this one
	flying bool
}

type tipQuery struct {
	tables map[string]struct{}
	done   chan struct{}
	tips   map[string]int64
	err    error
}

// tip returns the number of the last event of a table as the store has it.
func (h *Hall) tip(ctx context.Context, id string) (int64, error) {
	h.tips.mu.Lock()
	q := h.tips.next
	if q == nil {
		q = &tipQuery{tables: map[string]struct{}{}, done: make(chan struct{})}
		h.tips.next = q
	}
	q.tables[id] = struct{}{}
	if !h.tips.flying {
		h.tips.flying = true
		go h.askTips()
	}
	h.tips.mu.Unlock()
	select {
	case <-q.done:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if q.err != nil {
		return 0, h.fault(q.err)
	}
	seq, ok := q.tips[id]
	if !ok {
		return 0, ErrNotFound
	}
	return seq, nil
}

// askTips sends queries until nobody waits for one.
func (h *Hall) askTips() {
	for {
		h.tips.mu.Lock()
		q := h.tips.next
		h.tips.next = nil
		h.tips.flying = q != nil
		h.tips.mu.Unlock()
		if q == nil {
			return
		}
		ids := make([]string, 0, len(q.tables))
		for id := range q.tables {
			ids = append(ids, id)
		}
		ctx, cancel := context.WithTimeout(context.Background(), ownTime)
		q.tips, q.err = h.shared.Tips(ctx, ids)
		cancel()
		close(q.done)
	}
}
