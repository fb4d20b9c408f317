package hall

import (
	. "parlour/table"
	"time"
)

// ticking reports whether the clock of the chair in turn runs: not while the
// table waits for people or for the dice, is paused or over, and not for bots.
func (s *state) ticking() bool {
	c := s.turnChair()
	return s.terms.Clock.First() > 0 && c >= 0 && !s.paused && s.timeUp == 0 && s.status() == Playing && s.chairs[c].Bot == "" && !s.stalled()
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
