package hall_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/table"
	"parlour/table/device"
	"parlour/table/fair"
	"parlour/table/proof"
)

// A player is a person whose device takes part in the dice.
type player struct {
	*person
	device *device.Device
	gone   func()
}

// takePart gives a person a device that is connected and takes part.
func takePart(p *person) *player {
	p.r.t.Helper()
	gone, err := p.table().Here(context.Background(), p.token)
	if err != nil {
		p.r.t.Fatal(err)
	}
	return &player{p, device.New(), gone}
}

// answer sends whatever the devices have to send until none has anything left.
func answer(players ...*player) {
	for again := true; again; {
		again = false
		for _, p := range players {
			v := p.view()
			if a, ok := p.device.Next(&v); ok {
				p.do(a)
				again = true
			}
		}
	}
}

// step answers for all devices, acts for the player to move and returns the
// event.
func step(players ...*player) table.Event {
	players[0].r.t.Helper()
	answer(players...)
	for _, p := range players {
		v := p.view()
		if !mine(v) {
			continue
		}
		a := table.Action{Kind: table.Throw, Own: p.device.Own(&v)}
		if v.Needs == parlour.NeedMove {
			a = table.Action{Kind: table.Move, Move: v.Moves[len(v.Moves)-1]}
		}
		seq := p.do(a).Seq
		return p.events()[seq-1]
	}
	players[0].r.t.Fatalf("none of the players is to move: %+v", players[0].view())
	return table.Event{}
}

// throw plays until a throw has been made, and returns it.
func throw(players ...*player) table.Event {
	players[0].r.t.Helper()
	for {
		if e := step(players...); e.Kind == table.Throw {
			return e
		}
	}
}

// toThrow plays until the first player has to throw.
func toThrow(players ...*player) table.View {
	players[0].r.t.Helper()
	for range 1000 {
		if v := players[0].view(); mine(v) && v.Needs == parlour.NeedThrow {
			return v
		}
		step(players...)
	}
	players[0].r.t.Fatalf("the first player never gets a turn: %+v", players[0].view())
	return table.View{}
}

// mine reports whether it is the viewer's turn.
func mine(v table.View) bool {
	return slices.ContainsFunc(v.You.Chairs, func(c int) bool { return slices.Contains(v.Chairs[c-1].Seats, v.Turn) })
}

// rounds lists the rounds of a log as "why people out".
func rounds(events []table.Event) (list []string) {
	for _, e := range events {
		if e.Kind == table.Round {
			list = append(list, e.Body.Why)
		}
	}
	return list
}

// checkDice verifies a log from its public events and returns the number of
// throws.
func checkDice(t *testing.T, events []table.Event) int {
	t.Helper()
	c := proof.NewChecker(events[0].Table, newShelf().parse)
	for i := range events {
		if err := c.Add(&events[i]); err != nil {
			t.Fatal(err)
		}
	}
	r := c.Report()
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return len(r.Throws)
}

// duo makes a table for two people with dice.
func duo(r *room, terms table.Terms) (a, b *person) {
	terms.Game, terms.Setup = "kleefeld", parlour.Setup{Players: 2}
	a = r.create(terms, 1)
	b = a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	return a, b
}

// TestSimplePrograms plays without taking part: a round without members starts
// at once, and a nonce of the old protocol is ignored.
func TestSimplePrograms(t *testing.T) {
	r := newRoom(t)
	a, _ := duo(r, table.Terms{})
	c := a.other()
	if _, err := c.try(table.Action{Kind: table.TakePart}); !errors.Is(err, table.ErrForbidden) {
		t.Errorf("a stranger took part: %v", err)
	}
	a.do(table.Action{Kind: table.Throw, Nonce: "<left over>"})
	v := a.view()
	if d := v.Dice; d.Round != 1 || !d.Usable || d.Why != table.WhyBegin || len(d.Members)+len(d.Part) > 0 || d.Method != fair.Method {
		t.Errorf("the dice: %+v", d)
	}
	if a.events()[0].Body.Dice != nil || a.events()[0].Secret != nil {
		t.Error("creating the table commits to dice")
	}
	if n := checkDice(t, a.events()); n != 1 {
		t.Errorf("%d throws", n)
	}
	if got := rounds(a.events()); !slices.Equal(got, []string{table.WhyBegin}) {
		t.Errorf("rounds %v", got)
	}
	// Games without dice have no rounds.
	d := r.create(table.Terms{Game: "checkers", Bots: []string{"", "first"}}, 1)
	d.do(table.Action{Kind: table.TakePart})
	d.do(table.Action{Kind: table.Move, Move: "11-15"})
	if got := rounds(d.events()); got != nil {
		t.Errorf("checkers has the rounds %v", got)
	}
}

// A person who sits down with Part is a member of the first round, so that no
// throw is made without them. In a game without dice, nothing is recorded.
func TestSitAndTakePart(t *testing.T) {
	r := newRoom(t)
	pa := r.create(table.Terms{Game: "kleefeld", Bots: []string{"", "first", "first", "first"}}, 0)
	pa.do(table.Action{Kind: table.Sit, Chair: 1, Part: true})
	a := takePart(pa)
	answer(a)
	if v := a.view(); v.Dice.Round != 1 || !slices.Equal(v.Dice.Members, []int{1}) || !v.Dice.Usable {
		t.Fatalf("after sitting down: %+v", v.Dice)
	}
	pc := r.create(table.Terms{Game: "checkers"}, 0)
	pc.do(table.Action{Kind: table.Sit, Chair: 1, Part: true})
	if e := pc.events(); e[len(e)-1].Kind != table.Sit {
		t.Errorf("the last event at a table without dice is %q, want sit", e[len(e)-1].Kind)
	}
}

// TestTakePart has two people join one after the other: the game continues in
// between, and at the end each throw includes what both devices revealed.
func TestTakePart(t *testing.T) {
	r := newRoom(t)
	pa, pb := duo(r, table.Terms{})
	a := takePart(pa)
	answer(a)
	if v := a.view(); v.Dice.Round != 2 || !slices.Equal(v.Dice.Members, []int{1}) || !v.Dice.Usable {
		t.Fatalf("after the first joined: %+v", v.Dice)
	}
	b := takePart(pb)
	b.do(table.Action{Kind: table.TakePart})
	v := a.view()
	if p := v.Dice.Pending; p == nil || p.Round != 3 || p.Phase != "pledge" || !v.Dice.Usable {
		t.Fatalf("while the second joins: %+v", v.Dice)
	}
	// The game continues under the previous round until the first reveal.
	for range 3 {
		play2(t, a, pb)
	}
	pledge, _ := a.device.Next(ptr(a.view()))
	a.do(pledge)
	if _, err := a.try(table.Action{Kind: table.Reveal, Round: 3, Link: pledge.Dice.Commitment}); err == nil {
		t.Error("a reveal before everybody has pledged")
	}
	pledge, _ = b.device.Next(ptr(b.view()))
	for what, bad := range map[string]table.Action{
		"the other's chain":  {Kind: table.Pledge, Round: 3, Dice: a.events()[len(a.events())-1].Body.Dice},
		"a short chain":      {Kind: table.Pledge, Round: 3, Dice: &table.Chain{Commitment: pledge.Dice.Commitment, Links: 8}},
		"no chain":           {Kind: table.Pledge, Round: 3},
		"no hex":             {Kind: table.Pledge, Round: 3, Dice: &table.Chain{Commitment: "x", Links: 512}},
		"a round long ago":   {Kind: table.Pledge, Round: 2, Dice: pledge.Dice},
		"a reveal unpledged": {Kind: table.Reveal, Round: 3, Link: pledge.Dice.Commitment},
		"asking too often":   {Kind: table.TakePart},
	} {
		if _, err := b.try(bad); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
	b.do(pledge)
	if _, err := b.try(pledge); err == nil {
		t.Error("a second pledge was accepted")
	}
	reveal, ok := b.device.Next(ptr(b.view()))
	if !ok || reveal.Kind != table.Reveal {
		t.Fatalf("after the pledges the device wants %+v", reveal)
	}
	if _, err := b.try(table.Action{Kind: table.Reveal, Round: 3, Link: pledge.Dice.Commitment}); err == nil {
		t.Error("a link that was not pledged was accepted")
	}
	b.do(reveal)
	if v := a.view(); v.Dice.Usable || v.Dice.Pending.Phase != "reveal" {
		t.Errorf("after the first reveal: %+v", v.Dice)
	}
	who := a
	if mine(b.view()) {
		who = b
	}
	if v := who.view(); v.Needs == parlour.NeedThrow {
		if _, err := who.try(table.Action{Kind: table.Throw}); !errors.Is(err, table.ErrDice) {
			t.Errorf("a throw while no round may be used: %v", err)
		}
	}
	answer(a, b)
	if v := a.view(); v.Dice.Round != 3 || !slices.Equal(v.Dice.Members, []int{1, 2}) || v.Dice.Opened["2"] != 1 {
		t.Fatalf("after both revealed: %+v", v.Dice)
	}
	seen := map[int]int{}
	for range 30 {
		e := throw(a, b)
		if e.Body.Round != 3 || e.Body.Own == "" {
			t.Fatalf("throw %+v by %d", e.Body, e.By)
		}
		seen[e.By]++
	}
	if seen[1] == 0 || seen[2] == 0 || a.view().Dice.Opened["1"] != 1+seen[1] {
		t.Errorf("throws by person %v; %+v", seen, a.view().Dice)
	}
	who = b
	toThrow(b, a)
	for _, own := range []string{"", pledge.Dice.Commitment, reveal.Link, "zz"} {
		if _, err := who.try(table.Action{Kind: table.Throw, Own: own}); err == nil {
			t.Errorf("a throw with the link %q was accepted", own)
		}
	}
	r.restart()
	throw(a, b)
	checkDice(t, a.events())
	if got := rounds(a.events()); !slices.Equal(got, []string{table.WhyBegin, table.WhyJoined, table.WhyJoined}) {
		t.Errorf("rounds %v", got)
	}
}

// play2 acts for the player to move, without answering for the dice.
func play2(t *testing.T, a *player, b *person) {
	t.Helper()
	for _, p := range []*person{a.person, b} {
		v := p.view()
		if !mine(v) {
			continue
		}
		if v.Needs == parlour.NeedMove {
			p.do(table.Action{Kind: table.Move, Move: v.Moves[0]})
			return
		}
		act := table.Action{Kind: table.Throw}
		if p == a.person {
			act.Own = a.device.Own(&v)
		}
		p.do(act)
		return
	}
}

func ptr[T any](v T) *T { return &v }

// TestClosed checks which events close a round for everybody.
func TestClosed(t *testing.T) {
	for name, act := range map[string]func(a, b *player){
		"stand-in":  func(a, _ *player) { a.do(table.Action{Kind: table.StandIn, Chair: 1}) },
		"chair":     func(a, _ *player) { a.do(table.Action{Kind: table.SetChair, Chair: 2, Level: "first"}) },
		"take-part": func(_, b *player) { b.r.clock.add(time.Minute); b.do(table.Action{Kind: table.TakePart}) },
		"claim": func(a, _ *player) {
			once := a.do(table.Action{Kind: table.Carry}).Once
			a.token = hall.NewToken()
			a.do(table.Action{Kind: table.Claim, Text: once})
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.delay = time.Hour // no bot acts in this test
			r.restart()
			pa, pb := duo(r, table.Terms{})
			a, b := takePart(pa), takePart(pb)
			toThrow(b, a)
			before := a.view().Dice
			// Actions that do not change who decides leave the round open.
			a.do(table.Action{Kind: table.Emote, Text: "hello"})
			a.do(table.Action{Kind: table.Pause})
			a.do(table.Action{Kind: table.Resume})
			if v := a.view().Dice; v.Round != before.Round || v.Pending != nil {
				t.Fatalf("before: %+v", v)
			}
			act(a, b)
			if v := a.view().Dice; v.Usable && v.Round == before.Round {
				t.Errorf("the round is not closed: %+v", v)
			}
		})
	}
}

// TestUnanswered leaves out people who do not answer, naming them, in both
// phases and after a restart. The game continues.
func TestUnanswered(t *testing.T) {
	r := newRoom(t)
	r.patience = table.Patience{Answer: time.Minute, Pledge: time.Hour}
	r.restart()
	pa, pb := duo(r, table.Terms{Clock: table.Clock{Kind: table.MoveClock, Seconds: 3600}})
	a, b := takePart(pa), takePart(pb)
	answer(a, b)
	toThrow(a, b)
	// It is a's throw. b switches to another device, which does not answer.
	b.do(table.Action{Kind: table.Name, Name: "Bob"})
	once := b.do(table.Action{Kind: table.Carry}).Once
	b.token = hall.NewToken()
	b.do(table.Action{Kind: table.Claim, Text: once})
	v := a.view()
	if v.Dice.Usable || v.Dice.Pending == nil || v.Dice.Why != table.WhyClosed || !v.Deadline.IsZero() {
		t.Fatalf("after the claim: %+v, deadline %v", v.Dice, v.Deadline)
	}
	pledge, _ := a.device.Next(&v)
	a.do(pledge)
	left := a.view().Chairs[0].Left
	sums, err := r.store.List(context.Background(), hall.Query{})
	if err != nil || !sums[0].Deadline.Equal(a.events()[len(a.events())-2].At.Add(time.Minute)) {
		t.Errorf("the summary is due %v, %v", sums[0].Deadline, err)
	}
	r.clock.add(2 * time.Minute)
	r.restart() // nobody is late while the server is down
	if v := a.view(); v.Dice.Why != table.WhyClosed {
		t.Errorf("after a restart: %+v", v.Dice)
	}
	r.clock.add(2 * time.Minute)
	a.table() // load the table
	gone, err := b.table().Here(context.Background(), b.token)
	if err != nil {
		t.Fatal(err)
	}
	defer gone()
	v = a.await("the next round", func(v table.View) bool { return v.Dice.Why == table.WhyUnanswered })
	if !slices.Equal(v.Dice.Pending.People, []int{1}) || !slices.Equal(v.Dice.Part, []int{1}) {
		t.Errorf("after the time for pledging: %+v", v.Dice)
	}
	answer(a)
	if v := a.view(); v.Chairs[0].Left != left || !v.Deadline.Equal(r.clock.now().Add(time.Hour)) {
		t.Errorf("waiting for the dice cost %v seconds; deadline %v", left-v.Chairs[0].Left, v.Deadline)
	}
	v = a.view()
	a.do(table.Action{Kind: table.Throw, Own: a.device.Own(&v)})
	last := a.events()[len(a.events())-1]
	if last.Kind != table.Throw || last.Body.Own == "" {
		t.Errorf("%+v", last)
	}
	checkDice(t, a.events())
	// The device that was left out asks again.
	b.device = device.New()
	r.clock.add(time.Minute)
	answer(b)
	if v := a.view(); v.Dice.Pending != nil || !slices.Equal(v.Dice.Part, []int{1, 2}) {
		t.Errorf("while one of them is away: %+v", v.Dice)
	}
	if _, err := a.table().Here(context.Background(), a.token); err != nil {
		t.Fatal(err)
	}
	answer(a, b)
	if v := a.view(); !slices.Equal(v.Dice.Members, []int{1, 2}) {
		t.Errorf("after asking again: %+v", v.Dice)
	}
}

// TestNodesTakePart has people at two nodes take part in one round. When the
// node that leads the table is cut off, the other continues the pending round.
func TestNodesTakePart(t *testing.T) { synctest.Test(t, nodesTakePart) }

func nodesTakePart(t *testing.T) {
	c := newCluster(t)
	c.tune = func(f *hall.Config) {
		f.House.Patience = table.Patience{Answer: time.Minute, Pledge: time.Minute}
		f.Now, f.Elapsed, f.Beat, f.Poll = nil, nil, time.Second, time.Second
	}
	one, d := c.node()
	two, _ := c.node()
	pa, pb := duo(one, table.Terms{})
	a, b := takePart(pa), takePart(pb.at(two))
	answer(a, b)
	a.await("a round of both", func(v table.View) bool {
		answer(a, b)
		return slices.Equal(a.view().Dice.Members, []int{1, 2})
	})
	for range 10 {
		if e := throw(a, b); e.Body.Own == "" {
			t.Errorf("throw %+v without the thrower's link", e.Body)
		}
	}
	toThrow(b, a)
	time.Sleep(30 * time.Second)
	a.do(table.Action{Kind: table.TakePart}) // its device has lost its secrets
	b.await("the next round", func(v table.View) bool { return v.Dice.Pending != nil })
	d.shut.Store(true)
	if err := c.store.Release(context.Background(), one.hall.Node, []string{a.id}); err != nil { // as if the lease had run out
		t.Fatal(err)
	}
	v := b.view()
	pledge, _ := b.device.Next(&v)
	b.do(pledge)
	time.Sleep(2 * time.Minute)
	b.await("the other node", func(v table.View) bool { return v.Dice.Why == table.WhyUnanswered })
	throw(b)
	events := c.gapless(b.id)
	checkDice(t, events)
	if got := rounds(events); !slices.Equal(got[len(got)-2:], []string{table.WhyClosed, table.WhyUnanswered}) {
		t.Errorf("rounds %v", got)
	}
}
