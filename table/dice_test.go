package table

import (
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/table/fair"
)

// A log of earlier dice opens: its throws and positions stay, what it says about
// the dice means nothing, and the next throw is made with new dice.
func TestOldLog(t *testing.T) {
	d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	m := d.s.Match()
	if err := m.Play(3); err != nil {
		t.Fatal(err)
	}
	d.put(Event{Kind: oldCommit})
	d.put(Event{Kind: TakePart, By: 1, Body: Body{Person: 1}})
	for _, kind := range []Kind{oldRound, oldPledge, oldReveal} {
		d.put(Event{Kind: kind, By: 1, Body: Body{Person: 1}})
	}
	d.put(Event{Kind: Throw, By: 1, Line: m.String(), Body: Body{Throw: "3", Number: 1, Link: fair.Link{1}.String()}})
	if d.s.dice.throws != 1 || d.s.drift != 0 || d.s.stalled() || len(d.s.dice.own) > 0 {
		t.Errorf("after an old throw: %+v, drift %d", d.s.dice, d.s.drift)
	}
	d.drive()
	for d.s.Turn().Needs() == parlour.NeedMove {
		d.do([]string{"ann", "bob"}[d.s.TurnChair()], Action{Kind: Move, Move: d.s.View(0, d.moment()).Moves[0]})
	}
	d.do([]string{"ann", "bob"}[d.s.TurnChair()], Action{Kind: Throw})
	if e := d.events[len(d.events)-1]; e.Kind != Throw || e.Body.Number != 2 || d.events[len(d.events)-3].Kind != Server {
		t.Errorf("the next throw: %+v", e.Body)
	}
	d.refold()
}

// Links go up from throw to throw, voids included, and never come twice. A chain
// that has no links left is replaced: the server's by another, a device's by none.
func TestNumbersGoUp(t *testing.T) {
	d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	d.house.Patience = Patience{Answer: time.Second, Gone: time.Second}
	c := fair.NewChain([32]byte{1}, 64)
	chain := &Chain{Commitment: c.Commitment().String(), Links: 64}
	d.do("bob", Action{Kind: TakePart, Dice: chain})
	d.refused("bob", Action{Kind: TakePart, Dice: chain}, "used before")
	d.refused("bob", Action{Kind: TakePart}, "commit to a chain")
	d.refused("bob", Action{Kind: TakePart, Dice: &Chain{Commitment: strings.ToUpper(chain.Commitment), Links: 64}}, "lower-case")
	d.refused("bob", Action{Kind: TakePart, Dice: &Chain{Commitment: fair.Link{9}.String(), Links: 63}}, "64 to")
	d.refused("bob", Action{Kind: TakePart, Dice: &Chain{Commitment: fair.Link{9}.String(), Links: 64}}, "once in 10 seconds")
	last, opens, with, without := 0, 0, 0, 0
	for i := 0; d.s.dice.throws < 90; i++ {
		d.drive()
		token := []string{"ann", "bob"}[d.s.TurnChair()]
		if d.s.Turn().Needs() == parlour.NeedMove {
			d.do(token, Action{Kind: Move, Move: d.s.View(0, d.moment()).Moves[0]})
			continue
		}
		d.here[2] = 1 // it does not say how far it is
		d.do(token, Action{Kind: Throw, Next: 1})
		o := d.s.dice.open
		if o == nil {
			without++
			continue
		}
		if o.Opens != opens+1 || len(o.Who) != 1 || o.Who[0].Link != last+1 {
			t.Fatalf("after link %d, the ask is %+v", last, o)
		}
		last, opens = o.Who[0].Link, o.Opens
		if i%7 == 3 {
			d.waited = time.Minute
			d.drive()
			d.waited = 0
			opens = d.s.dice.server.named // it may have been asked for again, without the device
			d.s.person(2).silences = 0
			continue
		}
		if err := d.signal("bob", Action{Kind: Link, Number: o.Number, Attempt: o.Attempt, Link: c.Link(last).String()}); err != nil {
			t.Fatal(err)
		}
		d.drive()
		with++
	}
	if last != 64 || with < 40 || without < 20 {
		t.Errorf("link %d was the last; %d throws with the device, %d without", last, with, without)
	}
	for d.s.Turn().Needs() == parlour.NeedMove {
		d.do([]string{"ann", "bob"}[d.s.TurnChair()], Action{Kind: Move, Move: d.s.View(0, d.moment()).Moves[0]})
	}
	d.epoch = 5
	d.drive()
	if e := d.events[len(d.events)-1]; e.Kind != Server || e.Body.Epoch != 5 {
		t.Errorf("after the epoch rose: %+v", e)
	}
	d.s.dice.server.named = d.s.dice.server.links
	d.drive()
	if e := d.events[len(d.events)-1]; e.Kind != Server || e.Body.Epoch != 6 || e.Secret.Epoch != 5 {
		t.Errorf("after the last link of the server: %+v", e)
	}
}

// If the store may have gone back, the open ask is void and the server begins a
// new chain, in one batch.
func TestRestartVoids(t *testing.T) {
	d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	d.do("bob", Action{Kind: TakePart, Dice: &Chain{Commitment: fair.Link{9}.String(), Links: 64}})
	d.here[2] = 1
	d.do([]string{"ann", "bob"}[d.s.TurnChair()], Action{Kind: Throw, Next: 1})
	d.epoch++
	events, err := d.s.Write(d.s.Due(d.moment()), d.moment())
	if err != nil || len(events) != 2 || events[0].Body.Why != WhyRestart || events[1].Kind != Server {
		t.Errorf("%+v, %v", events, err)
	}
}

// A person who has just taken part counts as present, but not after the server started
// again: perhaps it went back, and the device has opened the links already.
func TestJustTook(t *testing.T) {
	d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	d.do("bob", Action{Kind: TakePart, Dice: &Chain{Commitment: fair.Link{9}.String(), Links: 64}})
	for _, want := range []int{1, 0} {
		d.drive()
		if ask, err := d.s.ask(1, 0, d.moment()); err != nil || len(ask.Body.Who) != want {
			t.Errorf("epoch %d: the ask is %+v, %v; want %d people", d.epoch, ask.Body, err, want)
		}
		d.epoch++
	}
}

// A chain is opened once, when the first throw needs it, and no error contains
// its secret.
func TestChainIsKept(t *testing.T) {
	var kept chains
	secret := [32]byte{1, 2, 3}
	c := fair.NewChain(secret, fair.Links)
	dice := &dice{server: chain{commitment: c.Commitment(), links: fair.Links}, secret: hex.EncodeToString(secret[:])}
	one, err := kept.open(dice)
	if err != nil || one.Link(5) != c.Link(5) {
		t.Fatal(err)
	}
	if two, err := kept.open(dice); err != nil || two != one {
		t.Error("the chain was opened twice")
	}
	for i := range 20 {
		kept.keep(fair.Link{byte(i)}, one)
	}
	if len(kept) > 4 {
		t.Errorf("%d chains are kept", len(kept))
	}
	good := dice.secret
	for _, bad := range []string{"", good[:62], "ff" + good[2:], good + "00", "zz" + good[2:]} {
		clear(kept)
		dice.secret = bad
		if _, err := kept.open(dice); err == nil || bad != "" && strings.Contains(err.Error(), bad[4:]) {
			t.Errorf("a damaged secret: %v", err)
		}
	}
}

// Nobody can stop a throw for longer than a silent device may: a person who ends an
// attempt before opening their link counts as silent, whatever they do instead, and
// a chair that has nothing to do with a throw does not end it.
func TestNobodyStallsAThrow(t *testing.T) {
	d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	d.do("bob", Action{Kind: TakePart, Dice: &Chain{Commitment: fair.Link{9}.String(), Links: 64}})
	d.here[2] = 1
	began, tricks := d.now, 0
	for i := 0; d.s.dice.throws == 0 && i < 400; i++ {
		if d.s.dice.open == nil {
			d.do("ann", Action{Kind: Throw})
			continue
		}
		d.now = d.now.Add(19 * time.Second) // nearly all the time that a device has
		trick := Action{Kind: StandIn, Chair: 2, Level: "gentle"}
		if d.s.chairs[1].Bot != "" {
			trick = Action{Kind: Return, Chair: 2}
		}
		d.do("bob", trick)
		tricks++
		d.drive()
	}
	if tricks > 1 || d.s.dice.throws == 0 {
		t.Errorf("Bob stopped a throw for %v: %d throws fell", d.now.Sub(began), d.s.dice.throws)
	}
	d.refold()
}

// A bot that takes over a chair which has nothing to do with the open throw does not
// end it.
func TestOtherChairs(t *testing.T) {
	d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	d.do("ann", Action{Kind: TakePart, Dice: &Chain{Commitment: fair.Link{9}.String(), Links: 64}})
	d.do("ann", Action{Kind: Throw, Next: 1})
	d.do("bob", Action{Kind: StandIn, Chair: 2, Level: "gentle"})
	d.do("bob", Action{Kind: Return, Chair: 2})
	if d.s.dice.open == nil || d.s.dice.voids > 0 {
		t.Error("Bob's chair ended Ann's throw")
	}
	d.do("ann", Action{Kind: StandIn, Chair: 1, Level: "gentle"})
	if d.s.dice.open != nil || d.s.dice.voids != 1 {
		t.Error("a bot takes over while its chair throws")
	}
	d.refold()
}
