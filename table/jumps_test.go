package table_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlour/inproc"
	"parlour/table"
	"parlour/table/storetest"
)

// alone hides that a store is shared.
type alone struct{ table.Store }

// TestJumps lets the clock on the wall jump while somebody thinks, as when it is
// set or the machine sleeps. They pay for the time they thought, give or take
// the gap between two beats, and the log stays in order. Afterwards clocks go on
// as before.
func TestJumps(t *testing.T) {
	const gap = 5 * 5 * time.Second / 2
	for name, jump := range map[string]time.Duration{
		"none":              0,
		"an hour forward":   time.Hour,
		"a week forward":    7 * 24 * time.Hour,
		"a little forward":  gap - time.Second,
		"an hour back":      -time.Hour,
		"a moment back":     -300 * time.Millisecond,
		"a week back":       -7 * 24 * time.Hour,
		"some seconds back": -20 * time.Second,
	} {
		for kind, shared := range map[string]bool{"alone": false, "shared": true} {
			t.Run(name+" "+kind, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { jumps(t, jump, gap, shared) })
			})
		}
	}
}

func jumps(t *testing.T, jump, gap time.Duration, shared bool) {
	var offset atomic.Int64
	var store table.Store = &storetest.Memory{}
	if !shared {
		store = alone{store}
	}
	hall, err := table.NewHall(context.Background(), table.Config{
		Store: store, Bus: &inproc.Bus{}, Shelf: newShelf(), Beat: 5 * time.Second, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return time.Now().Add(time.Duration(offset.Load())) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer hall.Close()
	r := &room{t: t, hall: hall, store: store}
	a := r.create(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.FischerClock, Seconds: 60}}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob", Nonce: "bbbb"})
	left := func(chair int) time.Duration {
		return time.Duration(a.view().Chairs[chair].Left * float64(time.Second))
	}
	fair := func(what string, chair int, want time.Duration) {
		t.Helper()
		if got := left(chair); got < want-gap || got > want+gap {
			t.Errorf("%s has %v left, want %v", what, got, want)
		}
	}
	time.Sleep(20 * time.Second)
	offset.Store(int64(jump))
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
	fair("who moves at once after the jump", 0, 40*time.Second)
	time.Sleep(10 * time.Second)
	b.do(table.Action{Kind: table.Move, Move: "22-18"})
	fair("the next", 1, 50*time.Second)
	// A jump while everything rests, and a clock that runs out after it.
	time.Sleep(10 * time.Second)
	offset.Add(int64(jump))
	time.Sleep(10 * time.Second)
	synctest.Wait()
	if v := a.view(); v.TimeUp != 0 {
		t.Errorf("the time of somebody who thought for 20 seconds is up")
	}
	time.Sleep(2 * gap)
	time.Sleep(20 * time.Second)
	synctest.Wait()
	if v := a.view(); v.TimeUp != 1 {
		t.Errorf("nobody's time is up: the deadline is %v away, left are %v", v.Deadline.Sub(v.Now), left(0))
	}
	events := a.events()
	for i := 1; i < len(events); i++ {
		if events[i].At.Before(events[i-1].At) {
			t.Errorf("event %d at %v follows one at %v", events[i].Seq, events[i].At, events[i-1].At)
		}
	}
}

// TestAwayAfterJump checks that nobody is replaced because the clock jumped.
func TestAwayAfterJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var offset atomic.Int64
		store := alone{&storetest.Memory{}}
		hall, err := table.NewHall(context.Background(), table.Config{
			Store: store, Bus: &inproc.Bus{}, Shelf: newShelf(), Log: slog.New(slog.DiscardHandler),
			Now: func() time.Time { return time.Now().Add(time.Duration(offset.Load())) },
		})
		if err != nil {
			t.Fatal(err)
		}
		defer hall.Close()
		r := &room{t: t, hall: hall, store: store}
		a := r.create(table.Terms{Game: "checkers"}, 1)
		b := a.other()
		b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob", Nonce: "bbbb"})
		b.view() // from here on it counts
		offset.Store(int64(time.Hour))
		if _, err := b.try(table.Action{Kind: table.StandIn, Chair: 1}); err == nil {
			t.Error("who was there before the jump is replaced by a bot")
		}
		time.Sleep(30 * time.Second)
		b.do(table.Action{Kind: table.StandIn, Chair: 1})
	})
}
