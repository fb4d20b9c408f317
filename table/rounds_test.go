package table

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/games/race"
	"parlour/table/fair"
)

// oneGame is a shelf with one game and one bot.
type oneGame struct{ g parlour.Game }

func (o oneGame) Game(string) parlour.Game { return o.g }
func (o oneGame) Levels(string) []string   { return []string{"first"} }

// A log is a table without a goroutine, a store or a clock: a state and the
// events that made it.
type log struct {
	t      *testing.T
	s      *State
	events []Event
	now    time.Time
	epoch  int64
	away   map[int]bool
	server map[int]*fair.Chain // by round
	own    map[[2]int]*fair.Chain
	rng    *rand.Rand
}

func newLog(t *testing.T, seed uint64) *log {
	t.Helper()
	l := &log{t: t, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), epoch: 1, away: map[int]bool{}, server: map[int]*fair.Chain{}, own: map[[2]int]*fair.Chain{}, rng: rand.New(rand.NewPCG(seed, 2))}
	first := Event{Table: "t", Kind: Created, Body: Body{Terms: &Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 4}, Bots: []string{"", "", "", "first"}, Clock: Clock{Kind: FischerClock, Seconds: 600, Increment: 1}}}}
	s, err := New(oneGame{race.KleefeldGame()}, &first)
	if err != nil {
		t.Fatal(err)
	}
	l.s = s
	l.put(first)
	return l
}

// put dates, numbers and folds an event.
func (l *log) put(e Event) {
	l.t.Helper()
	e.Table, e.Seq, e.Schema, e.At = "t", l.s.seq+1, Schema, l.now
	if e.Line == "" {
		e.Line = l.s.Line()
	}
	if err := l.s.Apply(&e); err != nil {
		l.t.Fatalf("event %+v: %v", e, err)
	}
	l.events = append(l.events, e)
}

func (l *log) secret() (b [32]byte) {
	for i := range b {
		b[i] = byte(l.rng.Uint32())
	}
	return b
}

var patience = Patience{Answer: 4 * time.Second, Pledge: 15 * time.Second}

// moment returns the environment of the state.
func (l *log) moment() *Moment {
	return &Moment{
		Now: l.now, Epoch: l.epoch, Draw: l.secret, House: &House{Links: fair.MinLinks, Patience: patience, MostPlay: MostPlay},
		Away: func(id int, _ time.Duration) bool { return l.away[id] }, Listens: func(id int) bool { return !l.away[id] },
	}
}

func (l *log) need() need { return l.s.needRound(l.now, time.Time{}, l.moment()) }

// drive starts a new round if one is needed.
func (l *log) drive() bool {
	n := l.need()
	if n.why == "" {
		return false
	}
	c := fair.NewChain(l.secret(), fair.MinLinks)
	e := l.s.roundEvent(n, l.epoch, c.Commitment(), c.Len())
	l.server[e.Body.Round] = c
	l.put(e)
	return true
}

// try judges an action for the dice and folds it if it is allowed.
func (l *log) try(who int, a Action) error {
	e, err := rules[a.Kind].judge(&ask{State: l.s, Moment: l.moment(), a: &a, from: &Sender{}, who: who, chair: -1})
	if err == nil {
		e.Kind, e.By = a.Kind, who
		l.put(e)
	}
	return err
}

// answer makes a person's device pledge or reveal, whichever is due.
func (l *log) answer(who int) error {
	p := l.s.dice.pending
	if p == nil {
		return ErrLate
	}
	c := l.own[[2]int{p.number, who}]
	if c == nil {
		c = fair.NewChain(l.secret(), fair.MinOwnLinks)
		l.own[[2]int{p.number, who}] = c
	}
	if p.phase() == phasePledge {
		return l.try(who, Action{Kind: Pledge, Round: p.number, Dice: &Chain{Commitment: c.Commitment().String(), Links: c.Len()}})
	}
	return l.try(who, Action{Kind: Reveal, Round: p.number, Link: c.Link(1).String()})
}

// play makes the throw or move that is due, if the dice allow it.
func (l *log) play() bool {
	s := l.s
	if s.is.status != Playing {
		return false
	}
	m := s.ref.Match()
	turn, info := s.is.turn, m.Info()
	if turn.Needs() == parlour.NeedMove {
		mv := m.Moves()[l.rng.IntN(len(m.Moves()))]
		text := m.Text(mv)
		if err := m.Play(mv); err != nil {
			l.t.Fatal(err)
		}
		l.put(Event{Kind: Move, Line: m.String(), Body: Body{Move: text, Seat: info.Letter(turn.Seat)}})
		return true
	}
	by, _ := s.throwDue()
	if !s.dice.usable(by, l.epoch) {
		return false
	}
	f := s.dice.force
	own := ""
	if mem := f.member(by); mem != nil {
		own = l.own[[2]int{f.number, by}].Link(mem.opened + 1).String()
	}
	next, err := s.dice.next("t", by, own)
	if err != nil {
		l.t.Fatal(err)
	}
	next.Link = l.server[f.number].Link(next.Number - f.base)
	mv := turn.Dice.Nth(next.N(turn.Dice.Weight()))
	text := m.Text(mv)
	if err := m.Play(mv); err != nil {
		l.t.Fatal(err)
	}
	l.put(Event{Kind: Throw, By: by, Line: m.String(), Body: Body{Seat: info.Letter(turn.Seat), Throw: text, Number: next.Number, Link: next.Link.String(), Round: next.Round, Own: own}})
	return true
}

func (l *log) sit(chair int) {
	id := len(l.s.people) + 1
	l.put(Event{Kind: Sit, By: id, Body: Body{Chair: chair, Person: id, Name: fmt.Sprint("P", id)}})
}

// full seats three people who take part.
func full(t *testing.T) *log {
	l := newLog(t, 1)
	for c := 1; c <= 3; c++ {
		l.sit(c)
		if err := l.try(c, Action{Kind: TakePart}); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// complete answers for everybody until no round is pending.
func (l *log) complete() {
	l.t.Helper()
	l.drive()
	for l.s.dice.pending != nil {
		for _, id := range l.s.dice.pending.owing() {
			if err := l.answer(id); err != nil {
				l.t.Fatal(err)
			}
		}
	}
}

// throwDue plays until a throw is due.
func (l *log) toThrow() {
	for l.s.is.turn.Needs() == parlour.NeedMove {
		l.play()
	}
}

func TestRoundIsDue(t *testing.T) {
	l := newLog(t, 1)
	if l.sit(1); l.need().why != "" {
		t.Error("a round before the game")
	}
	l = full(t)
	if n := l.need(); n.why != WhyBegin || !n.must {
		t.Errorf("at the beginning: %+v", n)
	}
	l.drive()
	if n := l.need(); n.why != "" || n.look.Sub(l.now) != patience.Answer {
		t.Errorf("while it is pending: %+v", n)
	}
	if l.s.ticking() || !l.s.deadline().IsZero() {
		t.Error("a clock runs while the game waits for the dice")
	}
	l.now = l.now.Add(3 * time.Second)
	l.complete()
	if l.s.left[0] != 600*time.Second || l.s.deadline().Sub(l.now) != 600*time.Second {
		t.Errorf("waiting cost time: %v are left", l.s.left[0])
	}
	if n := l.need(); n.why != "" || !n.look.IsZero() {
		t.Errorf("with a round in force: %+v", l.need())
	}
	// The epoch rises.
	l.epoch = 7
	if n := l.need(); n.why != WhyEpoch || !n.must {
		t.Errorf("after the epoch rose: %+v", n)
	}
	l.drive()
	if l.play() {
		t.Error("a throw under a round of an older epoch")
	}
	l.complete()
	if f := l.s.dice.force; f.number != 2 || f.epoch != 7 || len(f.members) != 3 {
		t.Errorf("round %+v", f)
	}
	// A member's chain runs low; while somebody is away, no round starts.
	l.toThrow()
	m := &l.s.dice.force.members[1]
	m.opened = m.links - 7
	l.away[3] = true
	if n := l.need(); n.why != "" {
		t.Errorf("low while somebody is away: %+v", n)
	}
	l.away[3] = false
	if n := l.need(); n.why != WhyLow || n.must {
		t.Errorf("low: %+v", n)
	}
	m.opened = m.links
	for l.s.TurnChair() != 1 {
		if !l.play() {
			t.Fatal("the others cannot throw")
		}
	}
	l.toThrow()
	if n := l.need(); n.why != WhyLow || !n.must {
		t.Errorf("with nothing left: %+v", n)
	}
	l.complete()
	// The server's chain runs low too.
	l.toThrow()
	d := &l.s.dice
	d.force.base = d.throws - d.force.chain.Links + 63
	if n := l.need(); n.why != WhyLow || n.must {
		t.Errorf("server low: %+v", n)
	}
	d.force.base = d.throws - d.force.chain.Links
	if n := l.need(); n.why != WhyLow || !n.must || l.play() {
		t.Errorf("server with nothing left: %+v", n)
	}
}

func TestUnansweredPhases(t *testing.T) {
	l := full(t)
	l.drive()
	if err := l.answer(1); err != nil {
		t.Fatal(err)
	}
	if err := l.try(1, Action{Kind: Reveal, Round: 1, Link: l.own[[2]int{1, 1}].Link(1).String()}); err == nil {
		t.Error("a reveal before everybody has pledged")
	}
	l.now = l.now.Add(patience.Answer)
	if n := l.need(); n.why != WhyUnanswered || !slices.Equal(n.out, []int{2, 3}) {
		t.Errorf("after the time for pledging: %+v", n)
	}
	l.drive()
	if got := l.events[len(l.events)-1].Body; !slices.Equal(got.People, []int{1}) || !slices.Equal(got.Out, []int{2, 3}) || got.Round != 2 {
		t.Errorf("%+v", got)
	}
	l.complete()
	// A person who was left out asks again; the game continues meanwhile.
	l.now = l.now.Add(askEvery)
	if err := l.try(2, Action{Kind: TakePart}); err != nil {
		t.Fatal(err)
	}
	if err := l.try(2, Action{Kind: TakePart}); err == nil {
		t.Error("asking twice at once")
	}
	l.away[1] = true
	if n := l.need(); n.why != "" {
		t.Errorf("a member is away: %+v", n)
	}
	l.away[1] = false
	l.drive()
	if n := l.need(); n.look.Sub(l.now) != patience.Pledge || !l.play() {
		t.Errorf("time for pledging while the game goes on: %+v", n)
	}
	for _, id := range []int{1, 2} {
		if err := l.answer(id); err != nil {
			t.Fatal(err)
		}
	}
	if n := l.need(); n.look.Sub(l.now) != patience.Answer {
		t.Errorf("time for revealing: %+v", n)
	}
	l.toThrow()
	if err := l.answer(1); err != nil { // the first reveal closes the round in force
		t.Fatal(err)
	}
	if l.play() || l.s.dice.closed != l.s.seq {
		t.Error("a throw under the old round after the first reveal")
	}
	l.now = l.now.Add(patience.Answer)
	if n := l.need(); n.why != WhyUnanswered || !slices.Equal(n.out, []int{2}) || !n.must {
		t.Errorf("after the time for revealing: %+v", n)
	}
	l.complete()
	if f := l.s.dice.force; len(f.members) != 1 || f.members[0].person != 1 || l.s.person(2).part {
		t.Errorf("round %+v", f)
	}
	// Nobody waits for a person who has left.
	l.now = l.now.Add(askEvery)
	if err := l.try(3, Action{Kind: TakePart}); err != nil {
		t.Fatal(err)
	}
	l.drive()
	l.put(Event{Kind: StandIn, By: 3, Body: Body{Chair: 3, Level: "first"}})
	if err := l.answer(1); err != nil {
		t.Fatal(err)
	}
	if n := l.need(); n.why != WhyUnanswered || !slices.Equal(n.out, []int{3}) {
		t.Errorf("after the invited person left: %+v", n)
	}
}

func TestBounds(t *testing.T) {
	l := full(t)
	l.complete()
	l.s.dice.last = mostRounds
	l.now = l.now.Add(askEvery)
	l.s.person(2).part = false
	l.s.dice.force.members = slices.Delete(l.s.dice.force.members, 1, 2)
	if err := l.try(2, Action{Kind: TakePart}); err != nil {
		t.Fatal(err)
	}
	if n := l.need(); n.why != "" {
		t.Errorf("round %d starts without need: %+v", mostRounds+1, n)
	}
	l.now = l.now.Add(askEvery)
	if err := l.try(1, Action{Kind: TakePart}); err != nil { // its device has lost its secrets
		t.Fatal(err)
	}
	l.toThrow()
	if n := l.need(); n.why != WhyClosed || !n.must {
		t.Errorf("a throw needs a round: %+v", n)
	}
	l.s.person(1).outs = 3
	l.now = l.now.Add(4*askEvery - 1)
	if l.try(1, Action{Kind: TakePart}) == nil {
		t.Error("somebody who stayed silent three times could ask again too soon")
	}
	l.now = l.now.Add(1)
	if err := l.try(1, Action{Kind: TakePart}); err != nil {
		t.Error(err)
	}
	l.s.person(1).outs = 0
	l.s.person(1).asks = mostAsks
	l.now = l.now.Add(askEvery)
	if l.try(1, Action{Kind: TakePart}) == nil {
		t.Errorf("somebody could ask more than %d times", mostAsks)
	}
}

// TestRoundsHold does whatever people, devices, time and the store may do, in
// any order, and checks the invariants after every event.
func TestRoundsHold(t *testing.T) {
	for seed := range uint64(60) {
		RandomLog(t, seed, 400)
	}
}

func FuzzRounds(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { RandomLog(t, seed, 200) })
}

// RandomLog makes a random log, checks the state after every event, and
// returns the log.
func RandomLog(t *testing.T, seed uint64, steps int) []Event {
	t.Helper()
	l := newLog(t, seed)
	rng := l.rng
	l.sit(1)
	l.sit(2)
	l.sit(3)
	for range steps {
		who := 1 + rng.IntN(len(l.s.people))
		chair := 1 + rng.IntN(3)
		c := l.s.chairs[chair-1]
		switch rng.IntN(14) {
		case 0:
			_ = l.try(who, Action{Kind: TakePart}) // may come too early
		case 1, 2, 3:
			_ = l.answer(who) // may not have been asked
		case 4:
			l.now = l.now.Add(time.Duration(rng.IntN(6000)) * time.Millisecond)
		case 5:
			if c.Person != 0 && c.Bot == "" {
				l.put(Event{Kind: StandIn, By: c.Person, Body: Body{Chair: chair, Level: "first"}})
			}
		case 6:
			if c.Person != 0 && c.Bot != "" {
				l.put(Event{Kind: Return, By: c.Person, Body: Body{Chair: chair}})
			}
		case 7:
			if c.Person != 0 && rng.IntN(4) == 0 {
				l.put(Event{Kind: Stand, By: c.Person, Body: Body{Chair: chair}})
			}
		case 8:
			if c.Person == 0 {
				l.put(Event{Kind: Sit, By: who, Body: Body{Chair: chair, Person: who}})
			}
		case 9:
			l.away[who] = rng.IntN(2) == 0
		case 10:
			if rng.IntN(10) == 0 {
				l.epoch++
			}
		default:
			l.play()
			l.drive()
		}
		l.check()
	}
	// The log alone must give the same state.
	s, err := New(oneGame{race.KleefeldGame()}, &l.events[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range l.events {
		if err := s.Apply(&l.events[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(s.dice, l.s.dice) || !reflect.DeepEqual(s.people, l.s.people) || !reflect.DeepEqual(s.left, l.s.left) {
		t.Errorf("seed %d: the log gives\n%+v\nwant\n%+v", seed, s.dice, l.s.dice)
	}
	return l.events
}

// check checks the last event and the state.
func (l *log) check() {
	l.t.Helper()
	d := &l.s.dice
	if d.pending != nil && (d.pending.number != d.last || len(d.pending.owing()) == 0) {
		l.t.Fatalf("pending %+v of %d rounds", d.pending, d.last)
	}
	if d.force != nil && (d.pending == nil && d.force.number > d.last || len(d.force.owing()) > 0 || d.force.base > d.throws) {
		l.t.Fatalf("in force %+v of %d rounds", d.force, d.last)
	}
	for _, left := range l.s.left {
		if left < 0 {
			l.t.Fatal("a clock is below zero")
		}
	}
	rounds, throws := 0, 0
	var epoch int64
	for i := range l.events {
		b := &l.events[i].Body
		switch l.events[i].Kind {
		case Round:
			if rounds++; b.Round != rounds || b.Epoch < epoch || b.Dice.First != throws+1 {
				l.t.Fatalf("event %d: %+v", i+1, b)
			}
			epoch = b.Epoch
		case Throw:
			if throws++; b.Number != throws || b.Round == 0 || b.Round > rounds {
				l.t.Fatalf("event %d: %+v", i+1, b)
			}
		}
	}
	seen := slices.Clone(d.seen)
	slices.Sort(seen)
	if n := len(seen); n != len(slices.Compact(seen)) {
		l.t.Fatal("a link was used twice")
	}
}

// TestOldLog folds a log of parlour-dice-1: its throws and clocks stay the
// same, and the next throw needs a round.
func TestOldLog(t *testing.T) {
	first := Event{Table: "t", Seq: 1, Schema: 1, Kind: Created, Body: Body{
		Terms: &Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Bots: []string{"first"}, Clock: Clock{Kind: FischerClock, Seconds: 600}},
		Dice:  &Chain{Commitment: fair.Link(sha256.Sum256(nil)).String(), Links: 1024, First: 1, Bots: []string{"a", "b"}},
	}}
	l := newLog(t, 1)
	s, err := New(oneGame{race.KleefeldGame()}, &first)
	if err != nil {
		t.Fatal(err)
	}
	l.s, l.events = s, nil
	l.put(first)
	l.sit(2)
	m := s.ref.Match()
	if err := m.Play(3); err != nil {
		t.Fatal(err)
	}
	l.put(Event{Kind: Throw, Line: m.String(), Body: Body{Throw: "3", Number: 1, Link: fair.Link{1}.String()}})
	if s.dice.throws != 1 || s.drift != 0 || s.stalled() {
		t.Errorf("after an old throw: %+v, drift %d", s.dice, s.drift)
	}
	l.toThrow()
	if n := l.need(); n.why != WhyBegin || !n.must || l.play() {
		t.Errorf("the next throw: %+v", n)
	}
	l.drive()
	if !l.play() || s.dice.throws != 2 || s.dice.force.base != 1 {
		t.Errorf("after the next throw: %+v", s.dice)
	}
}

// TestChainIsKept checks that a chain is opened once, when the first throw
// needs it, and that no error contains its secret.
func TestChainIsKept(t *testing.T) {
	var kept chains
	secret := [32]byte{1, 2, 3}
	c := fair.NewChain(secret, fair.Links)
	r := &round{chain: Chain{Commitment: c.Commitment().String(), Links: fair.Links}, secret: hex.EncodeToString(secret[:])}
	one, err := kept.open(r)
	if err != nil || one.Link(5) != c.Link(5) {
		t.Fatal(err)
	}
	if two, err := kept.open(r); err != nil || two != one {
		t.Error("the chain was opened twice")
	}
	for i := range 20 {
		kept.keep(hex.EncodeToString(slices.Repeat([]byte{byte(i)}, 32)), one)
	}
	if len(kept) > 4 {
		t.Errorf("%d chains are kept", len(kept))
	}
	for _, bad := range []string{"", r.secret[:62], "ff" + r.secret[2:], r.secret + "00", "zz" + r.secret[2:]} {
		clear(kept)
		if _, err := kept.open(&round{chain: r.chain, secret: bad}); err == nil || bad != "" && strings.Contains(err.Error(), bad[4:]) {
			t.Errorf("a damaged secret: %v", err)
		}
	}
}
