package hall

import (
	"sync"
	"time"
)

// steady returns a clock that never goes back. If the clock on the wall is set
// back, it continues from where it was: the player to move neither gains nor
// pays the difference, and the log stays in order. It follows the wall again as
// soon as the wall has caught up. If the wall jumps forward it follows at once;
// outage.go says who pays for that.
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
