package hall

import (
	"context"
	"errors"
	. "parlour/table"
	"time"

	"parlour"
)

// The times of what a table does by itself.
const (
	ownTime  = 10 * time.Second // for writing an event of its own
	again    = time.Second      // after which it tries again what did not work
	botGrace = 10 * time.Second // at most, after which a bot's turn is looked for that nobody sees to
)

// look sees to everything that happens by itself: clocks that run out, bots
// whose turn it is, rounds of the dice, time the server was down. Of several
// nodes one does it, the holder of the table's lease.
func (t *Table) look() {
	if t.newer {
		return
	}
	if !t.certain() || !t.mend() {
		t.timer.Reset(again) // the store does not answer
		return
	}
	s, seq := t.s, t.s.seq
	now := t.hall.Now()
	deadline := s.deadline()
	due := !deadline.IsZero() && !deadline.After(now)
	bots := s.botsTurn() && !t.rests()
	owed := t.owed()
	need := t.needRound()
	long := t.tooLong()
	switch {
	case long, owed > 0, need.why != "", due, bots:
		if !t.drives() {
			return
		}
	default:
		if next := sooner(deadline, need.look); !next.IsZero() {
			t.timer.Reset(next.Sub(now) + time.Millisecond)
		}
		return
	}
	switch {
	case t.s != s || t.s.seq != seq: // the log was longer
		t.look()
	case long:
		t.own(Event{Kind: TooLong})
	case owed > 0:
		t.own(t.held(owed))
	case need.why != "":
		t.own(t.newRound(need))
	case due:
		t.own(Event{Kind: TimeUp, Body: Body{Chair: s.turnChair() + 1}})
	case bots:
		t.bot()
	}
}

// mend reads the log anew, where that is needed, for a table that looks by
// itself.
func (t *Table) mend() bool {
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	return t.refresh(ctx) == nil
}

// own commits an event of the table itself. It was decided on the state as it
// is here; should the log be longer it is forgotten, and looked again.
func (t *Table) own(e Event) {
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	err := t.commit(ctx, []Event{e})
	switch {
	case err == nil:
		t.touch()
		return
	case errors.Is(err, ErrConflict) && t.refresh(ctx) == nil:
		t.look()
		return
	}
	t.timer.Reset(again)
}

// botsTurn reports whether a bot has to act.
func (s *state) botsTurn() bool {
	chair := s.turnChair()
	return chair >= 0 && s.chairs[chair].Bot != "" && !s.paused && s.timeUp == 0 && s.status() == Playing && !s.stalled()
}

// due returns when the table has something to do by itself, zero if nothing:
// then a clock runs out, a bot should have acted, or a round of the dice should
// have begun.
func (t *Table) due() time.Time {
	dice := t.roundDue()
	if t.s.botsTurn() {
		if t.s.onlyBots() {
			return dice // whoever watches wakes it
		}
		return sooner(dice, t.s.last.Add(min(t.hall.BotTime+t.hall.BotDelay, botGrace)+time.Second))
	}
	return sooner(dice, t.s.deadline())
}

// bot lets a bot act whose turn it is. Where only bots play, the place to think
// is held until the event is durable: all such tables together never do more
// than there are places.
func (t *Table) bot() {
	if t.think != nil {
		return
	}
	s := t.s
	ctx, cancel := context.WithCancel(context.Background())
	t.think = cancel
	played, alone, q := s.played, s.onlyBots(), s.question()
	pause := time.After(pause(t.hall.BotDelay, s.terms.Pace, q.match)) // thinking counts within
	go func() {
		defer cancel()
		wait := func() {
			select {
			case <-pause:
			case <-t.quit:
			}
		}
		if alone {
			wait()
		}
		thinks := alone || q.match.Turn().Needs() != parlour.NeedThrow
		if thinks && !t.hall.places.take(!alone, t.quit) {
			return
		}
		mv := t.answer(ctx, q)
		if !alone {
			if thinks {
				t.hall.places.give()
			}
			wait()
		}
		done := make(chan struct{})
		act := func() {
			defer close(done)
			t.think = nil
			if t.broken || t.newer || t.s.played != played || !t.s.botsTurn() || !t.drives() || t.s.played != played {
				t.look()
				return
			}
			t.botPlays(mv, q.match)
		}
		select {
		case t.mailbox <- act:
		case <-t.done:
			close(done)
		}
		if alone {
			select {
			case <-done:
			case <-t.done:
			}
			t.hall.places.give()
		}
	}()
}

func (t *Table) botPlays(mv parlour.Move, m parlour.Match) {
	var e Event
	var err error
	if m.Turn().Needs() == parlour.NeedThrow {
		e, err = t.throw(0, "")
	} else {
		e, err = t.move(m, mv)
	}
	if err == nil {
		t.own(e)
	}
}
