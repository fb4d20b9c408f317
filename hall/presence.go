package hall

import (
	"context"
	"maps"
	"slices"
	"time"
)

const (
	presenceEvery = 5 * time.Second  // how often nodes tell each other who is connected
	presenceLasts = 15 * time.Second // a person that no node has mentioned for so long is away
)

// PresenceKnownAfter is how long a node that has just opened a table waits until
// it knows who is connected to other nodes.
const PresenceKnownAfter = presenceEvery + time.Second

// presence is who is connected to a table. Times are by the hall's own clock.
type presence struct {
	here      map[int]int           // how many streams each person has at this node
	elsewhere map[int]time.Duration // when another node last said that a person is connected there
	away      map[int]time.Duration // when a person's last stream at this node ended
}

func newPresence() presence {
	return presence{map[int]int{}, map[int]time.Duration{}, map[int]time.Duration{}}
}

// Here records that a person's device is connected; call the function it returns
// when it disconnects. Strangers are not counted.
func (t *Table) Here(ctx context.Context, token string) (gone func(), err error) {
	who := 0
	if err := t.read(ctx, func() {
		who = t.s.Whose(token)
		t.deviceConnected(who)
	}); err != nil {
		return nil, err
	}
	return func() { t.doLocked(func() { t.deviceLeft(who) }) }, nil // if the table has ended, removeEverybody has done it
}

// deviceConnected records that a person's device has connected to this node.
func (t *Table) deviceConnected(who int) {
	if who == 0 {
		return
	}
	t.presence.here[who]++
	t.hall.attendance.add(presenceKey(t.id, who))
	if t.presence.here[who] == 1 {
		t.storeListeners()
		t.announcePresence()
	}
}

// deviceLeft records that a person's device has disconnected from this node.
func (t *Table) deviceLeft(who int) {
	if who == 0 {
		return
	}
	t.hall.attendance.remove(presenceKey(t.id, who))
	if t.presence.here[who]--; t.presence.here[who] == 0 {
		delete(t.presence.here, who)
		t.presence.away[who] = t.hall.clock()
		t.storeListeners()
	}
}

// storeListeners updates what listening returns.
func (t *Table) storeListeners() { t.listeners.Store(slices.Sorted(maps.Keys(t.presence.here))) }

// listening returns the people connected to this node, sorted. It needs no lock.
func (t *Table) listening() []int { return t.listeners.Load().([]int) }

// removeEverybody removes the devices at this node from the hall's attendance.
func (t *Table) removeEverybody() {
	for who, n := range t.presence.here {
		for range n {
			t.hall.attendance.remove(presenceKey(t.id, who))
		}
	}
}

// here reports whether a person's device is connected, to this node or another.
func (t *Table) here(who int) bool {
	if t.presence.here[who] > 0 {
		return true
	}
	at, ok := t.presence.elsewhere[who]
	return ok && t.hall.clock()-at < presenceLasts
}

// isAway reports whether no device of a person has been connected for so long. If
// none has been since the table was opened, the time counts from the first call.
func (t *Table) isAway(who int, long time.Duration) bool {
	if who == 0 || t.here(who) {
		return who == 0
	}
	since, ok := t.presence.away[who]
	if at, known := t.presence.elsewhere[who]; known {
		since, ok = max(since, at), true
	}
	if !ok {
		t.presence.away[who] = t.hall.clock()
		return false
	}
	// During an outage nobody could be connected.
	return t.hall.clock()-max(since, t.hall.resumed()) >= long
}

// announcePresence tells other nodes who is connected here. It needs no lock.
func (t *Table) announcePresence() {
	if bus, ok := t.hall.Bus.(PresenceBus); ok && t.hall.shared != nil && len(t.listening()) > 0 {
		bus.AnnouncePresence(t.id, t.listening())
	}
}

// onPresence records who is connected to another node.
func (t *Table) onPresence(people []int) {
	for _, who := range people {
		if t.s.Known(who) {
			t.presence.elsewhere[who] = t.hall.clock()
		}
	}
}

// announcePresence tells other nodes who is connected here, for every table.
func (h *Hall) announcePresence() {
	h.mu.Lock()
	tables := slices.Collect(maps.Values(h.tables))
	h.mu.Unlock()
	for _, t := range tables {
		t.announcePresence()
	}
}
