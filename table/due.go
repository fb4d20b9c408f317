package table

import "time"

// again is how soon a round that is needed should have begun.
const again = time.Second

// A Due is what a table has to do by itself.
type Due struct {
	Kind Kind      // of the event that has to be written now, "" for none; Write makes it
	Bot  bool      // if there is none: a bot has to act
	At   time.Time // if neither: when there may be something to do without a further event; zero for never

	owed time.Duration
	need need
}

// Due says what the table has to do by itself: end a game that is too long,
// credit a clock, begin a round of the dice, notice that a time is up, let a
// bot act.
func (s *State) Due(m *Moment) Due {
	deadline, need := s.deadline(), s.needRound(m.Now, m.Now.Add(-m.Waited), m)
	switch owed := s.owed(m.Outages); {
	case s.tooLong(m.House.MostPlay):
		return Due{Kind: TooLong}
	case owed > 0:
		return Due{Kind: Held, owed: owed}
	case need.why != "":
		return Due{Kind: Round, need: need}
	case !deadline.IsZero() && !deadline.After(m.Now):
		return Due{Kind: TimeUp}
	case s.BotsTurn():
		return Due{Bot: true}
	}
	return Due{At: sooner(deadline, need.look)}
}

// DueBefore says what has to be in the log before an action of a kind can be
// judged: time that is owed to the clock, and the round that a throw needs.
// Usually the table has already done this by itself.
func (s *State) DueBefore(kind Kind, m *Moment) Due {
	if owed := s.owed(m.Outages); owed > 0 {
		return Due{Kind: Held, owed: owed}
	}
	if kind == Throw {
		if n := s.needRound(m.Now, m.Now.Add(-m.Waited), m); n.why != "" && n.must {
			return Due{Kind: Round, need: n}
		}
	}
	return Due{}
}

// Write makes the event that is due.
func (s *State) Write(d Due, m *Moment) Event {
	switch d.Kind {
	case Held:
		return held(d.owed, m.Outages)
	case Round:
		return s.newRound(d.need, m)
	case TimeUp:
		return Event{Kind: TimeUp, Body: Body{Chair: s.is.chair + 1}}
	}
	return Event{Kind: d.Kind}
}

// Wake returns when a node has to open the table if none has it in memory, zero for
// never: a clock runs out, a bot should have acted within grace, or a round of the
// dice should have begun. A table where only bots play waits until somebody watches
// it.
func (s *State) Wake(m *Moment, grace time.Duration) time.Time {
	n := s.needRound(s.last, time.Time{}, m)
	at := n.look
	if n.why != "" {
		at = s.last.Add(again)
	}
	switch {
	case !s.BotsTurn():
		return sooner(at, s.deadline())
	case s.OnlyBots():
		return at
	}
	return sooner(at, s.last.Add(grace))
}

// Phase tells what the pending round of the dice waits for, so that a server
// can count for how long it has known; ok is false if none is pending.
func (s *State) Phase() (p Phase, ok bool) {
	r := s.dice.pending
	if r == nil {
		return p, false
	}
	return Phase{r.number, r.phase(), r.began.UnixMilli()}, true
}

// A Phase is what a round of the dice waits for. Phases are comparable.
type Phase struct {
	round int
	waits string // for a pledge or a reveal
	began int64  // by the log, in milliseconds
}

// sooner returns the earlier of two times; the zero time is never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
