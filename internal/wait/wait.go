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
// than the ten minutes after which go test stops a package.
const Limit = 4 * time.Minute

// For pauses between two checks, briefly at first and then longer, so that an
// expensive check does not slow down what it waits for.
const (
	shortest = time.Millisecond
	longest  = 50 * time.Millisecond
)

// For waits until is reports true, and fails the test after Limit.
func For(t testing.TB, what string, is func() bool) {
	t.Helper()
	end, pause := time.Now().Add(Limit), shortest
	for !is() {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s", Limit, what)
		}
		time.Sleep(pause)
		pause = min(pause*5/4, longest)
	}
}

// Receive returns the next value of a channel, or the zero value if the channel
// is closed. It fails the test after Limit.
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
