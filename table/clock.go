package table

import "time"

// What the others may choose when somebody's time is up.
const (
	RuleWait = "wait" // go on waiting
	RuleBot  = "bot"  // a bot stands in
	RuleEnd  = "end"  // the player has lost by time
)

// day is a day of a correspondence game; tests shorten nothing, they set clocks.
const day = 24 * time.Hour

// first returns the time a chair has to begin with.
func (c Clock) first() time.Duration {
	switch c.Kind {
	case MoveClock, FischerClock:
		return time.Duration(c.Seconds) * time.Second
	case DayClock:
		return time.Duration(c.Days) * day
	}
	return 0
}

// valid says what is wrong with a clock, "" if nothing.
func (c Clock) valid() string {
	switch c.Kind {
	case "", NoClock:
		return ""
	case MoveClock:
		if c.Seconds >= 5 && c.Seconds <= 3600 {
			return ""
		}
		return "a clock for each move has 5 to 3600 seconds"
	case FischerClock:
		if c.Seconds >= 10 && c.Seconds <= 4*3600 && c.Increment >= 0 && c.Increment <= 600 {
			return ""
		}
		return "a Fischer clock has 10 seconds to 4 hours and an increment up to 600 seconds"
	case DayClock:
		if c.Days >= 1 && c.Days <= 30 {
			return ""
		}
		return "a correspondence clock has 1 to 30 days for each move"
	}
	return "a clock is none, move, fischer or days"
}

// ticking reports whether the clock of the chair in turn runs: not while the
// table waits for people or for the dice, is paused or over, and not for bots.
func (s *state) ticking() bool {
	c := s.turnChair()
	return s.terms.Clock.first() > 0 && c >= 0 && !s.paused && s.timeUp == 0 && s.status() == Playing && s.chairs[c].Bot == "" && !s.stalled()
}

// stopClock charges the chair in turn for the time until t.
func (s *state) stopClock(t time.Time) {
	if c := s.turnChair(); c >= 0 && !s.running.IsZero() && !s.paused && s.ticking() {
		s.left[c] = max(0, s.left[c]-t.Sub(s.running))
	}
	s.running = t
}

// passClock is called when the chair in turn may have changed at time t: who
// acted is charged and gets the increment, who is next begins to think.
func (s *state) passClock(before, after int, t time.Time) {
	k := s.terms.Clock
	if before >= 0 && before < len(s.left) && !s.running.IsZero() && !s.paused && k.first() > 0 {
		switch k.Kind {
		case FischerClock:
			if s.chairs[before].Bot == "" {
				s.left[before] = max(0, s.left[before]-t.Sub(s.running)) + time.Duration(k.Increment)*time.Second
			}
		default:
			s.left[before] = k.first()
		}
	}
	if after >= 0 && k.Kind != FischerClock {
		s.left[after] = k.first()
	}
	s.running = time.Time{}
	if s.status() == Playing {
		s.running = t
	}
}

// deadline returns when the clock that runs will have run out.
func (s *state) deadline() time.Time {
	if !s.ticking() || s.running.IsZero() {
		return time.Time{}
	}
	return s.running.Add(s.left[s.turnChair()])
}
