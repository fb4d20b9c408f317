package hall

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"parlour"
	"parlour/table"
)

const (
	ownTime    = 10 * time.Second // the timeout of a table's own reads and writes
	retryAfter = time.Second      // how long a table waits before it retries
	botGrace   = 10 * time.Second // the longest time before another node takes over a bot's turn
)

// runDue does what is due without anybody asking: clocks, bots, throws. With
// several nodes, only the holder of the table's lease does it.
func (t *Table) runDue() {
	if t.newer {
		return
	}
	if !t.hallIsFresh() || !t.ensureLoaded() {
		t.timer.Reset(retryAfter) // the store does not answer
		return
	}
	s, seq := t.s, t.s.Seq()
	t.hurried = t.hurried && !s.PersonsTurn()
	due := s.Due(t.moment())
	if due.Bot && t.rests() {
		due = table.Due{}
	}
	if due.Kind == "" && !due.Bot {
		if !due.At.IsZero() {
			t.timer.Reset(due.At.Sub(t.hall.Now()) + time.Millisecond)
		}
		return
	}
	if !t.tryLead() {
		return
	}
	switch {
	case t.s != s || s.Seq() != seq: // there were more events
		t.runDue()
	case due.Bot:
		t.bot()
	default:
		t.commitOwn(s.Write(due, t.moment()))
	}
}

// hallIsFresh reports whether the hall may write: it knows of every outage and the
// store's epoch. After a failure of the store it asks at once.
func (t *Table) hallIsFresh() bool {
	if !t.hall.heart.load().storeFailed {
		return !t.hall.stale()
	}
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	return t.hall.ensureFresh(ctx) == nil
}

// ensureLoaded reads the log again if the state may differ from it, and reports
// whether the state is good.
func (t *Table) ensureLoaded() bool {
	if !t.broken && !t.logMayHaveChanged() && !t.newer {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	return t.refresh(ctx) == nil
}

// commitOwn commits events that the table itself decided on. If the log turns out
// to be longer, it drops them and decides again.
func (t *Table) commitOwn(events []table.Event, err error) {
	if err != nil {
		t.hall.Log.Error("a table cannot go on", "table", t.id, "err", err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	err = t.commit(ctx, events)
	switch {
	case err == nil:
		t.touch()
		return
	case errors.Is(err, ErrConflict) && t.refresh(ctx) == nil:
		t.runDue()
		return
	}
	t.timer.Reset(retryAfter)
}

// bot lets the bot in turn act. At a table where only bots play, it keeps its place
// in the thinking line until the event is durable: so such tables together use no
// more processors than the line has places.
func (t *Table) bot() {
	if t.think != nil {
		return
	}
	s := t.s
	ctx, cancel := context.WithCancel(context.Background())
	t.think = cancel
	played, alone, q, origin := s.Played(), s.OnlyBots(), questionOf(s), t.origin
	pause := time.After(s.Pause(t.hall.BotDelay, rand.Float64())) // includes the time to think
	hurry := make(chan struct{})
	t.hurry = hurry
	t.endPause()
	go func() {
		defer cancel()
		wait := func() {
			select {
			case <-pause:
			case <-hurry:
			case <-t.quit:
			}
		}
		if alone {
			wait()
		}
		thinks := alone || q.match.Turn().Needs() != parlour.NeedThrow
		give := func() {}
		if thinks {
			if give = t.waitToThink(!alone, origin); give == nil {
				return
			}
		}
		mv := t.chooseMove(ctx, q, origin)
		if !alone {
			give()
			wait()
		}
		t.doLocked(func() {
			t.think = nil
			t.botActs(played, mv)
		})
		if alone {
			give()
		}
	}()
}

// endPause ends the pause of the bot that thinks, if a player hurries it.
func (t *Table) endPause() {
	if t.hurried && t.hurry != nil {
		close(t.hurry)
		t.hurry = nil
	}
}

// botActs makes the bot's move, if the position is still the one that the bot
// thought about and nobody has taken the chair. To lead, the table may read what
// other nodes wrote.
func (t *Table) botActs(played int64, mv parlour.Move) {
	same := func() bool { return t.s.Played() == played && t.s.BotsTurn() }
	if t.broken || t.newer || !same() || !t.tryLead() || !same() {
		t.runDue()
		return
	}
	events, err := t.s.BotPlays(mv, t.moment())
	if errors.Is(err, table.ErrDice) { // something has to be written first
		t.runDue()
		return
	}
	t.commitOwn(events, err)
}
