package client

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"parlour/table"
)

// The table takes a request to take part once in this time, and less often from a
// device that did not answer.
const askEvery = 10500 * time.Millisecond

// moment is how long a throw waits for a round that may be complete soon.
const moment = 3 * time.Second

// owed returns what the device owes the dice now: TakePart, Pledge or Reveal, and
// the round; "" if nothing.
func owed(v *View, m *Memory) (kind table.Kind, round int) {
	me := v.You.Person
	if me == 0 || len(v.You.Chairs) == 0 || v.Status == table.Over {
		return "", 0
	}
	if p := v.Dice.Pending; p != nil && slices.Contains(p.People, me) {
		switch {
		case !slices.Contains(p.Pledged, me):
			return table.Pledge, p.Round
		case p.Phase == "reveal" && !slices.Contains(p.Revealed, me):
			return table.Reveal, p.Round
		}
		return "", 0
	}
	alone := !slices.ContainsFunc(v.You.Chairs, func(c int) bool { return v.Chairs[c-1].Bot == "" })
	if alone || v.Dice.Due == "" && v.Throws == 0 && v.Dice.Round == 0 {
		return "", 0 // a bot stands in, or the game has no dice
	}
	lost := slices.Contains(v.Dice.Members, me) && !m.holds(v.Dice.Round)
	if !slices.Contains(v.Dice.Part, me) || lost && v.Dice.Usable {
		return table.TakePart, v.Dice.Round
	}
	return "", 0
}

// keyOf returns a key that is the same whenever the same is sent again.
func keyOf(parts ...any) string {
	text := strings.TrimSuffix(fmt.Sprintln(parts...), "\n")
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// see notes an event. The caller holds the lock.
func (t *Table) see(e *Event) {
	b, r := &e.Body, &t.round
	switch {
	case e.Kind == table.TakePart && b.Person == t.memory.Person:
		t.asks++
	case e.Kind == table.Round && b.Dice != nil:
		r.number, r.commitment, r.epoch, r.people, r.pledged, r.since = b.Round, b.Dice.Commitment, b.Epoch, b.People, map[int]string{}, time.Now()
		r.sealed.Event = 0
	case e.Kind == table.Pledge && b.Round == r.number && b.Dice != nil && r.pledged != nil:
		r.pledged[b.Person] = b.Dice.Commitment
		r.sealed = t.check.Head()
	case e.Kind == table.Reveal:
		t.opened[b.Person] = open{b.Round, 1}
	case e.Kind == table.Throw:
		t.throws++
		if o := t.opened[e.By]; b.Own != "" && o.round == b.Round {
			t.opened[e.By] = open{o.round, o.links + 1}
		}
	}
}

// notReady returns how long to wait at most before a throw can be asked for, 0 if it
// can be now. The caller holds the lock.
func (t *Table) notReady(now time.Time) time.Duration {
	v := t.s.View
	me := v.You.Person
	if !v.Dice.Usable {
		return time.Second
	}
	// The first reveal ends the round in force. A link opened in that moment would be
	// lost.
	if p := v.Dice.Pending; p != nil && slices.Contains(p.People, me) {
		if p.Phase == "reveal" {
			return time.Second
		}
		if left := moment - now.Sub(t.round.since); left > 0 {
			return left
		}
	}
	if slices.Contains(v.Dice.Members, me) && !t.memory.holds(v.Dice.Round) {
		return time.Second
	}
	return 0
}

// throwAction returns the action for the next throw. What is opened for it is
// remembered first. The caller holds the lock.
func (t *Table) throwAction() (table.Action, error) {
	v := t.s.View
	me, n := v.You.Person, t.throws+1
	a := table.Action{Kind: table.Throw, Seq: v.Seq}
	o := t.opened[me]
	if !slices.Contains(v.Dice.Members, me) || o.round != v.Dice.Round {
		return a, nil
	}
	own, err := t.memory.own(o.round, n, o.links)
	if err != nil || own == "" {
		return a, err
	}
	a.Own, a.Key = own, keyOf("throw", v.Table, v.Dice.Round, n, own)
	return a, nil
}

// duties does what the device owes, whenever the table changes.
func (t *Table) duties(ctx context.Context) {
	for {
		changed := t.Changed()
		a, wait, err := t.duty(time.Now())
		if err != nil {
			t.end(fmt.Errorf("what this device knows about the table cannot be saved: %w", err))
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
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-changed:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// send sends what the device owes. If it is refused, what the table shows next says
// what is owed then.
func (t *Table) send(ctx context.Context, a table.Action) {
	_, err := t.c.Client.Act(ctx, t.c.Table, a)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case a.Kind != table.TakePart:
		t.sent[a.Key] = true
	case err != nil:
		t.patience = min(2*t.patience, 60*askEvery)
	default:
		t.sent[a.Key] = true
		t.patience = askEvery
	}
}

// duty returns what to send now, or how long to wait before looking again; 0 waits
// for a change.
func (t *Table) duty(now time.Time) (a table.Action, wait time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, m, r := t.s.View, t.memory, &t.round
	if t.may() != nil || !t.s.Up || v.You.Person == 0 || m.Person != v.You.Person || int64(len(t.s.Events)) < v.Seq {
		return a, 0, nil
	}
	kind, round := owed(v, m)
	a.Seq = v.Seq
	switch kind {
	case table.TakePart:
		a.Key = keyOf("take-part", v.Table, m.Person, t.asks, round)
		if wait = t.patience - now.Sub(t.asked); !t.asked.IsZero() && wait > 0 {
			return table.Action{}, wait, nil
		}
		t.asked = now
	case table.Pledge:
		if r.number != round {
			return table.Action{}, 0, nil // the log has not come so far
		}
		c, err := m.pledge(round, r.commitment, r.epoch)
		if c == nil || err != nil {
			return table.Action{}, 0, err
		}
		a.Round, a.Dice = round, &table.Chain{Commitment: c.Commitment().String(), Links: c.Len()}
		a.Key = keyOf("pledge", v.Table, a.Dice.Commitment)
	case table.Reveal:
		// Everybody's pledge, this device's among them, has to be in the log that it
		// was given.
		mine := m.Rounds[round]
		if r.number != round || mine == nil || r.pledged[m.Person] != mine.Pledge || slices.ContainsFunc(r.people, func(p int) bool { return r.pledged[p] == "" }) {
			return table.Action{}, 0, nil
		}
		if a.Link, err = m.reveal(round, r.sealed); a.Link == "" || err != nil {
			return table.Action{}, 0, err
		}
		a.Round, a.Key = round, keyOf("reveal", v.Table, a.Link)
	default:
		return table.Action{}, 0, nil
	}
	if t.sent[a.Key] {
		return table.Action{}, 0, nil
	}
	a.Kind = kind
	return a, 0, nil
}
