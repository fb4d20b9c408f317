package hall

import (
	"sync"
	"time"
)

// steady returns a clock that never goes back. Where the clock on the wall is
// set back it goes on from where it was, by the time that passes: whoever is in
// turn neither gets the difference nor pays for it, and the log stays in order.
// It follows the wall again as soon as that has come as far. Where the wall
// jumps forward it follows at once; see held.go for who pays for that.
func steady(wall func() time.Time) func() time.Time {
	var mu sync.Mutex
	var last time.Time   // what it told last
	var passed time.Time // when, by the clock that nobody sets
	return func() time.Time {
		now := wall().Round(0) // without the reading of that clock, which would hide a jump
		mu.Lock()
		defer mu.Unlock()
		then := time.Now()
		if now.Before(last) {
			now = last.Add(then.Sub(passed))
		}
		last, passed = now, then
		return now
	}
}
