package client

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"parlour"
	"parlour/table"
	"parlour/table/device"
	"parlour/table/proof"
)

// The times of a device.
const (
	hereEvery = 10 * time.Second         // it says that it is there while a throw is due
	linkEvery = 3 * time.Second          // it sends a link again until there is a throw or a void
	takeEvery = 10500 * time.Millisecond // the table lets it take part anew once in 10 seconds
	moment    = 3 * time.Second          // a press waits for so long until the device takes part
	patience  = 5 * time.Second          // for an answer to something that is said again anyway
)

// duties is what a device has done for the dice so far.
type duties struct {
	took  bool          // it took part since the table was opened
	take  *table.Action // a request to take part that the log does not show yet
	event int64         // which became this event, 0 before there was an answer
	asked time.Time     // when it was sent last
	wait  time.Duration // how long after that it may be sent again

	said   due       // for what it last said that it is there
	saidAt time.Time // and when

	opened fairLink  // the link that it sent last
	sentAt time.Time // and when
}

// lost notes that the server may not know what was said to it: the connection broke,
// or the server was started again.
func (d *duties) lost() { d.said, d.opened = due{}, fairLink{} }

// A due is a throw that is due.
type due struct {
	throws, voids int
	line          string
}

// A fairLink names a link that was opened for a throw.
type fairLink struct {
	number, attempt int
	link            string
}

// attend does what the device owes the dice, whenever the table changes.
func (t *Table) attend(ctx context.Context) {
	for {
		changed := t.Changed()
		a, wait, err := t.duty(time.Now())
		if err != nil {
			t.end(unsaved(err))
			return
		}
		if a.Kind != "" {
			t.send(ctx, a)
			if ctx.Err() != nil {
				return
			}
			continue
		}
		if wait <= 0 {
			wait = time.Hour
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-time.After(wait):
		}
	}
}

// send sends what the device owes. If it is refused, what the log has next says what
// is owed then.
func (t *Table) send(ctx context.Context, a table.Action) {
	if a.Kind == table.Here { // a link must not wait for the answer
		t.done.Go(func() { t.signal(ctx, a) })
		return
	}
	if a.Kind != table.TakePart {
		t.signal(ctx, a)
		return
	}
	reply, err := t.c.Client.Act(ctx, t.c.Table, a)
	t.mu.Lock()
	defer t.mu.Unlock()
	if d := &t.duties; err != nil {
		d.wait = min(2*d.wait, 60*takeEvery)
	} else {
		d.event, d.wait = reply.Seq, takeEvery
	}
}

// signal sends something that is no event, once.
func (t *Table) signal(ctx context.Context, a table.Action) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := t.c.Client.act(ctx, t.c.Table, a, 1, nil) // it is said again
	if _, ok := errors.AsType[*Unreachable](err); ok && a.Kind == table.Link {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.duties.sentAt = time.Now().Add(shortest - linkEvery)
	}
}

// bye tells the table that the device is not there any more.
func (t *Table) bye() {
	t.mu.Lock()
	said := !t.duties.saidAt.IsZero() && t.s.Err == nil
	t.mu.Unlock()
	if said {
		t.signal(context.Background(), table.Action{Kind: table.Away})
	}
}

// plays reports whether the device may take part in the dice now: its person plays,
// and the whole log has come and has no fault. The caller holds the lock.
func (t *Table) plays() bool {
	v, d := t.s.View, t.memory.Device
	if t.s.Err != nil || t.s.Fault != nil || !t.s.Up || t.loading != nil || int64(len(t.s.Events)) != v.Seq || v.Status == table.Over {
		return false
	}
	if d == nil || v.You.Person != d.Person || v.Dice.Due == "" && v.Throws == 0 { // perhaps a game without dice
		return false
	}
	return slices.ContainsFunc(v.You.Chairs, func(c int) bool { return v.Chairs[c-1].Bot == "" })
}

// duty returns what to send now, or how long to wait before looking again; 0 waits
// for a change. Whatever it returns is saved.
func (t *Table) duty(now time.Time) (a table.Action, wait time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.plays() {
		return a, 0, nil
	}
	next := func(other time.Duration) {
		if wait == 0 || other < wait {
			wait = other
		}
	}
	for _, duty := range []func(time.Time) (table.Action, time.Duration, error){t.link, t.takePart, t.here} {
		a, again, err := duty(now)
		if a.Kind != "" || err != nil {
			a.Seq = t.s.View.Seq
			return a, 0, err
		}
		if again > 0 {
			next(again)
		}
	}
	return a, wait, nil
}

// link opens the link that the log asks for.
func (t *Table) link(now time.Time) (a table.Action, wait time.Duration, err error) {
	v, open, d := t.s.View, t.story.check.Open(), &t.duties
	if open == nil {
		return a, 0, nil
	}
	var links []table.Opened // of the others; a view is not checked, so they may be anything
	if shown := v.Dice.Ask; shown != nil && shown.Number == open.Number && shown.Attempt == open.Attempt {
		links = v.You.Links
	}
	a, err = t.memory.Device.Open(t.story.check, links)
	if f, ok := errors.AsType[*proof.Fault](err); ok {
		t.broken(f)
		return table.Action{}, 0, nil
	}
	if err != nil { // nothing to open, or not yet
		return table.Action{}, 0, nil
	}
	id := fairLink{a.Number, a.Attempt, a.Link}
	if id == d.opened {
		if wait = linkEvery - now.Sub(d.sentAt); wait > 0 {
			return table.Action{}, wait, nil
		}
	} else if err := t.memory.Save(); err != nil {
		return table.Action{}, 0, err
	}
	d.opened, d.sentAt = id, now
	return a, 0, nil
}

// takePart takes part in the dice with a new chain: once after the table was opened,
// and then only when links run out or the owner throws. Otherwise two devices of one
// person would drive each other out again and again.
func (t *Table) takePart(now time.Time) (a table.Action, wait time.Duration, err error) {
	d := &t.duties
	need := t.memory.Device.Needs(t.story.check)
	if need == device.None {
		d.took, d.take = true, nil
		return a, 0, nil
	}
	if t.story.check.Behind() || t.story.check.Open() != nil {
		return a, 0, nil
	}
	if d.take != nil && d.event > 0 && d.event <= int64(len(t.s.Events)) {
		d.take = nil // it is in the log, and does not count any more
	}
	if d.take == nil {
		if need == device.Lost && d.took {
			return a, 0, nil
		}
		var secret [32]byte
		rand.Read(secret[:])
		fresh := t.memory.Device.TakePart(secret)
		fresh.Key = NewKey()
		d.take, d.took, d.event = &fresh, true, 0
		if err := t.memory.Save(); err != nil {
			return a, 0, err
		}
	}
	if wait = d.wait - now.Sub(d.asked); !d.asked.IsZero() && wait > 0 {
		return a, wait, nil
	}
	d.asked = now
	return *d.take, 0, nil
}

// here says that the device is there.
func (t *Table) here(now time.Time) (a table.Action, wait time.Duration, err error) {
	v, c, d := t.s.View, t.story.check, &t.duties
	if v.Dice.Due == "" || v.Status != table.Playing || v.Paused {
		return a, 0, nil
	}
	n := t.memory.Device.Next(c)
	if n == 0 {
		return a, 0, nil
	}
	is := due{c.Throws(), c.Voids(), v.Position}
	if wait = hereEvery - now.Sub(d.saidAt); wait > 0 && (is == d.said || c.Open() != nil) {
		return a, wait, nil
	}
	d.said, d.saidAt = is, now
	return table.Action{Kind: table.Here, Next: n}, 0, nil
}

// ErrNoThrow says that this client has nothing to throw now.
var ErrNoThrow = errors.New("it is not your turn to throw")

// Throw throws the dice: it asks for the throw, and waits until it is in the log. If
// an attempt fails, the table asks again, or Throw does.
func (t *Table) Throw(ctx context.Context) error {
	began := time.Now()
	number := 0
	for {
		changed := t.Changed()
		a, n, wait, err := t.press(began, number)
		switch {
		case err != nil:
			return err
		case n == 0:
			return nil // it has fallen
		}
		number = n
		if a.Kind != "" {
			_, err := t.c.Client.act(ctx, t.c.Table, a, -1, func() { t.up(false) })
			if err != nil && !errors.Is(err, ErrDice) && !errors.Is(err, ErrLate) {
				return err
			}
			wait = 2 * time.Second // until the log shows it
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		case <-time.After(wait):
		}
	}
}

// press returns the action that asks for throw number, and that number; 0 stands for
// the next one. Without an action, it returns how long to wait before looking again,
// and number 0 if the throw has fallen.
func (t *Table) press(began time.Time, number int) (a table.Action, n int, wait time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.may(); err != nil {
		return a, 0, 0, err
	}
	v, throws := t.s.View, t.s.Throws
	if number > 0 && throws >= number {
		return a, 0, 0, nil
	}
	if !t.s.Mine() || v.Needs != parlour.NeedThrow {
		if int64(len(t.s.Events)) < v.Seq || t.loading != nil {
			return a, throws + 1, time.Second, nil
		}
		return a, 0, 0, ErrNoThrow
	}
	number = throws + 1
	if v.Dice.Ask != nil || int64(len(t.s.Events)) != v.Seq || t.loading != nil {
		return a, number, time.Second, nil // it is on its way
	}
	if t.s.Fault == nil && !t.s.Up {
		return a, number, time.Second, nil // the device could not see what is asked for
	}
	a = table.Action{Kind: table.Throw}
	if d := t.memory.Device; d != nil && d.Person == v.You.Person {
		if c := t.story.check; t.plays() && d.Needs(c) == device.Lost && !c.Behind() {
			if t.duties.take == nil && t.duties.took {
				t.duties.took = false // the owner acts here, so this device takes over
				t.notify()
			}
			if left := moment - time.Since(began); left > 0 {
				return table.Action{}, number, left, nil
			}
		}
		a = d.Press(t.story.check)
		if t.s.Fault != nil {
			a.Next = 0
		}
		if err := t.memory.Save(); err != nil {
			t.failed(err)
			return table.Action{}, 0, 0, t.s.Err
		}
	}
	a.Key, a.Seq = NewKey(), v.Seq
	return a, number, 0, nil
}

// broken notes that something is wrong with the dice. The caller holds the lock.
func (t *Table) broken(f *proof.Fault) {
	if t.s.Fault == nil && f != nil {
		clean(reflect.ValueOf(f))
		t.s.Fault = f
		t.notify()
	}
}

func unsaved(err error) error {
	return fmt.Errorf("what this device knows about the table cannot be saved: %w", err)
}
