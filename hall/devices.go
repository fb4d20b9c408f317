package hall

import (
	"context"
	"errors"
	"time"

	"parlour/table"
)

// What players' devices say about the dice is not in the log, so only the node
// that leads the table knows it. If that node fails, the devices repeat it to the
// next one.

// deviceHereLasts is how long a device counts as present after it said so. It
// repeats that every ten seconds while a throw is due.
const deviceHereLasts = 12 * time.Second

// devices holds what players' devices said. Times are by the hall's own clock.
type devices struct {
	here  map[int]deviceSign
	phase table.Phase    // the throw that the links are for
	links map[int]string // by person, hex
}

// A deviceSign is the last thing a device said: that it is present, or goodbye.
type deviceSign struct {
	at   time.Duration
	next int // the first link that it can open, 0 if it said goodbye
}

// signal records what a device tells the table.
func (t *Table) signal(ctx context.Context, from *table.Sender, a *table.Action) (table.Reply, error) {
	who, err := t.s.Signal(from, a)
	if errors.Is(err, table.ErrLate) {
		return table.Reply{Seq: t.s.Seq()}, nil // the throw has been made or is void: the link is not needed
	}
	if err != nil {
		return table.Reply{}, t.refuse(ctx, err)
	}
	d := &t.devices
	if d.here == nil {
		d.here = map[int]deviceSign{}
	}
	switch a.Kind {
	case table.Here:
		d.here[who] = deviceSign{t.hall.clock(), a.Next}
	case table.Away:
		d.here[who] = deviceSign{at: t.hall.clock()}
	case table.Link:
		t.openedLinks()[who] = a.Link
		t.runDue()
	case table.Hurry:
		t.hurried = !t.s.PersonsTurn()
		t.endPause()
	}
	return table.Reply{Seq: t.s.Seq()}, nil
}

// openedLinks returns the links that were opened for the throw that is due.
func (t *Table) openedLinks() map[int]string {
	phase, _ := t.s.Phase()
	d := &t.devices
	if same := phase.Number == d.phase.Number && phase.Attempt == d.phase.Attempt; !same || d.links == nil {
		d.phase, d.links = phase, map[int]string{}
	}
	return d.links
}

// deviceHere reports whether a person's device has lately said that it is present
// or leaving, and the first link that it can open.
func (t *Table) deviceHere(who int) (next int, said bool) {
	sign, said := t.devices.here[who]
	return sign.next, said && t.hall.clock()-sign.at < deviceHereLasts
}

// linkOf returns the link that a person's device opened for the throw that is
// due.
func (t *Table) linkOf(who int) (string, bool) {
	link, ok := t.openedLinks()[who]
	return link, ok
}

// waited returns how long devices have had to open their links for the throw that
// is due. Time before this node knew of the throw does not count, and neither does
// an outage: devices could not reach it.
func (t *Table) waited() time.Duration {
	phase, asked := t.s.Phase()
	if !asked {
		return 0
	}
	now := t.hall.clock()
	if phase != t.phase {
		t.phase, t.phaseSince = phase, now
	}
	return now - max(t.phaseSince, t.hall.resumed())
}
