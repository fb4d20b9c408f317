package table

import "time"

// day is a day of a correspondence game; tests shorten nothing, they set clocks.
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

// Fault says what is wrong with a clock, "" if nothing.
func (c Clock) Fault() string {
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
