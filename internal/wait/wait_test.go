package wait

import (
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// A failing is a test that records how it failed.
type failing struct {
	testing.TB
	said string
}

func (f *failing) Helper() {}

func (f *failing) Fatalf(format string, args ...any) {
	f.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// failure runs a test that must fail and returns its message.
func failure(run func(testing.TB)) string {
	f := &failing{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return f.said
}

func TestFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		For(t, "a minute", func() bool { return time.Since(begin) >= time.Minute })
		if got := failure(func(t testing.TB) { For(t, "the end of time", func() bool { return false }) }); got != "waited 4m0s for the end of time" {
			t.Error(got)
		}
	})
}

func TestReceive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() {
			time.Sleep(time.Minute)
			c <- 7
		}()
		if got := Receive(t, "a number", c); got != 7 {
			t.Error(got)
		}
		if got := failure(func(t testing.TB) { Receive(t, "another", c) }); got != "waited 4m0s for another" {
			t.Error(got)
		}
		close(c)
		if got := Receive(t, "the end", c); got != 0 {
			t.Error(got)
		}
	})
}
