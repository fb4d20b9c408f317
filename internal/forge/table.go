// Package forge makes the logs of tables for tests of verifiers: as an honest
// server and honest devices write them, and as a dishonest server could.
//
//	t := forge.New("atable", "kleefeld", parlour.Setup{Players: 2})
//	t.Sit(1, 1)
//	t.Sit(2, 2)
//	t.Play(20)
//	report := t.Report(1)
//
// A Table is the real table of package table with the real devices of package
// device. A dishonest server adds, changes or drops events itself.
package forge

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/table"
	"parlour/table/device"
	"parlour/table/fair"
	"parlour/table/proof"
)

// A Table is a table with its server and the devices of its people.
type Table struct {
	ID      string
	Events  []table.Event
	State   *table.State
	Devices map[int]*device.Device

	Tokens map[int]string  // of people who took another device
	Gone   map[int]bool    // people whose devices do not say that they are here
	Says   map[int]int     // the first link that devices say they can open, if that is not true
	Silent map[int]bool    // people whose devices do not open their links
	Links  map[int]string  // what was opened for the throw that is asked for
	Epoch  int64           // of the store
	Pick   func() [32]byte // chooses the server's secrets, nil for honest ones
	Early  bool            // the server does not know chains yet

	checks map[int]*proof.Checker
	chains map[fair.Link]*fair.Chain // by secret
	seed   string
	drawn  int
	keys   int
}

// games is the cabinet, as a table knows it.
type games struct{}

func (games) Game(id string) parlour.Game { return cabinet.ByID(id).Game }
func (games) Levels(string) []string      { return []string{"first"} }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// New makes a table. Bots are the levels of the bots on its chairs.
func New(id, game string, setup parlour.Setup, bots ...string) *Table {
	return Begin(id, table.Terms{Game: game, Setup: setup, Bots: bots})
}

// Begin makes a table with the given terms.
func Begin(id string, terms table.Terms) *Table {
	t := &Table{ID: id, seed: id, Epoch: 1, Devices: map[int]*device.Device{}, Tokens: map[int]string{}, Gone: map[int]bool{}, Says: map[int]int{}, Silent: map[int]bool{}, Links: map[int]string{}, checks: map[int]*proof.Checker{}}
	first := table.Event{Table: id, Kind: table.Created, Body: table.Body{Terms: &terms, Rules: "forged"}}
	t.State = must(table.New(games{}, &first))
	t.Add(first)
	return t
}

// Add appends an event as the server writes it. Every device reads it.
func (t *Table) Add(e table.Event) {
	e.Table, e.Seq, e.Schema = t.ID, int64(len(t.Events)+1), table.Schema
	e.At = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(e.Seq) * 1500 * time.Millisecond)
	if e.Line == "" {
		e.Line = t.State.Line()
	}
	if err := t.State.Apply(&e); err != nil {
		panic(err)
	}
	t.Events = append(t.Events, e)
	for p := range t.Devices {
		t.show(p, &e)
	}
	if e.Kind == table.Ask || e.Kind == table.Throw || e.Kind == table.Void {
		clear(t.Links)
	}
}

func (t *Table) show(person int, e *table.Event) {
	c := t.checks[person]
	if err := c.Add(e); err != nil {
		panic(err)
	}
	t.Devices[person].See(c)
}

// Read makes a person's device read the whole log from the first event on.
func (t *Table) Read(person int) {
	c := proof.NewChecker(t.ID, cabinet.Open)
	c.Remember(t.Devices[person].Seen())
	t.checks[person] = c
	for i := range t.Events {
		t.show(person, &t.Events[i])
	}
	t.Devices[person].From(int64(len(t.Events) + 1))
}

// Secret draws the next secret.
func (t *Table) Secret() [32]byte {
	t.drawn++
	return sha256.Sum256(fmt.Appendf(nil, "%s %d", t.seed, t.drawn))
}

func (t *Table) draw() [32]byte {
	if t.Pick != nil {
		return t.Pick()
	}
	return t.Secret()
}

func (t *Table) moment() *table.Moment {
	house := table.House{Unlimited: true, Links: fair.MinLinks}.Complete()
	return &table.Moment{
		Now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(len(t.Events)) * time.Hour), Epoch: t.Epoch, Draw: t.draw, House: &house,
		Away:  func(p int, _ time.Duration) bool { return t.Gone[p] },
		Here:  t.here,
		Links: func(p int) (string, bool) { l, ok := t.Links[p]; return l, ok },
	}
}

// here returns what the device of a person says.
func (t *Table) here(p int) (next int, ok bool) {
	if d := t.Devices[p]; d != nil && !t.Gone[p] {
		next = max(d.Next(t.checks[p]), t.Says[p])
	}
	return next, next > 0
}

func (t *Table) sender(person int) *table.Sender {
	return &table.Sender{Hash: cmp.Or(t.Tokens[person], fmt.Sprint("token of ", person)), Print: "p"}
}

// Do makes a person do something.
func (t *Table) Do(person int, a table.Action) { t.do(t.sender(person), a) }

func (t *Table) do(by *table.Sender, a table.Action) {
	t.keys++
	a.Key, a.Seq = fmt.Sprintf("key-%06d", t.keys), int64(len(t.Events))
	t.server()
	events, err := t.State.Judge(by, &a, t.moment())
	if err != nil {
		panic(fmt.Sprintf("event %d: %s by %s: %v", len(t.Events)+1, a.Kind, by.Hash, err))
	}
	t.append(events)
}

// Act makes a person do something with their device.
func (t *Table) Act(person int, a table.Action) {
	t.Devices[person].Act(a)
	t.Do(person, a)
}

func (t *Table) append(events []table.Event) {
	for i := range events {
		t.Add(events[i])
	}
}

// server writes what has to be written before anything else.
func (t *Table) server() {
	for !t.Early {
		m := t.moment()
		d := t.State.Due(m)
		if d.Kind != table.Server && d.Kind != table.Void {
			return
		}
		t.append(must(t.State.Write(d, m)))
	}
}

// TimeUp says that somebody's time is up, if it is.
func (t *Table) TimeUp() {
	if m := t.moment(); t.State.Due(m).Kind == table.TimeUp {
		t.append(must(t.State.Write(t.State.Due(m), m)))
	}
}

// Sit seats a person on a chair; chairs count from 1. Their device takes part in
// the dice. People come in the order of their numbers.
func (t *Table) Sit(person, chair int) {
	t.Do(person, table.Action{Kind: table.Sit, Chair: chair, Name: []string{"Eve", "Ann", "Bob", "Cem", "Dunja"}[person%5]})
	if t.Devices[person] == nil {
		t.NewDevice(person)
	}
	t.TakePart(person)
}

// NewDevice gives a person a device that remembers nothing.
func (t *Table) NewDevice(person int) {
	t.Devices[person] = device.New(t.ID, person, int64(len(t.Events)+1))
	t.Read(person)
}

// Carry takes the chairs of a person to another device of theirs, nil for a new one,
// and makes it take part.
func (t *Table) Carry(person int, token string, to *device.Device) {
	by, once := t.sender(person), fmt.Sprint("once ", t.keys)
	by.Once = once
	t.Devices[person].Act(table.Action{Kind: table.Carry})
	t.do(by, table.Action{Kind: table.Carry})
	claim := table.Action{Kind: table.Claim, Text: once}
	if to != nil {
		to.Claims()
		to.Act(claim)
	}
	t.Tokens[person] = token
	t.Do(person, claim)
	if t.Devices[person] = to; to == nil {
		t.NewDevice(person)
	}
	t.Read(person)
	t.TakePart(person)
}

// TakePart makes a person's device take part with a new chain.
func (t *Table) TakePart(person int) { t.Do(person, t.Devices[person].TakePart(t.Secret())) }

// Thrower returns the person in turn, 0 for a bot.
func (t *Table) Thrower() int {
	c := t.State.Chairs()[t.State.TurnChair()]
	if c.Bot != "" {
		return 0
	}
	return c.Person
}

// bot makes the bot in turn play.
func (t *Table) bot(mv parlour.Move) {
	t.server()
	if !t.State.BotsTurn() {
		panic("it is not a bot's turn")
	}
	t.append(must(t.State.BotPlays(mv, t.moment())))
}

// Ask asks for the next throw: the thrower presses.
func (t *Table) Ask() {
	t.server()
	if d := t.State.Due(t.moment()); d.Kind == table.Ask {
		t.append(must(t.State.Write(d, t.moment())))
		return
	}
	p := t.Thrower()
	if p == 0 {
		if t.State.Turn().Needs() != parlour.NeedThrow {
			panic("no throw is due")
		}
		t.bot(0)
		return
	}
	a := table.Action{Kind: table.Throw}
	if d := t.Devices[p]; d != nil {
		if a = d.Press(t.checks[p]); t.Gone[p] {
			a.Next = 0
		}
	}
	t.Do(p, a)
}

// Open lets the devices of people open their links, all of them if none is named.
func (t *Table) Open(people ...int) {
	for p := range len(t.Events) { // in ascending order
		d := t.Devices[p]
		if d == nil || t.Silent[p] || people != nil && !slices.Contains(people, p) {
			continue
		}
		var links []table.Opened
		for q, link := range t.Links {
			links = append(links, table.Opened{Person: q, Link: link})
		}
		a, err := d.Open(t.checks[p], links)
		if err != nil {
			continue
		}
		if _, err := t.State.Signal(t.sender(p), &a); err == nil {
			t.Links[p] = a.Link
		}
	}
}

// Collect collects the links for the throw that is asked for, the thrower's last. Then
// the server knows the throw.
func (t *Table) Collect() {
	t.Open()
	if d := t.State.Due(t.moment()); d.Kind == table.Ready {
		t.append(must(t.State.Write(d, t.moment())))
		t.Open()
	}
}

// Throw makes the next throw. Devices that are silent are waited for, and then it
// is asked for again without them.
func (t *Table) Throw() {
	n := t.Throws()
	if _, asked := t.State.Phase(); !asked {
		t.Ask()
	}
	for tries := 0; t.Throws() == n; tries++ {
		if tries > 100 {
			panic("the throw does not fall")
		}
		t.Open()
		m := t.moment()
		m.Waited = time.Hour
		d := t.State.Due(m)
		switch {
		case d.Kind != "":
			t.append(must(t.State.Write(d, m)))
			if d.Kind == table.Void {
				for p := range t.Silent {
					t.Gone[p] = true
				}
			}
		case d.Bot:
			t.Ask()
		default:
			t.Ask() // the thrower was silent, and presses again
		}
	}
	for p := range t.Silent {
		delete(t.Silent, p)
		delete(t.Gone, p)
	}
}

// chain opens a chain, and keeps those that were opened lately.
func (t *Table) chain(secret fair.Link, links int) *fair.Chain {
	if t.chains[secret] == nil {
		if len(t.chains) > 8 || t.chains == nil {
			t.chains = map[fair.Link]*fair.Chain{}
		}
		t.chains[secret] = fair.NewChain(secret, links)
	}
	return t.chains[secret]
}

// Next returns the server's epoch and the link that it opens next, which nobody
// else knows.
func (t *Table) Next() (epoch int64, link fair.Link) {
	server, opens := t.Last(table.Server), 1
	if ask := t.Last(table.Ask); ask.Seq > server.Seq {
		opens = ask.Body.Opens + 1
	}
	secret, _ := fair.ParseLink(server.Secret.Dice) // it has the form of one
	return server.Body.Epoch, t.chain(secret, server.Body.Dice.Links).Link(opens)
}

// Own returns the latest chain of a person's device, and the first link of it that the
// device can open.
func (t *Table) Own(person int) (c *fair.Chain, next int) {
	d := t.Devices[person]
	secret, _ := fair.ParseLink(d.Secrets[len(d.Secrets)-1].Secret) // it has the form of one
	return t.chain(secret, fair.OwnLinks), d.Next(t.checks[person])
}

// Would returns the throw that is asked for as the server can compute it, from the
// links that it was sent and those of its accomplices.
func (t *Table) Would(accomplices ...int) (fair.Throw, string) {
	ask, server := t.Last(table.Ask).Body, t.Last(table.Server)
	secret, _ := fair.ParseLink(server.Secret.Dice) // it has the form of one
	throw := fair.Throw{
		Table: t.ID, Epoch: ask.Epoch, Number: ask.Number, Attempt: ask.Attempt, Dice: ask.Due,
		Link: t.chain(secret, server.Body.Dice.Links).Link(ask.Opens),
	}
	for _, a := range ask.Who {
		link, _ := fair.ParseLink(t.Links[a.Person])
		if slices.Contains(accomplices, a.Person) {
			c, _ := t.Own(a.Person)
			link = c.Link(a.Link)
		}
		throw.Parts = append(throw.Parts, fair.Part{Person: a.Person, Link: link})
	}
	m := t.State.Match()
	dice := m.Turn().Dice
	return throw, m.Text(dice.Nth(throw.N(dice.Weight())))
}

// Fall writes that throw, whatever honest devices think of it.
func (t *Table) Fall(accomplices ...int) {
	throw, text := t.Would(accomplices...)
	ask := t.Last(table.Ask).Body
	var parts []table.Opened
	for _, p := range throw.Parts {
		parts = append(parts, table.Opened{Person: p.Person, Link: p.Link.String()})
	}
	m := t.State.Match()
	if err := m.Play(must(m.Parse(text))); err != nil {
		panic(err)
	}
	t.Add(table.Event{Kind: table.Throw, By: ask.Person, Line: m.String(), Body: table.Body{
		Number: ask.Number, Attempt: ask.Attempt, Seat: ask.Seat, Throw: text, Link: throw.Link.String(), Parts: parts,
	}})
}

// Old throws as servers did before there were asks, and moves.
func (t *Table) Old() {
	m := t.State.Match()
	turn, info := m.Turn(), m.Info()
	mv := turn.Dice.Nth(5)
	b := table.Body{Number: t.Throws() + 1, Seat: info.Letter(turn.Seat), Throw: m.Text(mv), Link: "00"}
	if err := m.Play(mv); err != nil {
		panic(err)
	}
	t.Add(table.Event{Kind: table.Throw, By: t.Thrower(), Line: m.String(), Body: b})
	for t.State.Turn().Needs() == parlour.NeedMove {
		t.Move()
	}
}

// Throws returns how many have fallen.
func (t *Table) Throws() (n int) {
	for i := range t.Events {
		if t.Events[i].Kind == table.Throw {
			n++
		}
	}
	return n
}

// Move makes the first legal move.
func (t *Table) Move() { t.MoveTo(0) }

// MoveTo makes a legal move.
func (t *Table) MoveTo(i int) {
	m := t.State.Match()
	mv := m.Moves()[i]
	p := t.Thrower()
	if p == 0 {
		t.bot(mv)
		return
	}
	a := table.Action{Kind: table.Move, Move: m.Text(mv)}
	if t.Devices[p] != nil {
		t.Devices[p].Act(a)
	}
	t.Do(p, a)
}

// Play makes n throws and moves, or fewer if the game ends.
func (t *Table) Play(n int) *Table {
	for range n {
		switch t.State.Turn().Needs() {
		case parlour.NeedThrow:
			t.Throw()
		case parlour.NeedMove:
			t.Move()
		}
	}
	return t
}

// ToThrow plays until a person has to throw, 0 for a bot.
func (t *Table) ToThrow(person int) *Table {
	for t.State.Turn().Needs() != parlour.NeedThrow || t.Thrower() != person {
		if t.State.Turn().Needs() == parlour.NeedOver {
			panic("the game is over")
		}
		t.Play(1)
	}
	return t
}

// Restore goes back to an event, as a server does that restored a backup. Every
// device reads the log again.
func (t *Table) Restore(event int64) {
	t.Events = t.Events[:event:event]
	t.State = must(table.Fold(games{}, slices.Clone(t.Events)))
	t.Epoch++
	t.seed += "'"
	clear(t.Links)
	t.server()
	for p := range t.Devices {
		t.Read(p)
	}
}

// Fork returns a copy of the table that can go on otherwise, with copies of the
// given people's devices alone.
func (t *Table) Fork(people ...int) *Table {
	f := &Table{ID: t.ID, seed: t.seed + "+", Epoch: t.Epoch, Events: slices.Clone(t.Events), Devices: map[int]*device.Device{}, Tokens: map[int]string{}, Gone: map[int]bool{}, Says: map[int]int{}, Silent: map[int]bool{}, Links: map[int]string{}, checks: map[int]*proof.Checker{}, keys: t.keys}
	f.State = must(table.Fold(games{}, slices.Clone(f.Events)))
	maps.Copy(f.Tokens, t.Tokens)
	for _, p := range people {
		f.Devices[p] = &device.Device{}
		if err := json.Unmarshal(must(json.Marshal(t.Devices[p])), f.Devices[p]); err != nil {
			panic(err)
		}
		f.Read(p)
	}
	return f
}

// Last returns the last event of a kind.
func (t *Table) Last(kind table.Kind) *table.Event {
	for i := len(t.Events) - 1; i >= 0; i-- {
		if t.Events[i].Kind == kind {
			return &t.Events[i]
		}
	}
	panic("there is no " + kind)
}

// Memory returns a copy of what a person's device remembers.
func (t *Table) Memory(person int) *proof.Memory {
	return must(proof.ParseMemory(must(json.Marshal(t.Devices[person].Seen()))))
}

// JSON returns the public form of events.
func JSON(events []table.Event) []json.RawMessage {
	list := make([]json.RawMessage, 0, len(events))
	for _, e := range events {
		list = append(list, must(json.Marshal(e.Public())))
	}
	return list
}
