package hall

import (
	"context"
	"maps"
	"slices"
	"time"
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
}

func newPresence() presence {
	return presence{map[int]int{}, map[int]time.Duration{}, map[int]time.Duration{}}
}

// Here notes that a person's device listens; the function it returns notes
// that it stopped. Strangers are not counted.
func (t *Table) Here(ctx context.Context, token string) (gone func(), err error) {
	who := 0
	if err := t.read(ctx, func() {
		who = t.s.Whose(token)
		t.comes(who)
	}); err != nil {
		return nil, err
	}
	return func() { t.inside(func() { t.leaves(who) }) }, nil // a table that has ended has ended the presence of everybody
}

// comes notes that a device of a person has connected to this node.
func (t *Table) comes(who int) {
	if who == 0 {
		return
	}
	t.crowd.here[who]++
	t.hall.attendance.come(hereKey(t.id, who))
	if t.crowd.here[who] == 1 {
		t.notePeople()
		t.cry()
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
		t.notePeople()
	}
}

// notePeople notes who listens here for those who do not hold the lock.
func (t *Table) notePeople() { t.people.Store(slices.Sorted(maps.Keys(t.crowd.here))) }

// listening returns who listens at this node, in order.
func (t *Table) listening() []int { return t.people.Load().([]int) }

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

// cry tells other nodes who listens here. It needs no lock.
func (t *Table) cry() {
	if crier, ok := t.hall.Bus.(Crier); ok && t.hall.shared != nil && len(t.listening()) > 0 {
		crier.Cry(t.id, t.listening())
	}
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
	}
}

// cry tells other nodes who listens here, for every table.
func (h *Hall) cry() {
	h.mu.Lock()
	tables := slices.Collect(maps.Values(h.tables))
	h.mu.Unlock()
	for _, t := range tables {
		t.cry()
	}
}
