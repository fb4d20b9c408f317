package hall

import (
	"context"
	"errors"
	"time"

	"parlour/table"
)

// What the devices of people say about the dice is not in the log, so only the
// node that leads the table knows it. Should that node be lost, the devices say it
// again to the next.

// attendLasts is how long a device counts as there after it said so. It says it
// every ten seconds while a throw is due.
const attendLasts = 12 * time.Second

// devices is what they said. Times are by the hall's own clock.
type devices struct {
	here  map[int]deviceSign
	phase table.Phase    // the throw for which they opened links
	links map[int]string // by person, hex
}

// A deviceSign is a device that said that it is there, or goodbye.
type deviceSign struct {
	at   time.Duration
	next int // the first link that it can open, 0 if it said goodbye
}

// signal notes what a device tells the table.
func (t *Table) signal(ctx context.Context, from *table.Sender, a *table.Action) (table.Reply, error) {
	who, err := t.s.Signal(from, a)
	if errors.Is(err, table.ErrLate) {
		return table.Reply{Seq: t.s.Seq()}, nil // the throw has fallen or is void: nothing is lost
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
		t.gathering()[who] = a.Link
		t.look()
	}
	return table.Reply{Seq: t.s.Seq()}, nil
}

// gathering returns the links that were opened for the throw that is asked for.
func (t *Table) gathering() map[int]string {
	phase, _ := t.s.Phase()
	d := &t.devices
	if same := phase.Number == d.phase.Number && phase.Attempt == d.phase.Attempt; !same || d.links == nil {
		d.phase, d.links = phase, map[int]string{}
	}
	return d.links
}

// attends reports whether a device of a person said lately that it is there or not,
// and from which link on it can open.
func (t *Table) attends(who int) (next int, said bool) {
	sign, said := t.devices.here[who]
	return sign.next, said && t.hall.clock()-sign.at < attendLasts
}

// linkOf returns the link that a person's device opened for the throw that is
// asked for.
func (t *Table) linkOf(who int) (string, bool) {
	link, ok := t.gathering()[who]
	return link, ok
}

// waited returns for how long devices could have opened their links for the throw
// that is asked for. It does not count the time before this node knew of it, when
// it could not hear them, nor an outage.
func (t *Table) waited() time.Duration {
	phase, asked := t.s.Phase()
	if !asked {
		return 0
	}
	now := t.hall.clock()
	if phase != t.phase {
		t.phase, t.known = phase, now
	}
	return now - max(t.known, t.hall.resumed())
}
