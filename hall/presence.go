package hall

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"
)

// The times of presence across nodes.
const (
	cryEvery = 5 * time.Second
	cryLasts = 15 * time.Second // who is not heard of for so long is not there
)

// Heard is how long it takes until a node that has just opened a table has
// heard who listens elsewhere.
const Heard = cryEvery + time.Second

// Here notes that a person's device listens; the function it returns notes
// that it stopped. Strangers are not counted.
func (t *Table) Here(ctx context.Context, token string) (gone func(), err error) {
	who := 0 // belongs to the table's goroutine
	gone = func() {
		leave := func() {
			if who == 0 {
				return
			}
			t.hall.attendance.leave(hereKey(t.id, who))
			if t.present[who]--; t.present[who] == 0 {
				delete(t.present, who)
				t.away[who] = t.hall.clock()
				t.crowd.Store(len(t.present) > 0)
			}
		}
		select {
		case t.mailbox <- leave:
		case <-t.done: // which ended the presence of everybody here
		}
	}
	err = t.ask(ctx, func() {
		if who = t.s.whose(token); who != 0 {
			t.present[who]++
			t.hall.attendance.come(hereKey(t.id, who))
			t.crowd.Store(true)
			if t.present[who] == 1 {
				t.cry()
				t.look() // a round of the dice may have waited for this
			}
		}
	})
	if err != nil && !errors.Is(err, ErrBusy) { // it may still have come to it
		gone()
		return nil, err
	}
	return gone, err
}

// here reports whether a device of a person listens, at this node or another.
func (t *Table) here(who int) bool {
	if t.present[who] > 0 {
		return true
	}
	heard, ok := t.heard[who]
	return ok && t.hall.clock()-heard < cryLasts
}

// isAway reports whether a person's devices have all been silent for so long.
// Somebody never seen since the table was opened counts from then.
func (t *Table) isAway(who int, long time.Duration) bool {
	if who == 0 || t.here(who) {
		return who == 0
	}
	since, ok := t.away[who]
	if heard, known := t.heard[who]; known {
		since, ok = max(since, heard), true
	}
	if !ok {
		t.away[who] = t.hall.clock()
		return false
	}
	// During an outage nobody could listen.
	return t.hall.clock()-max(since, t.hall.resumed()) >= long
}

// cry tells other nodes who listens here.
func (t *Table) cry() {
	crier, ok := t.hall.Bus.(Crier)
	if !ok || t.hall.shared == nil || len(t.present) == 0 {
		return
	}
	crier.Cry(t.id, slices.Sorted(maps.Keys(t.present)))
}

// hear notes who listens at another node.
func (t *Table) hear(people []int) {
	now, came := t.hall.clock(), false
	for _, who := range people {
		if t.s.person(who) != nil {
			came = came || !t.here(who)
			t.heard[who] = now
		}
	}
	if came {
		t.look() // a round of the dice may have waited for this
	}
}

// cry lets every table with people say so.
func (h *Hall) cry() {
	h.mu.Lock()
	var list []*Table
	for _, t := range h.tables {
		if t.crowd.Load() {
			list = append(list, t)
		}
	}
	h.mu.Unlock()
	for _, t := range list {
		select {
		case t.mailbox <- t.cry:
		default: // it is said again
		}
	}
}
