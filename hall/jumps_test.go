package hall_test

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/table"
	"parlour/table/fair"
)

// alone hides that a store can be shared.
type alone struct{ hall.Store }

// TestJumps makes the wall clock jump while somebody thinks, as when it is set
// or the machine sleeps. They are charged for the time they thought, give or
// take the gap between two beats, and the log stays in order. Afterwards the
// clocks run as before.
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
	var store hall.Store = &storetest.Memory{}
	if !shared {
		store = alone{store}
	}
	r, leap := jumpy(t, store, table.Patience{})
	a := r.create(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.FischerClock, Seconds: 60}}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
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
	leap(jump)
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
	fair("a player who moves at once after the jump", 0, 40*time.Second)
	time.Sleep(10 * time.Second)
	b.do(table.Action{Kind: table.Move, Move: "22-18"})
	fair("the next", 1, 50*time.Second)
	// The wall clock jumps while nothing happens, and then a player's clock
	// runs out.
	time.Sleep(10 * time.Second)
	leap(jump)
	time.Sleep(10 * time.Second)
	synctest.Wait()
	if v := a.view(); v.TimeUp != 0 {
		t.Errorf("the time of a player who thought for 20 seconds is up")
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
		r, jump := jumpy(t, alone{&storetest.Memory{}}, table.Patience{})
		a := r.create(table.Terms{Game: "checkers"}, 1)
		b := a.other()
		b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
		b.view() // the absence is counted from here
		jump(time.Hour)
		if _, err := b.try(table.Action{Kind: table.StandIn, Chair: 1}); err == nil {
			t.Error("a person connected before the jump was replaced by a bot")
		}
		time.Sleep(30 * time.Second)
		b.do(table.Action{Kind: table.StandIn, Chair: 1})
	})
}

// TestExpireAfterJump checks that a clock that jumps ahead does not delete
// tables, and that tables do expire while the server runs.
func TestExpireAfterJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, jump := jumpy(t, alone{&storetest.Memory{}}, table.Patience{})
		r.create(table.Terms{Game: "checkers"}, 1)
		expire := func(want int) {
			t.Helper()
			if n, err := r.hall.Expire(t.Context(), 24*time.Hour, 24*time.Hour); n != want || err != nil {
				t.Errorf("%d tables were deleted, %v; want %d", n, err, want)
			}
		}
		jump(365 * 24 * time.Hour)
		expire(0)
		time.Sleep(23 * time.Hour)
		expire(0)
		time.Sleep(2 * time.Hour)
		expire(1)
	})
}

// TestIdleAfterJump checks that a table in use stays in memory when the wall
// clock jumps, and leaves it when nobody has used it for the configured time.
func TestIdleAfterJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, jump := jumpy(t, alone{&storetest.Memory{}}, table.Patience{})
		a := r.create(table.Terms{Game: "checkers"}, 1)
		jump(time.Hour)
		time.Sleep(7 * time.Second) // more than a beat
		synctest.Wait()
		if n := r.hall.Len(); n != 1 {
			t.Errorf("%d tables are in memory seven seconds after somebody sat down, want 1", n)
		}
		jump(-2 * time.Hour)
		a.view()
		time.Sleep(5*time.Minute + 10*time.Second)
		synctest.Wait()
		if n := r.hall.Len(); n != 0 {
			t.Errorf("%d tables are in memory that nobody used for five minutes", n)
		}
	})
}

// TestSweepSparesOpened opens a long-idle table just before it would be
// dropped from memory: the caller can still use it.
func TestSweepSparesOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := jumpy(t, alone{&storetest.Memory{}}, table.Patience{})
		a := r.create(table.Terms{Game: "checkers"}, 1)
		time.Sleep(5*time.Minute + 4*time.Second)
		opened := a.table()
		time.Sleep(2 * time.Second) // the beat that would find it idle
		synctest.Wait()
		if _, err := opened.View(context.Background(), a.token); err != nil {
			t.Errorf("a table opened two seconds ago: %v", err)
		}
	})
}

// TestHeardAfterJump checks that a node still knows who is connected to
// another node when its clock jumps.
func TestHeardAfterJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, bus := &storetest.Memory{}, &town{}
		one, _ := jumpyOn(t, store, bus, table.Patience{})
		two, jump := jumpyOn(t, store, bus, table.Patience{})
		a := one.create(table.Terms{Game: "checkers"}, 1)
		b := a.other().at(two)
		b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
		if _, err := a.table().Here(context.Background(), a.token); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		for _, d := range []time.Duration{0, time.Hour} {
			jump(d)
			if w, err := b.table().Awaited(context.Background()); err != nil || !w.Here {
				t.Errorf("after a jump of %v: a person connected to another node counts as away: %+v, %v", d, w, err)
			}
		}
	})
}

// TestPatienceAfterJump checks that nobody is left out of the dice because the
// clock jumped or the store did not answer for a while.
func TestPatienceAfterJump(t *testing.T) {
	for name, wait := range map[string]func(p *patient, jump func(time.Duration)){
		"a jump of an hour":     func(_ *patient, jump func(time.Duration)) { jump(time.Hour) },
		"a jump of ten seconds": func(_ *patient, jump func(time.Duration)) { jump(10 * time.Second) },
		"an outage of a minute": func(p *patient, _ func(time.Duration)) {
			p.ill.Store(true)
			time.Sleep(time.Minute)
			p.ill.Store(false)
			time.Sleep(6 * time.Second) // a beat shows that it answers again
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &patient{Store: alone{&storetest.Memory{}}}
				r, jump := jumpy(t, p, table.Patience{Answer: 8 * time.Second, Gone: 8 * time.Second})
				pa, pb := duo(r, table.Terms{})
				a, b := takePart(pa), takePart(pb) // both are connected
				toThrow(a, b)
				answer(a, b)
				a.do(a.device.Press())
				if v := a.view(); v.Dice.Ask == nil || !slices.Equal(v.Dice.Ask.Who, []int{1, 2}) {
					t.Fatalf("no throw waits for both: %+v", v.Dice)
				}
				wait(p, jump)
				b.do(table.Action{Kind: table.Emote, Text: "hello"}) // makes the table check the dice
				synctest.Wait()
				if v := a.view(); v.Dice.Ask == nil || v.Dice.Ask.Attempt != 1 {
					t.Fatalf("somebody was left out: %+v", v.Dice)
				}
				time.Sleep(20 * time.Second) // a beat may notice the jump only now, and then they get their time again
				synctest.Wait()
				if !slices.ContainsFunc(a.events(), func(e table.Event) bool { return e.Kind == table.Void && e.Body.Person == 2 }) {
					t.Errorf("nobody answered, but %+v", a.view().Dice)
				}
			})
		})
	}
}

// jumpy opens a hall whose wall clock the test can make jump.
func jumpy(t *testing.T, store hall.Store, patience table.Patience) (r *room, jump func(time.Duration)) {
	return jumpyOn(t, store, &hall.Local{}, patience)
}

func jumpyOn(t *testing.T, store hall.Store, bus hall.Bus, patience table.Patience) (r *room, jump func(time.Duration)) {
	t.Helper()
	var offset atomic.Int64
	h, err := hall.New(context.Background(), hall.Config{
		Store: store, Bus: bus, Shelf: newShelf(), Beat: 5 * time.Second, Log: slog.New(slog.DiscardHandler), House: table.House{Links: fair.MinLinks, Patience: patience},
		Now: func() time.Time { return time.Now().Add(time.Duration(offset.Load())) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return &room{t: t, hall: h, store: store}, func(d time.Duration) { offset.Add(int64(d)) }
}
