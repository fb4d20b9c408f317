// Package forge makes the logs of tables for tests of verifiers: as an honest
// server writes them, and as a dishonest one could. The dishonest server knows
// every secret except those of honest devices, invents people, tries again
// until it likes a throw, and omits, changes or reorders events.
//
//	l := forge.New("atable", "kleefeld", parlour.Setup{Players: 2})
//	l.Sit(1, 1)
//	l.Sit(2, 2)
//	l.TakePart(1)
//	l.Begin(table.WhyBegin, 1)
//	l.Play(20)
package forge

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/referee"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// Links is the length of a forged server's chains: the shortest allowed,
// because making one takes time.
const Links = fair.MinLinks

// A Log is the log of a table while it is being written.
type Log struct {
	ID     string
	Events []table.Event

	game   parlour.Game
	ref    *referee.Referee
	seats  []table.Place
	chairs []holder
	throws int
	head   fair.Head
	drawn  int    // secrets so far
	copies int    // clones so far
	branch string // names this clone, so that it draws secrets of its own

	Epoch   int64
	Links   int // length of the server's next chain
	number  int // number of the latest round
	force   *round
	pending *round
	devices map[int]*proof.Memory // what each person's device remembers

	// For parlour-dice-1:
	chain  *fair.Chain
	first  int
	nonces []string
}

type holder struct {
	person int
	bot    bool
}

type round struct {
	number int
	server *fair.Chain
	opened int
	people []int
	nonces []fair.Nonce
	own    map[int]*own
}

// own is the chain of a person's device in a round.
type own struct {
	chain  *fair.Chain
	opened int
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// New makes a table. Bots are the levels of the bots on its chairs.
func New(id, game string, setup parlour.Setup, bots ...string) *Log {
	l := &Log{ID: id, game: cabinet.ByID(game).Game, Epoch: 1, Links: Links, devices: map[int]*proof.Memory{}, head: fair.Begin(id)}
	m := must(l.game.New(setup))
	l.ref, l.seats = referee.New(m), table.Chairs(m)
	l.chairs = make([]holder, len(l.seats))
	for i, level := range bots {
		l.chairs[i].bot = level != ""
	}
	l.Add(table.Event{Kind: table.Created, Body: table.Body{Terms: &table.Terms{Game: game, Setup: setup, Bots: bots}, Rules: "forged"}})
	return l
}

// Old makes a table of parlour-dice-1.
func Old(id, game string, setup parlour.Setup, links int, bots ...string) *Log {
	return oldFrom(0, id, game, setup, links, bots...)
}

// oldFrom is Old with a given number of secrets already drawn.
func oldFrom(drawn int, id, game string, setup parlour.Setup, links int, bots ...string) *Log {
	l := New(id, game, setup, bots...)
	l.Events, l.head, l.drawn = nil, fair.Begin(id), drawn
	c := l.oldChain(links)
	for i := range l.chairs {
		c.Bots = append(c.Bots, fmt.Sprint("bot", i+1))
	}
	l.nonces = slices.Clone(c.Bots)
	l.Add(table.Event{Kind: table.Created, Body: table.Body{Terms: &table.Terms{Game: game, Setup: setup, Bots: bots}, Rules: "forged", Dice: c}})
	return l
}

// oldChain makes the next chain of parlour-dice-1.
func (l *Log) oldChain(links int) *table.Chain {
	l.first = 1
	if l.chain != nil {
		l.first = l.throws + 1
	}
	l.chain = fair.NewChain(l.Secret(), links)
	return &table.Chain{Commitment: l.chain.Commitment().String(), Links: links, First: l.first}
}

// Commit commits another chain of parlour-dice-1.
func (l *Log) Commit(links int) {
	c := l.oldChain(links)
	c.Bots = l.Events[0].Body.Dice.Bots
	l.Add(table.Event{Kind: table.Commit, Body: table.Body{Dice: c}})
}

// Secret draws the next secret.
func (l *Log) Secret() [32]byte {
	l.drawn++
	return sha256.Sum256(fmt.Appendf(nil, "%s%s %d", l.ID, l.branch, l.drawn))
}

// Clone returns a copy that can continue differently.
func (l *Log) Clone() *Log {
	l.copies++
	c := *l
	c.branch, c.copies = fmt.Sprint(l.branch, ".", l.copies), 0
	c.Events = slices.Clone(l.Events)
	c.chairs = slices.Clone(l.chairs)
	c.nonces = slices.Clone(l.nonces)
	c.ref = referee.New(l.ref.Match())
	c.devices = map[int]*proof.Memory{}
	for p, m := range l.devices {
		c.devices[p] = copyMemory(m)
	}
	c.force, c.pending = l.force.clone(), l.pending.clone()
	return &c
}

func (r *round) clone() *round {
	if r == nil {
		return nil
	}
	c := *r
	c.people, c.nonces = slices.Clone(r.people), slices.Clone(r.nonces)
	c.own = map[int]*own{}
	for p, o := range r.own {
		k := *o
		c.own[p] = &k
	}
	return &c
}

func copyMemory(m *proof.Memory) *proof.Memory {
	c := *m
	c.Heads = slices.Clone(m.Heads)
	c.Rounds = map[int]*proof.Remembered{}
	for n, r := range m.Rounds {
		k := *r
		k.Asked = slices.Clone(r.Asked)
		c.Rounds[n] = &k
	}
	return &c
}

// Seq returns the number of the last event.
func (l *Log) Seq() int64 { return int64(len(l.Events)) }

// Add appends an event and fills in its empty fields.
func (l *Log) Add(e table.Event) *table.Event {
	e.Table, e.Seq, e.Schema = l.ID, l.Seq()+1, 2
	if l.Seq() == 0 && e.Body.Dice != nil || l.chain != nil && l.number == 0 && e.Kind != table.Round {
		e.Schema = 1
	}
	e.At = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(e.Seq) * 1500 * time.Millisecond)
	if e.Line == "" {
		e.Line = l.ref.Match().String()
	}
	l.Events = append(l.Events, e)
	l.head = must(l.head.Next(must(json.Marshal(e.Public()))))
	return &l.Events[len(l.Events)-1]
}

// Sit seats a person on a chair; chairs count from 1.
func (l *Log) Sit(person, chair int) {
	b := table.Body{Person: person, Chair: chair, Name: []string{"", "Ann", "Bob", "Cem", "Dunja"}[person%5]}
	if l.chain != nil && l.number == 0 {
		b.Nonce = fmt.Sprint("nonce", person)
		l.nonces[chair-1] = b.Nonce
	}
	l.chairs[chair-1] = holder{person: person}
	l.Add(table.Event{Kind: table.Sit, By: person, Body: b})
}

// Stand makes the person on a chair leave it.
func (l *Log) Stand(chair int) {
	p := l.chairs[chair-1].person
	l.chairs[chair-1] = holder{}
	l.Add(table.Event{Kind: table.Stand, By: p, Body: table.Body{Chair: chair}})
}

// Bot makes the host give a chair to a bot.
func (l *Log) Bot(chair int) {
	l.chairs[chair-1] = holder{bot: true}
	l.Add(table.Event{Kind: table.SetChair, By: 1, Body: table.Body{Chair: chair, Level: "greedy"}})
}

// StandIn makes a bot stand in for the person on a chair.
func (l *Log) StandIn(chair int) {
	l.chairs[chair-1].bot = true
	l.Add(table.Event{Kind: table.StandIn, By: l.chairs[chair-1].person, Body: table.Body{Chair: chair, Level: "greedy"}})
}

// Return makes the person on a chair take over from the bot.
func (l *Log) Return(chair int) {
	l.chairs[chair-1].bot = false
	l.Add(table.Event{Kind: table.Return, By: l.chairs[chair-1].person, Body: table.Body{Chair: chair}})
}

// RuleBot makes the others choose a bot for a chair whose time is up.
func (l *Log) RuleBot(chair int) {
	l.Add(table.Event{Kind: table.TimeUp, Body: table.Body{Chair: chair}})
	l.chairs[chair-1].bot = true
	l.Add(table.Event{Kind: table.Rule, By: 1, Body: table.Body{Chair: chair, Text: table.RuleBot, Level: "greedy"}})
}

// Claim moves a person to another device, which remembers nothing.
func (l *Log) Claim(person int) {
	delete(l.devices, person)
	l.Add(table.Event{Kind: table.Claim, By: person, Body: table.Body{Person: person}})
}

// TakePart makes people's devices ask to take part.
func (l *Log) TakePart(people ...int) {
	for _, p := range people {
		l.Add(table.Event{Kind: table.TakePart, By: p, Body: table.Body{Person: p}})
	}
}

// Round starts a round with a fresh chain.
func (l *Log) Round(why string, people, out []int) *table.Event {
	return l.RoundOf(fair.NewChain(l.Secret(), l.Links), why, people, out)
}

// RoundOf starts a round with a given chain.
func (l *Log) RoundOf(c *fair.Chain, why string, people, out []int) *table.Event {
	l.number++
	l.pending = &round{number: l.number, server: c, people: people, own: map[int]*own{}}
	e := l.Add(table.Event{Kind: table.Round, Body: table.Body{
		Round: l.number, Epoch: l.Epoch, People: people, Out: out, Why: why,
		Dice: &table.Chain{Commitment: c.Commitment().String(), Links: c.Len(), First: l.throws + 1},
	}})
	l.complete()
	return e
}

// OwnLinks is the length of the chains of forged devices.
const OwnLinks = fair.OwnLinks

// Pledge makes a person's device commit in the pending round.
func (l *Log) Pledge(person int) *table.Event {
	return l.PledgeOf(person, fair.NewChain(l.Secret(), OwnLinks))
}

// PledgeOf is Pledge with a given chain.
func (l *Log) PledgeOf(person int, c *fair.Chain) *table.Event {
	m := l.devices[person]
	if m == nil {
		m = &proof.Memory{Format: proof.MemoryFormat, Table: l.ID, Person: person, Rounds: map[int]*proof.Remembered{}}
		l.devices[person] = m
	}
	r := l.pending
	r.own[person] = &own{chain: c}
	m.Rounds[r.number] = &proof.Remembered{
		Commitment: r.server.Commitment().String(), Epoch: l.Epoch, Pledge: c.Commitment().String(), Links: c.Len(), Asked: []int{},
	}
	l.remember(m)
	return l.Add(table.Event{Kind: table.Pledge, By: person, Body: table.Body{
		Round: r.number, Person: person, Dice: &table.Chain{Commitment: c.Commitment().String(), Links: c.Len()},
	}})
}

// remember records the current head of the log in a device's memory.
func (l *Log) remember(m *proof.Memory) {
	if n := len(m.Heads); n == 0 || m.Heads[n-1].Event != l.Seq() {
		m.Heads = append(m.Heads, proof.HeadAt{Event: l.Seq(), Head: l.head})
	}
}

// Reveal makes a person's device open its first link in the pending round.
func (l *Log) Reveal(person int) *table.Event {
	r := l.pending
	d := r.own[person]
	d.opened = 1
	if m := l.devices[person]; m != nil {
		l.remember(m)
		m.Rounds[r.number].Opened = 1
	}
	r.nonces = append(r.nonces, fair.Nonce{Person: person, Link: d.chain.Link(1)})
	e := l.Add(table.Event{Kind: table.Reveal, By: person, Body: table.Body{Round: r.number, Person: person, Link: d.chain.Link(1).String()}})
	l.complete()
	return e
}

func (l *Log) complete() {
	r := l.pending
	if len(r.nonces) < len(r.people) {
		return
	}
	slices.SortFunc(r.nonces, func(a, b fair.Nonce) int { return a.Person - b.Person })
	l.force, l.pending = r, nil
}

// Begin starts a round that everybody answers.
func (l *Log) Begin(why string, people ...int) {
	l.Round(why, people, nil)
	l.Answer(people...)
}

// Answer makes people pledge and then reveal in the pending round.
func (l *Log) Answer(people ...int) {
	for _, p := range people {
		l.Pledge(p)
	}
	for _, p := range people {
		l.Reveal(p)
	}
}

// Thrower returns the person who has to throw, 0 for a bot.
func (l *Log) Thrower() int {
	seat := l.ref.Turn().Seat
	for i, p := range l.seats {
		if slices.Contains(p.Seats, seat) && !l.chairs[i].bot {
			return l.chairs[i].person
		}
	}
	return 0
}

// Next returns the ingredients of the next throw under the round in force
// without making it: a server can look ahead as far as it knows the devices'
// links.
func (l *Log) Next() (t fair.Throw, by int) { return l.nextOf(l.force) }

func (l *Log) nextOf(r *round) (t fair.Throw, by int) {
	by = l.Thrower()
	t = fair.Throw{Table: l.ID, Round: r.number, Number: l.throws + 1, Link: r.server.Link(r.opened + 1), Nonces: r.nonces}
	if slices.Contains(r.people, by) {
		d := r.own[by]
		t.Own = &fair.Nonce{Person: by, Link: d.chain.Link(d.opened + 1)}
	}
	return t, by
}

// Text returns the throw that t makes now.
func (l *Log) Text(t fair.Throw) string {
	m := l.ref.Match()
	dice := m.Turn().Dice
	return m.Text(dice.Nth(t.N(dice.Weight())))
}

// Throw makes the next throw by the protocol.
func (l *Log) Throw() *table.Event {
	if l.number == 0 && l.chain != nil {
		return l.oldThrow()
	}
	t, by := l.Next()
	l.force.opened++
	e := l.Fall(t, by, l.Text(t))
	if t.Own != nil {
		d := l.force.own[by]
		d.opened++
		if m := l.devices[by]; m != nil {
			k := m.Rounds[l.force.number]
			k.Opened, k.Asked = d.opened, append(k.Asked, t.Number)
			l.remember(m)
		}
	}
	return e
}

// Fall writes a throw with any ingredients.
func (l *Log) Fall(t fair.Throw, by int, text string) *table.Event {
	b := table.Body{Round: t.Round, Number: t.Number, Link: t.Link.String(), Throw: text}
	if t.Own != nil {
		b.Own = t.Own.Link.String()
	}
	l.throws++
	return l.play(table.Throw, by, text, b)
}

func (l *Log) oldThrow() *table.Event {
	text, link := l.OldText(), l.chain.Link(l.throws-l.first+2)
	l.throws++
	return l.play(table.Throw, l.Thrower(), text, table.Body{Number: l.throws, Link: link.String(), Throw: text})
}

// OldText returns the next throw of parlour-dice-1.
func (l *Log) OldText() string {
	m := l.ref.Match()
	dice := m.Turn().Dice
	n := l.throws + 1
	return m.Text(dice.Nth(fair.OldNumber(l.chain.Link(n-l.first+1), l.ID, n, l.nonces, dice.Weight())))
}

// Move makes the first legal move.
func (l *Log) Move() *table.Event {
	m := l.ref.Match()
	text := m.Text(m.Moves()[0])
	return l.play(table.Move, l.Thrower(), text, table.Body{Move: text})
}

func (l *Log) play(kind table.Kind, by int, text string, b table.Body) *table.Event {
	m := l.ref.Match()
	info := m.Info()
	b.Seat = info.Letter(m.Turn().Seat)
	mv := must(m.Parse(text))
	if err := l.ref.Play(mv); err != nil {
		panic(err)
	}
	return l.Add(table.Event{Kind: kind, By: by, Body: b})
}

// Play makes n throws and moves.
func (l *Log) Play(plies int) {
	for range plies {
		switch l.ref.Turn().Needs() {
		case parlour.NeedThrow:
			l.Throw()
		case parlour.NeedMove:
			l.Move()
		default:
			panic("the game is over")
		}
	}
}

// ToThrow plays until a throw is due by somebody for whom of is true.
func (l *Log) ToThrow(of func(person int) bool) {
	for l.ref.Turn().Needs() != parlour.NeedThrow || !of(l.Thrower()) {
		l.Play(1)
	}
}

// TakeBack takes the last moves back.
func (l *Log) TakeBack(chair, plies int) {
	l.Add(table.Event{Kind: table.AskBack, By: l.chairs[chair-1].person, Body: table.Body{Chair: chair}})
	for range plies {
		l.ref.Undo()
	}
	l.Add(table.Event{Kind: table.GiveBack, By: l.chairs[chair%len(l.chairs)].person, Body: table.Body{Chair: chair, Plies: plies}})
}

// Resign makes the person on a chair resign.
func (l *Log) Resign(chair int) {
	seat := l.seats[chair-1].Seats[0]
	if err := l.ref.Resign(seat, referee.Resigned); err != nil {
		panic(err)
	}
	info := l.game.Info()
	l.Add(table.Event{Kind: table.Resign, By: l.chairs[chair-1].person, Body: table.Body{Chair: chair, Seat: info.Letter(seat)}})
}

// Memory returns what a person's device remembers now, or nil if it never took
// part.
func (l *Log) Memory(person int) *proof.Memory {
	m := l.devices[person]
	if m == nil {
		return nil
	}
	l.remember(m)
	return copyMemory(m)
}

// People returns who takes part in the round in force.
func (l *Log) People() []int { return slices.Clone(l.force.people) }

// Renumber renumbers the events after some were removed, added or swapped.
func Renumber(events []table.Event) []table.Event {
	for i := range events {
		events[i].Seq = int64(i) + 1
	}
	return events
}

// Edit returns a copy of a log with one event changed.
func Edit(events []table.Event, seq int64, change func(*table.Event)) []table.Event {
	c := slices.Clone(events)
	e := &c[seq-1]
	if e.Body.Dice != nil {
		d := *e.Body.Dice
		e.Body.Dice = &d
	}
	change(e)
	return c
}

// JSON returns the public form of the events.
func JSON(events []table.Event) []json.RawMessage {
	list := make([]json.RawMessage, 0, len(events))
	for _, e := range events {
		list = append(list, must(json.Marshal(e.Public())))
	}
	return list
}
