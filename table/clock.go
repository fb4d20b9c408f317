package table

import (
	"slices"
	"time"

	"parlour/referee"
)

// day is a day of a correspondence game.
const day = 24 * time.Hour

// First returns the time a chair has to begin with.
func (c Clock) First() time.Duration {
	switch c.Kind {
	case MoveClock, FischerClock:
		return time.Duration(c.Seconds) * time.Second
	case DayClock:
		return time.Duration(c.Days) * day
	}
	return 0
}

// check says what is wrong with a clock.
func (c Clock) check() error {
	switch c.Kind {
	case "", NoClock:
		return nil
	case MoveClock:
		if c.Seconds >= 5 && c.Seconds <= 3600 {
			return nil
		}
		return bad("refused.clock-move")
	case FischerClock:
		if c.Seconds >= 10 && c.Seconds <= 4*3600 && c.Increment >= 0 && c.Increment <= 600 {
			return nil
		}
		return bad("refused.clock-fischer")
	case DayClock:
		if c.Days >= 1 && c.Days <= 30 {
			return nil
		}
		return bad("refused.clock-days")
	}
	return misuse("a clock is none, move, fischer or days")
}

// ticking reports whether the clock of the chair in turn runs: not while the
// table waits for people or for the dice, is paused or over, and not for bots.
func (s *State) ticking() bool {
	c := s.is.chair
	return s.terms.Clock.First() > 0 && c >= 0 && !s.paused && s.timeUp == 0 && s.is.status == Playing && s.chairs[c].Bot == "" && !s.stalled()
}

// stopClock charges the chair in turn for the time until t.
func (s *State) stopClock(t time.Time) {
	if c := s.is.chair; c >= 0 && !s.running.IsZero() && !s.paused && s.ticking() {
		s.left[c] = max(0, s.left[c]-t.Sub(s.running))
	}
	s.running = t
}

// passClock is called when the chair in turn may have changed at time t: the
// one that acted is charged and gets the increment, the next begins to think.
func (s *State) passClock(before, after int, t time.Time) {
	k := s.terms.Clock
	if before >= 0 && before < len(s.left) && !s.running.IsZero() && !s.paused && k.First() > 0 {
		switch k.Kind {
		case FischerClock:
			if s.chairs[before].Bot == "" {
				s.left[before] = max(0, s.left[before]-t.Sub(s.running)) + time.Duration(k.Increment)*time.Second
			}
		default:
			s.left[before] = k.First()
		}
	}
	if after >= 0 && k.Kind != FischerClock {
		s.left[after] = k.First()
	}
	s.running = time.Time{}
	if s.is.status == Playing {
		s.running = t
	}
}

// leftAt returns what the clock of the chair in turn has left at time t.
func (s *State) leftAt(t time.Time) time.Duration {
	c := s.is.chair
	if c < 0 || s.terms.Clock.First() == 0 || s.running.IsZero() || s.chairs[c].Bot != "" {
		return 0
	}
	return max(0, s.left[c]-t.Sub(s.running))
}

// deadline returns when the clock that runs will have run out, zero if none does.
func (s *State) deadline() time.Time {
	if !s.ticking() || s.running.IsZero() {
		return time.Time{}
	}
	return s.running.Add(s.left[s.is.chair])
}

// judgePause stops the game. A player in turn may not stop their own clock
// while somebody else waits for them.
func judgePause(q *ask) (Event, error) {
	if q.paused || q.is.status == Over {
		return Event{}, bad("refused.no-pause")
	}
	if q.timeUp != 0 { // or the others could not choose
		return Event{}, bad("refused.time-up")
	}
	others := slices.ContainsFunc(q.chairs, func(c Place) bool { return c.Person != 0 && c.Person != q.who && c.Bot == "" })
	if others && q.ticking() && q.chairs[q.is.chair].Person == q.who {
		return Event{}, bad("refused.own-clock")
	}
	return Event{}, nil
}

func foldPause(s *State, e *Event) error {
	s.stopClock(e.At)
	s.paused = true
	return nil
}

func judgeResume(q *ask) (Event, error) {
	if !q.paused || q.is.status == Over {
		return Event{}, bad("refused.not-paused")
	}
	return Event{}, nil
}

func foldResume(s *State, e *Event) error {
	s.paused, s.running = false, e.At
	return nil
}

func foldTimeUp(s *State, e *Event) error {
	s.left[e.Body.Chair-1], s.timeUp = 0, e.Body.Chair
	return nil
}

// judgeRule is the choice of the others when somebody's time is up.
func judgeRule(q *ask) (Event, error) {
	if q.timeUp == 0 {
		return Event{}, bad("refused.no-time-up")
	}
	late := &q.chairs[q.timeUp-1]
	if late.Person == q.who && q.othersPlay(q.who) {
		return Event{}, bad("refused.others-choose")
	}
	e := Event{Body: Body{Chair: q.timeUp, Text: q.a.Text}}
	switch q.a.Text {
	case RuleWait:
	case RuleBot:
		e.Body.Level = q.standInLevel()
	case RuleEnd:
		trial := referee.New(q.ref.Now())
		if err := trial.Resign(late.Seats[0], referee.Time); err != nil {
			return Event{}, err
		}
		e.Line = trial.Now().String()
	default:
		return Event{}, misuse("choose %s, %s or %s", RuleWait, RuleBot, RuleEnd)
	}
	return e, nil
}

func foldRule(s *State, e *Event) error {
	chair := s.timeUp - 1
	s.timeUp = 0
	if chair < 0 {
		return nil
	}
	s.played = e.Seq
	switch e.Body.Text {
	case RuleWait, RuleBot:
		if e.Body.Text == RuleBot {
			s.chairs[chair].Bot = e.Body.Level
		}
		s.left[chair] = s.terms.Clock.First()
		s.running = e.At
	case RuleEnd:
		_ = s.ref.Resign(s.chairs[chair].Seats[0], referee.Time)
		s.gone = e.Seq
		s.check(e, nil)
	}
	return nil
}

// An Outage is a time when nobody could play: the server was down, or its store
// did not answer.
type Outage struct {
	From time.Time `json:"from"` // the last sign of life before it
	To   time.Time `json:"to"`
}

// outageCredit returns by how much the clock that runs has to be held, because the
// table waited for somebody while nobody could play.
func (s *State) outageCredit(outages []Outage) (owed time.Duration) {
	if len(outages) == 0 || !outages[len(outages)-1].To.After(s.last) || !s.ticking() || s.running.IsZero() {
		return 0
	}
	for _, o := range outages {
		from := o.From
		if from.Before(s.running) {
			from = s.running
		}
		if o.To.After(s.last) && o.To.After(from) {
			owed += o.To.Sub(from)
		}
	}
	return owed
}

// creditEvent is the event that credits the clock. Its time is not before the end of
// any outage, so that no node writes it again.
func creditEvent(owed time.Duration, outages []Outage) Event {
	return Event{Kind: Held, At: outages[len(outages)-1].To.UTC(), Body: Body{Lasted: owed}}
}

func foldHeld(s *State, e *Event) error {
	if !s.running.IsZero() {
		s.running = s.running.Add(e.Body.Lasted)
	}
	return nil
}
