package table

import "time"

// A Due is what a table has to do by itself.
type Due struct {
	Kind Kind      // of the event that has to be written now, "" for none; Write makes it
	Bot  bool      // if there is none: a bot has to act
	At   time.Time // if neither: when there may be something to do without a further event; zero for never

	owed   time.Duration
	why    string // of a void
	person int    // who is said to have caused it
}

// Due says what the table has to do by itself: end a game that is too long,
// credit a clock, see to the throw that is asked for, prepare the dice, notice
// that a time is up, let a bot act.
func (s *State) Due(m *Moment) Due {
	deadline := s.deadline()
	var open Due
	if s.dice.open != nil {
		open = s.dueAsked(m)
	}
	switch owed := s.outageCredit(m.Outages); {
	case s.tooLong(m.House.MostPlay):
		return Due{Kind: TooLong}
	case owed > 0:
		return Due{Kind: Held, owed: owed}
	case open.Kind != "":
		return open
	case s.storeWentBack(m.Epoch) || s.dice.open == nil && s.throwDue() && s.needsServer(m.Epoch):
		return Due{Kind: Server}
	case !deadline.IsZero() && !deadline.After(m.Now):
		return Due{Kind: TimeUp}
	case s.dice.again && s.throwDue():
		return Due{Kind: Ask}
	case s.BotsTurn():
		return Due{Bot: true}
	}
	return Due{At: earliest(deadline, open.At)}
}

// DueBefore says what has to be in the log before an action of a kind can be
// judged: time that is owed to the clock, the chain that a throw needs, and a new
// one if the store may have lost events. Usually the table has already done this by itself.
func (s *State) DueBefore(kind Kind, m *Moment) Due {
	switch owed := s.outageCredit(m.Outages); {
	case owed > 0:
		return Due{Kind: Held, owed: owed}
	case s.dice.open != nil && m.Epoch > s.dice.store:
		return Due{Kind: Void, why: WhyRestart}
	case s.storeWentBack(m.Epoch):
		return Due{Kind: Server}
	case kind == Throw && s.dice.open == nil && s.throwDue() && s.needsServer(m.Epoch):
		return Due{Kind: Server}
	}
	return Due{}
}

// storeWentBack reports whether the store may have lost events since the server made its
// chain. It says so with a new chain before anything else happens: otherwise devices
// that saw the lost events would find another game.
func (s *State) storeWentBack(epoch int64) bool {
	return s.dice.open == nil && s.dice.epoch != 0 && s.dice.store < epoch && s.is.status != Over
}

// Write makes the events that are due.
func (s *State) Write(d Due, m *Moment) ([]Event, error) {
	e := Event{Kind: d.Kind}
	switch d.Kind {
	case Held:
		e = creditEvent(d.owed, m.Outages)
	case Server:
		e = s.newServer(m)
	case Ask:
		next := 0
		if s.dice.with {
			next = 1
		}
		var err error
		if e, err = s.ask(0, next, m); err != nil {
			return nil, err
		}
		also, err := s.throwAtOnce(e)
		return append([]Event{e}, also...), err
	case Ready:
		o := s.dice.open
		e.Body = Body{Number: o.Number, Attempt: o.Attempt}
		e.Secret = &Secret{Parts: s.opened(m)}
	case Throw:
		var err error
		if e, err = s.makeThrow(s.dice.open, s.opened(m)); err != nil {
			return nil, err
		}
	case Void:
		e = s.void(d.why, d.person, m)
		if d.why == WhyRestart {
			return []Event{e, s.newServer(m)}, nil
		}
	case TimeUp:
		e.Body = Body{Chair: s.is.chair + 1}
	}
	if s.voidsThrow(&e) {
		return []Event{s.void(string(e.Kind), 0, m), e}, nil
	}
	return []Event{e}, nil
}

// Wake returns when a node has to open the table if none has it in memory, zero for
// never: a clock runs out, a bot should have acted within grace, or a throw that is
// asked for should have fallen. A table where only bots play waits until somebody
// watches it.
func (s *State) Wake(m *Moment, grace time.Duration) (at time.Time) {
	if s.dice.open != nil {
		at = s.last.Add(m.House.Patience.Answer)
	}
	switch {
	case !s.BotsTurn():
		return earliest(at, s.deadline())
	case s.OnlyBots():
		return at
	}
	return earliest(at, s.last.Add(grace))
}

// earliest returns the earlier of two times; the zero time is never.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
