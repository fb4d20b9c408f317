package hall

import (
	"sync"
	"time"
)

// steady returns a clock that never goes back. If the wall clock is set back, the
// returned clock runs on from where it was: the player to move neither gains nor
// loses time, and the log stays in order. It follows the wall clock again once that
// has caught up. If the wall clock jumps forward, it follows at once; outage.go
// keeps players from paying for the jump.
func steady(wall func() time.Time) func() time.Time {
	var mu sync.Mutex
	var last time.Time   // the time it returned last
	var passed time.Time // when that was, by the monotonic clock
	return func() time.Time {
		now := wall().Round(0) // drop the monotonic reading, which would hide a jump
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
