package hall

import (
	"context"
	. "parlour/table"
	"time"
)

// Awaited is whom a table waits for.
type Awaited struct {
	Person int       // 0 for nobody: a bot, a free chair, a pause
	Here   bool      // a device of the person listens
	Over   bool      // the game is over
	Turn   int64     // the event that began the turn, which names it
	Since  time.Time // when that was
}

// Awaited returns whom the table waits for.
func (t *Table) Awaited(ctx context.Context) (Awaited, error) {
	if err := t.Fresh(ctx); err != nil {
		return Awaited{}, err
	}
	var a Awaited
	fail := ErrBusy
	if err := t.ask(ctx, func() {
		if fail = t.refresh(ctx); fail == nil {
			a = t.awaited()
		}
	}); err != nil {
		return Awaited{}, err
	}
	return a, fail
}

func (t *Table) awaited() Awaited {
	s := t.s
	a := Awaited{Turn: s.turned, Since: s.turnedAt}
	switch s.status() {
	case Over:
		a.Over = true
	case Playing:
		if c := s.chairs[s.turnChair()]; c.Bot == "" && !s.paused {
			a.Person, a.Here = c.Person, t.here(c.Person)
		}
	}
	return a
}

// turns reports whether an event began a turn: another chair has to act, or
// the one that had to was filled, or the game goes on after a pause.
func (s *state) turns(e *Event, before int) bool {
	switch e.Kind {
	case Sit, SetChair, Return, Resume:
		return true
	}
	return s.turnChair() != before || s.turned == 0
}
