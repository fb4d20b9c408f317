package hall

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parlour/table"
)

// A table in memory is a copy of a log that other nodes write to as well. Three
// things keep it up to date: announcements, comparing with the store every second,
// and asking the store before the table is shown or refuses an action.

// follow listens to other nodes until the table ends. A single server has none.
func (t *Table) follow() {
	if t.hall.shared == nil {
		return
	}
	news, end := t.hall.Bus.Subscribe(t.id)
	var presence <-chan []int
	endPresence := func() {}
	if bus, ok := t.hall.Bus.(PresenceBus); ok {
		presence, endPresence = bus.SubscribePresence(t.id)
	}
	go func() {
		defer end()
		defer endPresence()
		for {
			select {
			case <-t.done:
				return
			case seq := <-news:
				t.doLocked(func() { t.onAnnounced(seq) })
			case n := <-t.nudges:
				t.doLocked(func() {
					if n.tip < n.seq && t.s.Seq() >= n.seq { // the log has become shorter
						t.broken = true
					}
					t.onAnnounced(n.tip)
				})
			case people := <-presence:
				t.doLocked(func() { t.onPresence(people) })
			}
		}
	}()
}

// onAnnounced is called when another node announces that the log has reached seq.
func (t *Table) onAnnounced(seq int64) {
	if t.newer || seq == LookAgain || seq <= t.s.Seq() && !t.broken {
		return // after LookAgain, compareTips soon compares all tables in one query
	}
	if !t.broken && seq > t.s.Seq() && !t.hall.watched(t.id) && !t.leads() {
		return // nobody here needs it: it catches up when somebody asks
	}
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	if _, err := t.catchUp(ctx); err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, table.ErrNewer) {
		t.hall.logFailure(ctx, "catching up with the log", err, "table", t.id)
	}
	t.runDue()
}

// catchUp reads the events after the last one it has, and reports whether there
// were any.
func (t *Table) catchUp(ctx context.Context) (moved bool, err error) {
	seq := t.s.Seq()
	if t.broken || t.newer || t.logMayHaveChanged() {
		err := t.refresh(ctx)
		return t.s.Seq() != seq, err
	}
	events, err := t.hall.Store.Load(ctx, t.id, seq)
	if err != nil {
		return false, t.loadFailed(t.hall.storeError(err))
	}
	for i := range events {
		if err := t.s.Apply(&events[i]); err != nil {
			t.broken = true // read it from the start next time
			return true, t.loadFailed(err)
		}
	}
	if len(events) == 0 {
		return false, nil
	}
	// Another node leads the table, or is about to.
	t.tryAt = time.Now().Add(retryAfter)
	t.remember(events)
	t.notifyWatchers()
	return true, nil
}

// loadFailed acts on an error from reading the log, and returns it.
func (t *Table) loadFailed(err error) error {
	switch {
	case errors.Is(err, table.ErrNewer):
		if !t.newer {
			t.hall.Log.Warn("a later release writes to the table; this one leaves it alone", "table", t.id)
		}
		t.newer = true
		t.hall.noteNewer(t.id)
	case errors.Is(err, ErrNotFound): // deleted elsewhere
		t.broken = true
		go t.hall.dropDeleted(t.id)
	}
	return err
}

// Fresh makes sure that the table has every event that any node acknowledged
// before the call.
func (t *Table) Fresh(ctx context.Context) error {
	if t.hall.shared == nil {
		return nil
	}
	seq, err := t.hall.tip(ctx, t.id)
	switch {
	case errors.Is(err, ErrNotFound):
		t.hall.dropDeleted(t.id)
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
			t.runDue()
		}
	}); err != nil {
		return err
	}
	return fail
}

// storeError turns an error of a shared store into ErrBusy: people can try again,
// here or at another node.
func (h *Hall) storeError(err error) error {
	switch {
	case err == nil, h.shared == nil,
		errors.Is(err, ErrConflict), errors.Is(err, ErrNotFound), errors.Is(err, ErrBusy), errors.Is(err, table.ErrNewer):
		return err
	}
	if !errors.Is(err, context.Canceled) {
		h.noteStoreFailure() // the next answer may come from another database server
	}
	return fmt.Errorf("%w: %w", ErrBusy, err)
}

// tips batches queries for the last event of a table: callers at the same time
// share one query.
type tips struct {
	mu      sync.Mutex
	next    *tipQuery // the query that new callers join
	running bool      // askTips runs
}

type tipQuery struct {
	tables map[string]struct{}
	done   chan struct{}
	tips   map[string]int64
	err    error
}

// tip returns the number of the last event that the store has of a table.
func (h *Hall) tip(ctx context.Context, id string) (int64, error) {
	h.tips.mu.Lock()
	q := h.tips.next
	if q == nil {
		q = &tipQuery{tables: map[string]struct{}{}, done: make(chan struct{})}
		h.tips.next = q
	}
	q.tables[id] = struct{}{}
	if !h.tips.running {
		h.tips.running = true
		go h.askTips()
	}
	h.tips.mu.Unlock()
	select {
	case <-q.done:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if q.err != nil {
		return 0, h.storeError(q.err)
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
		h.tips.running = q != nil
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
