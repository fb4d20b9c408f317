package hall

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"parlour/table"
)

// The times of presence across nodes.
const (
	cryEvery = 5 * time.Second
	cryLasts = 15 * time.Second // somebody who is not heard of for so long is not there
)

// Heard is how long it takes until a node that has just opened a table has
// heard who listens elsewhere.
const Heard = cryEvery + time.Second

// presence is who listens to a table. Times are by the hall's own clock.
type presence struct {
	here  map[int]int           // streams of each person at this node
	heard map[int]time.Duration // when other nodes last said that they have one
	away  map[int]time.Duration // since when they have none here
	any   *atomic.Bool          // somebody listens at this node
}

func newPresence() presence {
	return presence{map[int]int{}, map[int]time.Duration{}, map[int]time.Duration{}, &atomic.Bool{}}
}

// Here notes that a person's device listens; the function it returns notes
// that it stopped. Strangers are not counted.
func (t *Table) Here(ctx context.Context, token string) (gone func(), err error) {
	who := 0 // belongs to the table's goroutine
	gone = func() {
		select {
		case t.mailbox <- func() { t.leaves(who) }:
		case <-t.done: // which ended the presence of everybody here
		}
	}
	err = t.ask(ctx, func() {
		who = t.s.Whose(token)
		t.comes(who)
	})
	if err != nil && !errors.Is(err, ErrBusy) { // it may still have come to it
		gone()
		return nil, err
	}
	return gone, err
}

// comes notes that a device of a person has connected to this node.
func (t *Table) comes(who int) {
	if who == 0 {
		return
	}
	t.crowd.here[who]++
	t.hall.attendance.come(hereKey(t.id, who))
	t.crowd.any.Store(true)
	if t.crowd.here[who] == 1 {
		t.cry()
		t.look() // a round of the dice may have waited for this
	}
}

// leaves notes that one has gone.
func (t *Table) leaves(who int) {
	if who == 0 {
		return
	}
	t.hall.attendance.leave(hereKey(t.id, who))
	if t.crowd.here[who]--; t.crowd.here[who] == 0 {
		delete(t.crowd.here, who)
		t.crowd.away[who] = t.hall.clock()
		t.crowd.any.Store(len(t.crowd.here) > 0)
	}
}

// everybodyLeaves ends the presence of everybody at this node.
func (t *Table) everybodyLeaves() {
	for who, n := range t.crowd.here {
		for range n {
			t.hall.attendance.leave(hereKey(t.id, who))
		}
	}
}

// here reports whether a device of a person listens, at this node or another.
func (t *Table) here(who int) bool {
	if t.crowd.here[who] > 0 {
		return true
	}
	heard, ok := t.crowd.heard[who]
	return ok && t.hall.clock()-heard < cryLasts
}

// isAway reports whether a person's devices have all been silent for so long.
// Somebody never seen since the table was opened counts from then.
func (t *Table) isAway(who int, long time.Duration) bool {
	if who == 0 || t.here(who) {
		return who == 0
	}
	since, ok := t.crowd.away[who]
	if heard, known := t.crowd.heard[who]; known {
		since, ok = max(since, heard), true
	}
	if !ok {
		t.crowd.away[who] = t.hall.clock()
		return false
	}
	// During an outage nobody could listen.
	return t.hall.clock()-max(since, t.hall.resumed()) >= long
}

// listens reports whether a person's device would notice that a round of the
// dice begins: it has a stream, as far as this node knows, or did something
// lately.
func (t *Table) listens(who int) bool {
	return t.here(who) || t.s.Known(who) && t.hall.Now().Sub(t.s.Acted(who)) < table.AwayAfter
}

// waited returns for how long people could have answered the pending round of
// the dice. It does not count the time before this node knew of it, when it
// could not hear them, nor an outage.
func (t *Table) waited() time.Duration {
	phase, pending := t.s.Phase()
	if !pending {
		return 0
	}
	now := t.hall.clock()
	if phase != t.phase {
		t.phase, t.known = phase, now
	}
	return now - max(t.known, t.hall.resumed())
}

// cry tells other nodes who listens here.
func (t *Table) cry() {
	crier, ok := t.hall.Bus.(Crier)
	if !ok || t.hall.shared == nil || len(t.crowd.here) == 0 {
		return
	}
	crier.Cry(t.id, slices.Sorted(maps.Keys(t.crowd.here)))
}

// hear notes who listens at another node.
func (t *Table) hear(people []int) {
	now, came := t.hall.clock(), false
	for _, who := range people {
		if t.s.Known(who) {
			came = came || !t.here(who)
			t.crowd.heard[who] = now
		}
	}
	if came {
		t.look() // a round of the dice may have waited for this
	}
}

// cry makes every table with people say so.
func (h *Hall) cry() {
	h.mu.Lock()
	var list []*Table
	for _, t := range h.tables {
		if t.crowd.any.Load() {
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
