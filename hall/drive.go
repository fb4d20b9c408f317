package hall

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"parlour"
	"parlour/table"
)

// The times of what a table does by itself.
const (
	ownTime  = 10 * time.Second // for writing an event of its own
	again    = time.Second      // after which it tries again what did not work
	botGrace = 10 * time.Second // at most, after which another node sees to a bot's turn
)

// look does everything that a table does by itself. If there are several nodes, only
// the holder of the table's lease does it.
func (t *Table) look() {
	if t.newer {
		return
	}
	if !t.certain() || !t.mend() {
		t.timer.Reset(again) // the store does not answer
		return
	}
	s, seq := t.s, t.s.Seq()
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
	if !t.drives() {
		return
	}
	switch {
	case t.s != s || s.Seq() != seq: // the log was longer
		t.look()
	case due.Bot:
		t.bot()
	default:
		t.own(s.Write(due, t.moment()))
	}
}

// certain reports whether the hall knows what it must know before it writes. After a
// failure of the store it asks at once.
func (t *Table) certain() bool {
	if !t.hall.heart.now().doubted {
		return !t.hall.unsure()
	}
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	return t.hall.sure(ctx) == nil
}

// mend reads the log again if that is needed.
func (t *Table) mend() bool {
	if !t.broken && !t.lost() && !t.newer {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	return t.refresh(ctx) == nil
}

// own commits events of the table itself, decided on the state at this node. If
// the log turns out to be longer, they are dropped and the table looks again.
func (t *Table) own(events []table.Event, err error) {
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
		t.look()
		return
	}
	t.timer.Reset(again)
}

// bot lets the bot in turn act. Where only bots play, it keeps its place to think
// until the event is durable, so that all such tables together never do more than
// there are places.
func (t *Table) bot() {
	if t.think != nil {
		return
	}
	s := t.s
	ctx, cancel := context.WithCancel(context.Background())
	t.think = cancel
	played, alone, q, origin := s.Played(), s.OnlyBots(), questionOf(s), t.origin
	pause := time.After(s.Pause(t.hall.BotDelay, rand.Float64())) // thinking counts within
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
		give := func() {}
		if thinks {
			if give = t.place(!alone, origin); give == nil {
				return
			}
		}
		mv := t.answer(ctx, q, origin)
		if !alone {
			give()
			wait()
		}
		t.inside(func() {
			t.think = nil
			t.botActs(played, mv)
		})
		if alone {
			give()
		}
	}()
}

// botActs makes the bot's move, if the game still stands where the bot was
// asked.
func (t *Table) botActs(played int64, mv parlour.Move) {
	same := func() bool { return t.s.Played() == played }
	if t.broken || t.newer || !same() || !t.s.BotsTurn() || !t.drives() || !same() {
		t.look()
		return
	}
	events, err := t.s.BotPlays(mv, t.moment())
	if errors.Is(err, table.ErrDice) { // something has to be written first
		t.look()
		return
	}
	t.own(events, err)
}
