package bot

import (
	"context"
	"time"
)

// Inside a browser the program has one thread, and nothing interrupts a
// goroutine. A searcher that asks whether it has to stop therefore makes a pause
// from time to time, in which the program answers requests and the browser
// delivers them.

// slice is how long a searcher works without a pause.
const slice = 40 * time.Millisecond

// worked is when the work since the last pause began. Only one goroutine runs at
// a time, so it needs no lock.
var worked time.Time

// Ended reports whether a search has to stop because ctx has ended. Searchers ask
// from time to time.
func Ended(ctx context.Context) bool {
	now := time.Now()
	if now.Sub(worked) > slice {
		if now.Sub(worked) < 4*slice { // or it has just begun
			time.Sleep(time.Microsecond)
			now = time.Now()
		}
		worked = now
	}
	if end, ok := ctx.Deadline(); ok && !now.Before(end) {
		return true
	}
	return ctx.Err() != nil
}
