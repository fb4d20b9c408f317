package hall

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	. "parlour/table"
	"strconv"
	"time"

	"parlour/table/fair"
)

// This file is what a table's goroutine does for the dice: it draws the secrets
// of chains, opens their links and begins rounds.

// certain reports whether the hall knows what it has to before something is
// written. After a failure of the store it asks at once.
func (t *Table) certain() bool {
	if !t.hall.pulse.doubted.Load() {
		return !t.hall.unsure()
	}
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	return t.hall.sure(ctx) == nil
}

// needRound says which round has to begin now.
func (t *Table) needRound() need {
	now := t.hall.Now()
	return t.s.needRound(now, now.Add(-t.waited()), t.hall.pulse.epoch.Load(), t.hall.Patience, t.listens)
}

// A phase is what a pending round of the dice waits for, as this node knows it.
type phase struct {
	round int
	waits string        // for a pledge or a reveal
	began int64         // by the log, in milliseconds
	known time.Duration // since when this node knows, by the hall's own clock
}

// waited returns for how long people could have answered the pending round.
// It does not count the time before this node knew of it, since it could not
// hear them, nor an outage.
func (t *Table) waited() time.Duration {
	p, now := t.s.dice.pending, t.hall.clock()
	if p == nil {
		return 0
	}
	is := phase{p.number, p.phase(), p.began.UnixMilli(), t.phase.known}
	if is != t.phase {
		is.known = now
		t.phase = is
	}
	return now - max(is.known, t.hall.resumed())
}

// listens reports whether a person's device would notice that a round begins:
// it has a stream, as far as this node knows, or did something lately.
func (t *Table) listens(who int) bool {
	if t.here(who) {
		return true
	}
	p := t.s.person(who)
	return p != nil && t.hall.Now().Sub(p.acted) < awayAfter
}

// roundDue returns when a round should have begun or the pending one should
// have been answered, zero for never. By then whoever finds the table goes on.
func (t *Table) roundDue() time.Time {
	n := t.s.needRound(t.s.last, time.Time{}, t.hall.pulse.epoch.Load(), t.hall.Patience, t.listens)
	if n.why != "" {
		return t.s.last.Add(again)
	}
	return n.look
}

// sooner returns the earlier of two times; the zero time is never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// newRound draws a secret and commits to its chain.
func (t *Table) newRound(n need) Event {
	var secret [32]byte
	rand.Read(secret[:])
	chain := fair.NewChain(secret, t.hall.Links)
	e := t.s.newRound(n, t.hall.pulse.epoch.Load(), chain.Commitment(), t.hall.Links)
	e.Secret = &Secret{Dice: hex.EncodeToString(secret[:])}
	t.keepChain(e.Body.Dice.Commitment, chain)
	return e
}

// keepChain remembers an opened chain, and forgets those that are not in use.
func (t *Table) keepChain(commitment string, c *fair.Chain) {
	if len(t.chains) >= 4 {
		clear(t.chains)
	}
	t.chains[commitment] = c
}

// chain opens the chain of a round. That costs one hash for each of its links,
// so it is done when a throw is due, not when a table is read.
func (t *Table) chain(r *round) (*fair.Chain, error) {
	if c := t.chains[r.chain.Commitment]; c != nil {
		return c, nil
	}
	secret, ok := fair.ParseLink(r.secret) // it has the form of one
	if !ok {
		return nil, errors.New("the secret of the dice is damaged")
	}
	c := fair.NewChain(secret, r.chain.Links)
	if c.Commitment().String() != r.chain.Commitment {
		return nil, errors.New("the secret of the dice does not fit its commitment")
	}
	t.keepChain(r.chain.Commitment, c)
	return c, nil
}

// throw lets the dice fall for a person, whose device may have opened a link of
// its own, or for a bot, which is person 0.
func (t *Table) throw(by int, own string) (Event, error) {
	s, d := t.s, &t.s.dice
	if !d.usable(by, t.hall.pulse.epoch.Load()) {
		return Event{}, ErrDice
	}
	next, err := d.next(t.id, by, own)
	if err != nil {
		return Event{}, err
	}
	chain, err := t.chain(d.force)
	if err != nil {
		return Event{}, err
	}
	next.Link = chain.Link(next.Number - d.force.base)
	turn := s.turn()
	mv := turn.Dice.Nth(next.N(turn.Dice.Weight()))
	m := s.ref.Match()
	text := m.Text(mv)
	if err := m.Play(mv); err != nil {
		return Event{}, err
	}
	info := s.game.Info()
	return Event{Kind: Throw, By: by, Line: m.String(), Body: Body{
		Seat: info.Letter(turn.Seat), Throw: text, Number: next.Number, Link: next.Link.String(), Round: next.Round, Own: own,
	}}, nil
}

// diceView shows the dice. Its lists are never nil, so that they are lists in
// JSON.
func (t *Table) diceView() DiceView {
	s, d := t.s, &t.s.dice
	by, _ := s.throwDue()
	v := DiceView{
		Due: s.turn().Dice.String(), Method: fair.Method, Usable: d.usable(by, t.hall.pulse.epoch.Load()),
		Members: []int{}, Opened: map[string]int{}, Part: append([]int{}, s.takers()...),
	}
	if f := d.force; f != nil {
		v.Round, v.Why = f.number, f.why
		for _, m := range f.members {
			v.Members = append(v.Members, m.person)
			v.Opened[strconv.Itoa(m.person)] = m.opened
		}
	}
	if p := d.pending; p != nil {
		v.Why = p.why
		v.Pending = &PendingView{Round: p.number, People: []int{}, Pledged: []int{}, Revealed: []int{}, Phase: p.phase()}
		for _, m := range p.members {
			v.Pending.People = append(v.Pending.People, m.person)
			if m.links > 0 {
				v.Pending.Pledged = append(v.Pending.Pledged, m.person)
			}
			if m.opened > 0 {
				v.Pending.Revealed = append(v.Pending.Revealed, m.person)
			}
		}
	}
	return v
}
