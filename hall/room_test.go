package hall_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/phrase"
	"parlour/referee"
	"parlour/table"
)

// refused checks that an action is refused with an error that contains the
// words.
func (p *person) refused(a table.Action, words string) {
	p.r.t.Helper()
	_, err := p.try(a)
	var refusal *parlour.Refusal
	if !errors.As(err, &refusal) || !strings.Contains(phrase.English.Refusal(refusal), words) {
		p.r.t.Errorf("%+v: %v, want a refusal with %q", a, err, words)
	}
}

// TestTalkHasItsRoom has somebody talk as much as they can: the rate is
// limited, even at another node and after a restart, the total is limited, and
// the game continues.
func TestTalkHasItsRoom(t *testing.T) {
	c := newCluster(t)
	one, _ := c.node()
	two, _ := c.node()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	hello := table.Action{Kind: table.Emote, Text: "hello"}
	n := 0
	for ; n < 1000; n++ {
		if _, err := a.try(hello); err != nil {
			break
		}
	}
	if n > 30 {
		t.Errorf("said %d times in one moment", n)
	}
	a.refused(hello, "wait")
	a.at(two).refused(hello, "wait")
	one.hall.Close()
	three, _ := c.node()
	a, b = a.at(three), b.at(three)
	a.refused(hello, "wait")
	b.do(hello) // others may
	for ; n < 4000; n++ {
		c.clock.add(10 * time.Second)
		if _, err := a.try(hello); err != nil {
			break
		}
	}
	if n >= 4000 {
		t.Fatalf("said %d times", n)
	}
	a.refused(hello, "limit of chat")
	b.do(hello)
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
	b.do(table.Action{Kind: table.Pause})
	a.do(table.Action{Kind: table.Resume})
}

// TestHousekeepingHasItsRoom does the same with changes around the game.
func TestHousekeepingHasItsRoom(t *testing.T) {
	c := newCluster(t)
	one, _ := c.node()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	name := table.Action{Kind: table.Name, Name: "Bill"}
	n := 0
	for ; n < 5000; n++ {
		c.clock.add(time.Minute)
		if _, err := b.try(name); err != nil {
			break
		}
	}
	if n >= 5000 {
		t.Errorf("changed %d times", n)
	}
	b.refused(name, "limit of changes")
	a.do(table.Action{Kind: table.Lock, On: true})
	a.do(table.Action{Kind: table.Pause})
	b.do(table.Action{Kind: table.Resume}) // answering is always possible
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
}

// TestTooLong plays a game until its log is full: it ends as a tie and says
// why.
func TestTooLong(t *testing.T) {
	c := newCluster(t)
	c.tune = func(f *hall.Config) { f.House.MostPlay = 20 }
	one, _ := c.node()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	a.do(table.Action{Kind: table.Sit, Chair: 2})
	for n := 0; a.view().Status != table.Over; n++ {
		if n > 25 {
			t.Fatal("the game does not end")
		}
		v := a.view()
		a.try(table.Action{Kind: table.Move, Move: v.Moves[0]})
	}
	if v := a.view(); v.Result.Reason != referee.TooLong || v.Result.Shares["B"] != 0.5 {
		t.Errorf("the game ended by %q: %v", v.Result.Reason, v.Result.Shares)
	}
	a.refused(table.Action{Kind: table.Move, Move: "11-15"}, "over")
	// A game of bots ends the same way.
	b := one.create(table.Terms{Game: "auto-race", Bots: []string{"first", "first", "first", "first"}, Pace: table.AtOnce}, 0)
	if v := b.await("the end", func(v table.View) bool { return v.Status == table.Over }); v.Result.Reason != referee.TooLong {
		t.Errorf("the bots' game ended by %q", v.Result.Reason)
	}
}

// TestPlacesAreFreed has strangers sit down and leave again and again: there
// is always a place for the next.
func TestPlacesAreFreed(t *testing.T) {
	c := newCluster(t)
	one, _ := c.node()
	a := one.create(table.Terms{Game: "checkers"}, 1)
	for range 200 {
		c.clock.add(time.Minute)
		stranger := a.other()
		stranger.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Eve"})
		stranger.do(table.Action{Kind: table.Stand, Chair: 2})
	}
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
	b.do(table.Action{Kind: table.Move, Move: "22-18"})
}

// TestRemoved checks that a person without a chair can say and change nothing,
// and can sit down again only if the table is not locked.
func TestRemoved(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers", Chat: true}, 1)
	b := a.other()
	sit := table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"}
	b.do(sit)
	a.do(table.Action{Kind: table.SetChair, Chair: 2})
	for _, act := range []table.Action{
		{Kind: table.Chat, Text: "still here"}, {Kind: table.Emote, Text: "knock"}, {Kind: table.Name, Name: "Bobby"}, {Kind: table.Carry}, {Kind: table.Pause},
	} {
		b.refused(act, "no chair")
	}
	a.do(table.Action{Kind: table.Lock, On: true})
	b.refused(sit, "locked")
	a.do(table.Action{Kind: table.Lock})
	b.do(sit)
	b.do(table.Action{Kind: table.Chat, Text: "sorry"})
}

// TestMute checks that the host decides who may speak.
func TestMute(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers", Chat: true}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	if _, err := b.try(table.Action{Kind: table.Mute, Chair: 1, On: true}); !errors.Is(err, table.ErrForbidden) {
		t.Errorf("a guest muted somebody: %v", err)
	}
	a.refused(table.Action{Kind: table.Mute, Chair: 1, On: true}, "host")
	a.do(table.Action{Kind: table.Mute, Chair: 2, On: true})
	r.restart()
	b.refused(table.Action{Kind: table.Chat, Text: "hello"}, "muted")
	b.refused(table.Action{Kind: table.Emote, Text: "hello"}, "muted")
	if v := b.view(); !v.Chairs[1].Muted || v.Chairs[0].Muted {
		t.Errorf("the chairs show %+v", v.Chairs)
	}
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
	b.do(table.Action{Kind: table.Move, Move: "22-18"})
	a.do(table.Action{Kind: table.Mute, Chair: 2})
	b.do(table.Action{Kind: table.Chat, Text: "hello"})
}

// TestPauseOfTheOthers checks that the player to move cannot stop their own
// clock while somebody waits for them.
func TestPauseOfTheOthers(t *testing.T) {
	r := newRoom(t)
	clock := table.Clock{Kind: table.FischerClock, Seconds: 60}
	a := r.create(table.Terms{Game: "checkers", Clock: clock}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	a.refused(table.Action{Kind: table.Pause}, "your clock runs") // although Ann is the host
	r.clock.add(10 * time.Second)
	b.do(table.Action{Kind: table.Pause})
	r.clock.add(time.Hour)
	a.do(table.Action{Kind: table.Resume})
	if left := a.view().Chairs[0].Left; left != 50 {
		t.Errorf("%v seconds are left, want 50", left)
	}
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
	a.do(table.Action{Kind: table.Pause})
	a.do(table.Action{Kind: table.Resume})
	// Alone with bots, or without a clock, everybody may pause.
	alone := r.create(table.Terms{Game: "checkers", Clock: clock, Bots: []string{"", "first"}}, 1)
	alone.do(table.Action{Kind: table.Pause})
	calm := r.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, 1)
	calm.other().do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	calm.do(table.Action{Kind: table.Pause})
}
