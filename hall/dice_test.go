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
	"parlour/table/fair"
	"parlour/table/proof"
	"parlour/table/tabletest"
)

// A player is a person whose device takes part in the dice.
type player struct {
	*person
	device *tabletest.Device
	gone   func()
}

// takePart gives a person a device that is connected and takes part.
func takePart(p *person) *player {
	p.r.t.Helper()
	gone, err := p.table().Here(context.Background(), p.token)
	if err != nil {
		p.r.t.Fatal(err)
	}
	pl := &player{p, tabletest.NewDevice(p.view().You.Person), gone}
	answer(pl)
	return pl
}

// do acts by way of the hall, which knows the node that leads the table.
func (p *player) do(a table.Action) table.Reply {
	p.r.t.Helper()
	reply, err := p.try(a)
	if err != nil {
		p.r.t.Fatalf("%+v: %v", a, err)
	}
	return reply
}

func (p *player) try(a table.Action) (table.Reply, error) {
	a.Key = key()
	if a.Seq == 0 {
		a.Seq = p.view().Seq
	}
	return p.r.hall.Do(context.Background(), p.id, p.token, a)
}

// answer sends what the devices have to send until none has anything left, and
// lets them say that they are there.
func answer(players ...*player) {
	for again := true; again; {
		again = false
		for _, p := range players {
			p.device.See(p.events()...)
			v := p.view()
			if a, ok := p.device.Next(&v); ok {
				p.do(a)
				again = true
			}
		}
	}
	for _, p := range players {
		p.do(p.device.Here())
	}
}

// step acts for the player to move and answers for all devices. It returns the
// throw or move.
func step(players ...*player) table.Event {
	players[0].r.t.Helper()
	answer(players...)
	for _, p := range players {
		v := p.view()
		if !mine(v) {
			continue
		}
		a := p.device.Press()
		if v.Needs == parlour.NeedMove {
			a = table.Action{Kind: table.Move, Move: v.Moves[len(v.Moves)-1]}
		}
		p.do(a)
		answer(players...)
		events := p.events()
		for i := len(events) - 1; ; i-- {
			if k := events[i].Kind; k == table.Throw || k == table.Move {
				return events[i]
			}
		}
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

// people returns whose devices a throw was made with.
func people(e table.Event) (list []int) {
	for _, p := range e.Body.Parts {
		list = append(list, p.Person)
	}
	return list
}

// kinds returns the kinds of the events after one.
func kinds(events []table.Event, after int64) (list []table.Kind) {
	for _, e := range events[after:] {
		list = append(list, e.Kind)
	}
	return list
}

// A person who takes no part throws in one step: the reply has the
// throw.
func TestSimplePrograms(t *testing.T) {
	r := newRoom(t)
	a, _ := duo(r, table.Terms{})
	if _, err := a.other().try(table.Action{Kind: table.TakePart}); !errors.Is(err, table.ErrForbidden) {
		t.Errorf("a stranger took part: %v", err)
	}
	if reply := a.do(table.Action{Kind: table.Throw}); reply.Throw == "" || reply.Throw != a.events()[reply.Seq-1].Body.Throw {
		t.Errorf("the reply is %+v", reply)
	}
	if d := a.view().Dice; d.Ask != nil || len(d.Part) > 0 || d.Method != fair.Method {
		t.Errorf("the dice: %+v", d)
	}
	if n := checkDice(t, a.events()); n != 1 {
		t.Errorf("%d throws", n)
	}
	// Games without dice have no chains.
	d := r.create(table.Terms{Game: "checkers", Bots: []string{"", "first"}}, 1)
	d.do(table.Action{Kind: table.Move, Move: "11-15"})
	if slices.ContainsFunc(d.events(), func(e table.Event) bool { return e.Kind == table.Server }) {
		t.Error("checkers has a chain")
	}
}

// A person who sits down with a chain takes part in the very next throw.
func TestSitWithChain(t *testing.T) {
	r := newRoom(t)
	c := r.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, 1)
	d := c.other()
	device := tabletest.NewDevice(2)
	d.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Dot", Dice: device.Chain()})
	c.do(table.Action{Kind: table.Throw})
	if ask := c.view().Dice.Ask; ask == nil || !slices.Equal(ask.Who, []int{2}) {
		t.Errorf("the ask is %+v", ask)
	}
}

// Each throw is made with the links of everybody who is there. The thrower's
// device opens last, and sees what the others opened.
func TestTakePart(t *testing.T) {
	r := newRoom(t)
	pa, pb := duo(r, table.Terms{})
	a, b := takePart(pa), takePart(pb)
	toThrow(a, b)
	seq := a.view().Seq
	a.do(a.device.Press())
	if _, err := a.try(a.device.Press()); !errors.Is(err, table.ErrDice) {
		t.Errorf("a second press: %v", err)
	}
	for _, p := range []*player{a, b} {
		p.device.See(p.events()...)
	}
	if d := a.view().Dice; d.Ask == nil || !slices.Equal(d.Ask.Who, []int{1, 2}) || d.Ask.Person != 1 || d.Ask.Ready {
		t.Fatalf("the dice: %+v", d)
	}
	if _, err := a.try(a.device.Link()); !errors.Is(err, table.ErrDice) {
		t.Errorf("the thrower opened first: %v", err)
	}
	link := b.device.Link()
	for what, change := range map[string]func(*table.Action){
		"another link": func(a *table.Action) { a.Link = fair.Link{1}.String() },
		"another case": func(a *table.Action) { a.Link = "A" + a.Link[1:] },
	} {
		bad := link
		change(&bad)
		if _, err := b.try(bad); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
	if kinds(a.events(), seq)[0] != table.Ask || len(kinds(a.events(), seq)) != 1 || len(a.view().You.Links) > 0 {
		t.Fatalf("before anybody has opened: %v", kinds(a.events(), seq))
	}
	b.do(link)
	b.do(link) // it may have been lost
	if v := b.view(); len(v.You.Links) > 0 || !v.Dice.Ask.Ready {
		t.Errorf("only the thrower may see the links: %+v", v)
	}
	if v := a.view(); len(v.You.Links) != 1 || v.You.Links[0].Link != link.Link {
		t.Errorf("the thrower sees %+v", v.You.Links)
	}
	a.do(a.device.Link())
	if got := kinds(a.events(), seq); !slices.Equal(got, []table.Kind{table.Ask, table.Ready, table.Throw}) {
		t.Errorf("events %v", got)
	}
	// After a start nobody knows whether the store is the same: what was asked for
	// is void, and the server makes a new chain.
	toThrow(a, b)
	answer(a, b)
	seq = a.do(a.device.Press()).Seq
	r.restart()
	a.view()
	a.do(table.Action{Kind: table.Emote, Text: "hello"})
	if got := kinds(a.events(), seq); !slices.Contains(got, table.Void) || got[slices.Index(got, table.Void)+1] != table.Server {
		t.Errorf("after a restart: %v", got)
	}
	seen := map[int]int{}
	for range 30 {
		e := throw(a, b)
		if !slices.Equal(people(e), []int{1, 2}) {
			t.Fatalf("throw %+v by %d", e.Body, e.By)
		}
		seen[e.By]++
	}
	if seen[1] == 0 || seen[2] == 0 {
		t.Errorf("throws by person %v", seen)
	}
	checkDice(t, a.events())
}

// Nobody waits for a device that has said goodbye, even if it has only just begun to
// take part.
func TestGoodbye(t *testing.T) {
	r := newRoom(t)
	pa, pb := duo(r, table.Terms{})
	a, b := takePart(pa), takePart(pb)
	b.do(table.Action{Kind: table.Away})
	a.do(a.device.Press())
	if ask := a.view().Dice.Ask; ask == nil || !slices.Equal(ask.Who, []int{1}) {
		t.Errorf("the ask is %+v", ask)
	}
}

// The bots' throws are made with the links of people, too.
func TestBotsThrowWithPeople(t *testing.T) {
	r := newRoom(t)
	a := takePart(r.create(table.Terms{Game: "kleefeld", Bots: []string{"", "first", "first", "first"}}, 1))
	for a.view().Throws < 12 {
		if answer(a); mine(a.view()) && a.view().Dice.Ask == nil {
			step(a)
		}
	}
	for _, e := range a.events() {
		if e.Kind == table.Throw && !slices.Equal(people(e), []int{1}) {
			t.Errorf("throw %d was made with the devices of %v", e.Body.Number, people(e))
		}
	}
	checkDice(t, a.events())
}

// What makes a throw impossible that was asked for comes after a void, which names
// it. Everything else waits, or does not matter.
func TestDisturbed(t *testing.T) {
	for name, act := range map[table.Kind]func(a, b *player){
		table.StandIn:  func(a, _ *player) { a.do(table.Action{Kind: table.StandIn, Chair: 1}) },
		table.SetChair: func(a, _ *player) { a.do(table.Action{Kind: table.SetChair, Chair: 2, Level: "first"}) },
		table.Resign:   func(_, b *player) { b.do(table.Action{Kind: table.Resign, Chair: 2}) },
		table.TakePart: func(_, b *player) {
			b.r.clock.add(15 * time.Second)
			b.do(table.Action{Kind: table.TakePart, Dice: tabletest.NewDevice(2).Chain()})
		},
		table.Claim: func(a, _ *player) {
			once := a.do(table.Action{Kind: table.Carry}).Once
			a.token = hall.NewToken()
			a.do(table.Action{Kind: table.Claim, Text: once})
		},
	} {
		t.Run(string(name), func(t *testing.T) {
			r := newRoom(t)
			r.delay = time.Hour // no bot acts in this test
			r.restart()
			pa, pb := duo(r, table.Terms{})
			a, b := takePart(pa), takePart(pb)
			toThrow(b, a)
			answer(a, b)
			b.do(b.device.Press())
			seq := a.view().Seq
			a.do(table.Action{Kind: table.Emote, Text: "hello"})
			a.do(table.Action{Kind: table.Name, Name: "Anna"})
			for _, kind := range []table.Kind{table.Pause, table.AskBack, table.GiveBack} {
				if _, err := a.try(table.Action{Kind: kind}); !errors.Is(err, table.ErrDice) {
					t.Errorf("%s: %v", kind, err)
				}
			}
			if a.view().Dice.Ask == nil {
				t.Fatal("the throw is not asked for any more")
			}
			act(a, b)
			got := a.events()[seq:]
			i := slices.IndexFunc(got, func(e table.Event) bool { return e.Kind == table.Void })
			if i < 0 || got[i+1].Kind != name || got[i].Body.Why != string(name) || got[i].Body.Person != got[i+1].By {
				t.Errorf("events %+v", got)
			}
			checkDice(t, a.events())
		})
	}
}

// A device that falls silent costs one attempt, its name stands in the log, and
// the game goes on without it, with fresh links of the others. Nobody's clock runs
// while others are waited for.
func TestSilent(t *testing.T) {
	r := newRoom(t)
	r.patience = table.Patience{Answer: time.Minute, Gone: time.Minute}
	r.restart()
	pa, pb := duo(r, table.Terms{Clock: table.Clock{Kind: table.MoveClock, Seconds: 3600}})
	a, b := takePart(pa), takePart(pb)
	toThrow(a, b)
	answer(a, b)
	seq := a.do(a.device.Press()).Seq
	if v := a.view(); !v.Deadline.IsZero() {
		t.Errorf("the clock runs while the others' links are missing, until %v", v.Deadline)
	}
	left := a.view().Chairs[0].Left
	r.clock.add(50 * time.Second)
	if v := a.view(); v.Dice.Ask == nil || v.Dice.Ask.Attempt != 1 {
		t.Errorf("after 50 seconds: %+v", v.Dice)
	}
	r.clock.add(20 * time.Second)
	a.do(table.Action{Kind: table.Emote, Text: "hello"}) // a hall whose clock has jumped beats before it goes on
	v := a.await("the next attempt", func(v table.View) bool { return v.Dice.Ask != nil && v.Dice.Ask.Attempt == 2 })
	if !slices.Equal(v.Dice.Ask.Who, []int{1}) || v.Chairs[0].Left != left {
		t.Errorf("the second attempt: %+v, %v seconds left of %v", v.Dice.Ask, v.Chairs[0].Left, left)
	}
	if void := a.events()[seq+1]; void.Kind != table.Void || void.Body.Why != table.WhySilent || void.Body.Person != 2 {
		t.Errorf("after the ask comes %+v", void)
	}
	answer(a) // it does not have to press again
	if e := a.events()[len(a.events())-1]; e.Kind != table.Throw || !slices.Equal(people(e), []int{1}) {
		t.Errorf("%+v", e)
	}
	toThrow(a, b) // the other device is there again
	if e := throw(a, b); !slices.Equal(people(e), []int{1, 2}) {
		t.Errorf("throw %+v", e.Body)
	}
	// A thrower who falls silent presses again.
	toThrow(a, b)
	answer(a, b)
	a.do(a.device.Press())
	answer(b)
	r.clock.add(2 * time.Minute)
	b.do(table.Action{Kind: table.Emote, Text: "hello"})
	v = b.await("the void", func(v table.View) bool { return v.Dice.Ask == nil })
	if e := b.events()[len(b.events())-1]; e.Kind != table.Void || e.Body.Person != 1 || !slices.Equal(people(e), []int{2}) {
		t.Errorf("%+v", e)
	}
	checkDice(t, a.events())
}

// Devices at two nodes take part in one throw. When the node that leads the table
// is cut off, the devices tell the other one again what they opened.
func TestNodesTakePart(t *testing.T) { synctest.Test(t, nodesTakePart) }

func nodesTakePart(t *testing.T) {
	c, bus := newCluster(t), &post{}
	c.tune = func(f *hall.Config) {
		f.Now, f.Elapsed, f.Beat, f.Poll, f.Lease, f.Bus = nil, nil, time.Second, time.Second, 5*time.Second, bus
	}
	one, d := c.node()
	two, _ := c.node()
	pa, pb := duo(one, table.Terms{})
	a, b := takePart(pa), takePart(pb.at(two))
	for range 10 {
		if e := throw(a, b); !slices.Equal(people(e), []int{1, 2}) {
			t.Errorf("throw %+v", e.Body)
		}
	}
	toThrow(b, a)
	answer(a, b)
	b.do(b.device.Press())
	a.device.See(a.events()...)
	a.do(a.device.Link())
	d.shut.Store(true) // its lease runs out
	a.person = a.person.at(two)
	for range 10 { // devices send what they opened until the throw has fallen
		time.Sleep(3 * time.Second)
		for _, p := range []*player{a, b} {
			if p.device.See(p.events()...); p.view().Dice.Ask != nil {
				_, _ = p.try(p.device.Link()) // the thrower's may come too early
			}
		}
	}
	events := c.gapless(b.id)
	if e := events[len(events)-1]; e.Kind != table.Throw || !slices.Equal(people(e), []int{1, 2}) {
		t.Errorf("%+v", e)
	}
	checkDice(t, events)
}
