// Package wait lets tests wait for a condition instead of for time.
//
//	wait.For(t, "the bot to move", func() bool { return view().Turn == "W" })
//	seq := wait.Receive(t, "an announcement", announced)
package wait

import (
	"testing"
	"time"
)

// Limit is how long a test waits before it gives up. It only ends a test that
// hangs, so it is far longer than anything takes on a busy machine, and shorter
// than the ten minutes after which go test ends a package.
const Limit = 4 * time.Minute

// pause is how long For rests between two looks.
const pause = 2 * time.Millisecond

// For waits until is reports true. It fails the test at Limit.
func For(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(Limit); !is(); time.Sleep(pause) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s", Limit, what)
		}
	}
}

// Receive returns the next value of a channel, or the zero value once the
// channel is closed. It fails the test at Limit.
func Receive[T any](t testing.TB, what string, c <-chan T) (v T) {
	t.Helper()
	limit := time.NewTimer(Limit)
	defer limit.Stop()
	select {
	case v = <-c:
	case <-limit.C:
		t.Fatalf("waited %v for %s", Limit, what)
	}
	return v
}
