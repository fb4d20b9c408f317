package forge

import (
	"encoding/json"
	"slices"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// A Case is a log, and what every verifier has to say about it.
type Case struct {
	Name   string            `json:"name"`
	Table  string            `json:"table"`
	Events []json.RawMessage `json:"events"`
	Memory *proof.Memory     `json:"memory"`
	Want   `json:"want"`
}

// A Want is what a verifier has to say.
type Want struct {
	Code    string `json:"code"` // "" for no fault
	Event   int64  `json:"event"`
	Needs   Needs  `json:"needs"` // what finding the fault takes
	D       int    `json:"discarded"`
	W       int    `json:"without"`
	Back    int    `json:"back"`
	Stale   bool   `json:"stale"`
	Verdict string `json:"verdict"`
}

// Needs says which verifiers find a fault.
type Needs int

const (
	Log   Needs = iota // all do
	Line               // those that read position lines: Go and Python
	Rules              // those that know the rules: Go
)

// cases collects cases.
type cases []Case

// honest adds a log without a fault, seen by the device of person 1.
func (l *cases) honest(name string, t *Table, w Want) {
	if w.Verdict == "" {
		w.Verdict = proof.NotGuaranteed
		if w == (Want{Verdict: w.Verdict}) {
			w.Verdict = proof.Guaranteed
		}
	}
	*l = append(*l, Case{name, t.ID, JSON(t.Events), t.Memory(1), w})
}

// broken adds a log with a fault at its last event.
func (l *cases) broken(name string, t *Table, m *proof.Memory, code string, needs Needs) {
	l.raw(name, t, t.Events, m, Want{Code: code, Event: int64(len(t.Events)), Needs: needs})
}

func (l *cases) raw(name string, t *Table, events []table.Event, m *proof.Memory, w Want) {
	w.Verdict = proof.False
	*l = append(*l, Case{name, t.ID, JSON(events), m, w})
}

// edit adds a log in which the last event of a kind is changed. The fault is found
// there.
func (l *cases) edit(name string, t *Table, kind table.Kind, code string, needs Needs, change func(*table.Event)) {
	events := slices.Clone(t.Events)
	i := int(t.Last(kind).Seq) - 1
	e := &events[i]
	e.Body.Who, e.Body.Parts = slices.Clone(e.Body.Who), slices.Clone(e.Body.Parts)
	if e.Body.Dice != nil {
		d := *e.Body.Dice
		e.Body.Dice = &d
	}
	change(e)
	l.raw(name, t, events, nil, Want{Code: code, Event: int64(i + 1), Needs: needs})
}

// then adds a log to which an event was added, which is the fault.
func (l *cases) then(name string, t *Table, code string, needs Needs, e table.Event) {
	last := t.Events[len(t.Events)-1]
	e.Seq, e.Schema, e.At, e.Line = last.Seq+1, last.Schema, last.At, last.Line
	l.raw(name, t, append(slices.Clip(slices.Clone(t.Events)), e), nil, Want{Code: code, Event: e.Seq, Needs: needs})
}

// two returns a table with Ann and Bob.
func two(id string) *Table {
	t := New(id, "kleefeld", parlour.Setup{Players: 2})
	t.Sit(1, 1)
	t.Sit(2, 2)
	return t
}

// twice returns a table at which Ann took a second device, went on with the first one
// because a restored backup did not know of that, and took the second one again.
func twice(id string) *Table {
	t := two(id).Play(6).ToThrow(2)
	first, k := t.Devices[1], int64(len(t.Events))
	t.Carry(1, "second device", nil)
	second := t.Devices[1]
	t.Play(4)
	t.Devices[1] = first
	delete(t.Tokens, 1)
	t.Restore(k)
	t.Play(16)
	t.Carry(1, "second device", second)
	return t.Play(10)
}

// back returns a table at which Ann took a second device, and then the first one again.
func back(id string) *Table {
	t := two(id).Play(6).ToThrow(2)
	first := t.Devices[1]
	t.Carry(1, "second device", nil)
	t.Play(8).ToThrow(2)
	t.Carry(1, "first device", first)
	return t.Play(10)
}

// bot returns a table with Ann and a bot.
func bot(id string) *Table {
	t := New(id, "kleefeld", parlour.Setup{Players: 2}, "", "first")
	t.Sit(1, 1)
	return t
}

// Cases returns all of them.
func Cases() []Case {
	var l cases
	l.plain()
	l.accidents()
	l.gains()
	l.edits()
	l.disturbed()
	l.remembered()
	return l
}

// plain adds games in which nothing happens.
func (l *cases) plain() {
	l.honest("two people", two("two").Play(30), Want{})
	l.honest("a person and a bot", bot("bot").Play(30), Want{})
	for _, game := range []string{"parker", "british", "mensch", "auto-race", "backgammon"} {
		t := New("game-"+game, game, parlour.Setup{Players: 2})
		t.Sit(1, 1)
		t.Sit(2, 2)
		l.honest(game, t.Play(30), Want{})
	}
	deck := New("deck", "checkers", parlour.Setup{Options: map[string]string{"opening": "three-move"}})
	deck.Sit(1, 1)
	deck.Sit(2, 2)
	l.edit("another deck", deck.Play(1), table.Ask, proof.BadAsk, Line, func(e *table.Event) { e.Body.Due = "draw 11" })
	l.honest("a deck", deck.Play(6), Want{})
	for game, position := range map[string]string{
		"backgammon": "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:0:10 move",
		"auto-race":  "auto-race G:5/Y:0 G 3 - -",
	} {
		t := Begin("set-up-"+game, table.Terms{Game: game, Position: position})
		t.Sit(1, 2)
		t.Sit(2, 1)
		l.honest("a throw lies in the position of the beginning: "+game, t.Play(8), Want{W: 1})
	}
	cube := Begin("set-up-cube", table.Terms{Game: "backgammon", Position: "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 roll"})
	cube.Sit(1, 2)
	cube.Sit(2, 1)
	l.honest("the position of the beginning waits for the cube", cube.Play(8), Want{})
	bots := New("bots", "kleefeld", parlour.Setup{Players: 2}, "first", "first").Play(20)
	*l = append(*l, Case{"bots alone", bots.ID, JSON(bots.Events), nil, Want{W: 10, Verdict: proof.NotGuaranteed}})
	t := two("nomemory").Play(30)
	*l = append(*l, Case{"no memory", t.ID, JSON(t.Events), nil, Want{Verdict: proof.NotGuaranteed}})
}

// accidents adds what happens to honest people.
func (l *cases) accidents() {
	t := two("silent").ToThrow(1)
	t.Silent[2] = true
	l.honest("somebody is silent before anything is known", t.Play(20), Want{})
	t = bot("asleep").Play(10)
	t.Gone[1] = true
	t.ToThrow(0).Throw()
	t.Gone[1] = false
	l.honest("a phone is locked", t.Play(10), Want{W: 1})
	t = two("restarted").ToThrow(2)
	t.Ask()
	t.Open(1)
	t.Epoch++
	l.honest("a restart while a throw is asked for", t.Play(20), Want{D: 1})
	t = two("risen").ToThrow(2)
	t.Epoch++
	l.honest("a restart that loses nothing", t.Play(20), Want{})
	t = two("restored").Play(20).ToThrow(1)
	k, opened := int64(len(t.Events)), len(t.Devices[1].Opened)
	t.ToThrow(2).Throw()
	d := len(t.Devices[1].Opened) - opened
	t.Restore(k)
	l.honest("a restored backup", t.Play(20), Want{D: d, Back: 1})
	t = two("restored-later").Play(20).ToThrow(1)
	k, opened = int64(len(t.Events)), len(t.Devices[1].Opened)
	before := t.Throws()
	t.Play(30)
	m := t.Memory(1)
	d = len(m.Opened) - opened
	t.Restore(k)
	t.Play(30)
	*l = append(*l, Case{"a restored backup and an older memory", t.ID, JSON(t.Events), m, Want{D: d, W: t.Throws() - before, Back: 1, Verdict: proof.NotGuaranteed}})
	t = New("no-dice", "contact", parlour.Setup{Players: 2})
	t.Sit(1, 1)
	t.Sit(2, 2)
	t.Play(3)
	k = int64(len(t.Events))
	t.Play(2)
	t.Restore(k)
	t.MoveTo(1)
	l.honest("a restored backup of a game without dice", t.Play(2), Want{Back: 1})
	l.honest("a chair is taken to a second device twice, because a backup does not know of the first time", twice("carried-twice"), Want{D: 2, W: 12, Back: 1})
	l.honest("a chair is taken to a second device and back", back("carried-back"), Want{W: 5})
	t = New("number-again", "kleefeld", parlour.Setup{Players: 4}, "", "", "", "first")
	t.Sit(1, 2)
	k = int64(len(t.Events))
	t.Sit(2, 1)
	t.Sit(3, 3)
	t.Play(4)
	m, d = t.Memory(2), len(t.Devices[2].Opened)
	delete(t.Devices, 2)
	t.Restore(k)
	t.Tokens[2] = "somebody else"
	t.Sit(2, 1)
	t.Act(2, table.Action{Kind: table.Stand, Chair: 1})
	t.Sit(2, 1)
	t.Sit(3, 3)
	t.Play(10)
	*l = append(*l, Case{"a backup does not know the victim, and somebody else is given the number", t.ID, JSON(t.Events), m, Want{D: d, W: t.Throws(), Back: 1, Verdict: proof.NotGuaranteed}})
	t = two("given-up").ToThrow(2)
	t.Ask()
	t.Open(1)
	t.Act(2, table.Action{Kind: table.StandIn, Chair: 2, Level: "first"})
	l.honest("a bot takes over while a throw is asked for", t.Play(10), Want{D: 1})
	t.ToThrow(1).Act(2, table.Action{Kind: table.Return, Chair: 2})
	t.Play(10).ToThrow(2).Act(2, table.Action{Kind: table.Stand, Chair: 2})
	t.Sit(3, 2)
	t.Play(10).Act(3, table.Action{Kind: table.Resign, Chair: 2})
	l.honest("a player returns, and another takes the chair and resigns", t, Want{D: 1})
	t = two("resigned").ToThrow(2)
	t.Ask()
	t.Act(1, table.Action{Kind: table.Resign, Chair: 1})
	l.honest("somebody resigns while a throw is asked for", t, Want{})
	t = two("joined-again").Play(10)
	t.TakePart(1)
	t.TakePart(2)
	l.honest("new chains", t.Play(10), Want{})
	t = two("cleared").Play(10)
	w := t.Throws()
	t.NewDevice(1)
	t.TakePart(1)
	l.honest("cleared storage", t.Play(10), Want{W: w})
	t = two("stale").Play(10)
	m = t.Memory(1)
	t.Events = t.Events[:len(t.Events)-5]
	*l = append(*l, Case{"a stale page", t.ID, JSON(t.Events), m, Want{Stale: true, Verdict: proof.NotGuaranteed}})
	t = two("partial").Play(10)
	m = t.Memory(1)
	m.Since = 0
	*l = append(*l, Case{"a memory that was not stored", t.ID, JSON(t.Events), m, Want{Verdict: proof.NotGuaranteed}})
	t = two("older").Play(10)
	m, n := t.Memory(1), t.Throws()
	t.Play(10)
	*l = append(*l, Case{"an old memory", t.ID, JSON(t.Events), m, Want{W: t.Throws() - n, Verdict: proof.NotGuaranteed}})
	t = two("older-void").Play(10).ToThrow(2)
	m = t.Memory(1)
	t.Ask()
	t.Open(1)
	t.Act(2, table.Action{Kind: table.StandIn, Chair: 2, Level: "first"})
	*l = append(*l, Case{"an old memory, and an attempt that failed since", t.ID, JSON(t.Events), m, Want{D: 1, Verdict: proof.NotGuaranteed}})

	t = New("first-dice", "kleefeld", parlour.Setup{Players: 2})
	t.Early = true
	t.Sit(1, 1)
	t.Sit(2, 2)
	game := t.State.Match()
	for range 3 { // as earlier releases wrote them
		t.Old()
	}
	t.Early = false
	l.honest("a table of earlier dice goes on", t.Play(10), Want{W: 3})
	earlier := &table.Before{Line: game.String()}
	for _, e := range t.Events {
		if text := e.Body.Throw + e.Body.Move; text != "" {
			earlier.Plays = append(earlier.Plays, text)
		}
	}
	carried := Begin("carried", table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Position: t.State.Line(), Before: earlier})
	carried.Sit(1, 1)
	carried.Sit(2, 2)
	l.honest("a carried game", carried.Play(10), Want{W: t.Throws()})
}

// gains adds what a dishonest server can do without a fault. It is counted, or
// gains nothing.
func (l *cases) gains() {
	t := New("forgets", "checkers", parlour.Setup{Options: map[string]string{"opening": "three-move"}})
	t.Sit(1, 2)
	t.Sit(2, 1)
	for range 3 {
		t.Ask()
		t.Open(1)
		ask := t.Last(table.Ask).Body
		t.Add(table.Event{Kind: table.Void, Body: table.Body{Number: ask.Number, Attempt: ask.Attempt, Why: table.WhySilent, Person: 2}})
		t.NewDevice(1)
		t.TakePart(1)
	}
	l.honest("the victim's memory is erased after each result", t.Play(6), Want{D: 3})
	t = two("abort").ToThrow(2)
	t.Ask()
	t.Open(1) // the server and Bob know the throw now
	t.Silent[2] = true
	l.honest("an accomplice does not like the throw", t.Play(10), Want{D: 1})
	t = two("seven").Play(10).ToThrow(1)
	k, opened := int64(len(t.Events)), len(t.Devices[1].Opened)
	for len(t.Devices[1].Opened) < opened+7 {
		t.Play(1)
	}
	t.Restore(k)
	l.honest("restored by seven throws", t.Play(20), Want{D: 7, Back: 1})
	t = two("withheld").ToThrow(2)
	t.Silent[1] = true // because the ask was not shown
	l.honest("an ask is withheld, and the victim named silent", t.Play(10), Want{W: 1})
	t = bot("cut-off")
	w := 0
	for range 30 {
		t.Gone[1] = t.State.Turn().Needs() == parlour.NeedThrow && t.Thrower() == 0
		if t.Gone[1] {
			w++
		}
		t.Play(1)
	}
	t.Gone[1] = false
	l.honest("the victim is cut off whenever it matters", t, Want{W: w})
	t = two("skips")
	t.Says[2] = 100
	t.Play(1)
	t.Says[2] = 300
	l.honest("numbers of an accomplice's chain are skipped", t.Play(10), Want{})
	t = two("tries")
	for range 5 {
		t.TakePart(2)
		t.Play(1)
	}
	l.honest("an accomplice tries chains before each throw", t, Want{})
	t = two("thirty")
	for p := 3; p <= 32; p++ {
		t.ToThrow(p-1).Act(p-1, table.Action{Kind: table.Stand, Chair: 2})
		t.Sit(p, 2)
	}
	l.honest("thirty invented people", t.Play(10), Want{})
	t = two("overlap").Play(4)
	c := fair.NewChain(t.Secret(), 100)
	t.Do(2, table.Action{Kind: table.TakePart, Dice: &table.Chain{Commitment: c.Commitment().String(), Links: 100}})
	t.Do(2, table.Action{Kind: table.TakePart, Dice: &table.Chain{Commitment: c.Link(1).String(), Links: 99}})
	l.honest("overlapping chains", t.ToThrow(1), Want{})
}

// edits adds logs with one event changed.
func (l *cases) edits() {
	t := two("asked").Play(8).ToThrow(1)
	t.Ask()
	ask := func(name, code string, needs Needs, change func(b *table.Body)) {
		l.edit(name, t, table.Ask, code, needs, func(e *table.Event) { change(&e.Body) })
	}
	ask("wrong dice", proof.BadAsk, Line, func(b *table.Body) { b.Due = "two" })
	ask("wrong seat", proof.BadAsk, Line, func(b *table.Body) { b.Seat = "B" })
	ask("wrong thrower", proof.BadAsk, Line, func(b *table.Body) { b.Person = 2 })
	ask("a bot instead of the thrower", proof.BadAsk, Line, func(b *table.Body) { b.Person = 0 })
	ask("a number is skipped", proof.BadAsk, Log, func(b *table.Body) { b.Number++ })
	ask("an attempt is skipped", proof.BadAsk, Log, func(b *table.Body) { b.Attempt++ })
	ask("another epoch", proof.BadAsk, Log, func(b *table.Body) { b.Epoch++ })
	ask("a used link of the server", proof.BadAsk, Log, func(b *table.Body) { b.Opens-- })
	ask("no link of the server", proof.BadAsk, Log, func(b *table.Body) { b.Opens = fair.MinLinks + 1 })
	ask("people in another order", proof.BadWho, Log, func(b *table.Body) { slices.Reverse(b.Who) })
	ask("an accomplice on two chairs", proof.BadWho, Log, func(b *table.Body) { b.Who = append(b.Who, b.Who[1]) })
	ask("somebody without a chair", proof.BadWho, Log, func(b *table.Body) { b.Who = append(b.Who, table.Asked{Person: 3, Chain: b.Who[1].Chain, Link: 1}) })
	ask("a chain of somebody else", proof.BadWho, Log, func(b *table.Body) { b.Who[1].Chain = b.Who[0].Chain })
	ask("a used link", proof.BadWho, Log, func(b *table.Body) { b.Who[0].Link-- })
	ask("no link of a chain", proof.BadWho, Log, func(b *table.Body) { b.Who[0].Link = fair.OwnLinks + 1 })
	again := two("renewed").Play(8)
	was := again.Last(table.Ask).Body.Who[1].Chain
	again.TakePart(2)
	again.ToThrow(1).Ask()
	l.edit("an old chain", again, table.Ask, proof.BadWho, Log, func(e *table.Event) { e.Body.Who[1].Chain = was })

	t = two("thrown").Play(8).ToThrow(1)
	t.Throw()
	throw := func(name, code string, needs Needs, change func(b *table.Body)) {
		l.edit(name, t, table.Throw, code, needs, func(e *table.Event) { change(&e.Body) })
	}
	throw("another attempt", proof.NoAsk, Log, func(b *table.Body) { b.Attempt++ })
	throw("another number", proof.NoAsk, Log, func(b *table.Body) { b.Number++ })
	throw("a part is left out", proof.BadParts, Log, func(b *table.Body) { b.Parts = b.Parts[:1] })
	throw("parts in another order", proof.BadParts, Log, func(b *table.Body) { slices.Reverse(b.Parts) })
	throw("a part too many", proof.BadParts, Log, func(b *table.Body) { b.Parts = append(b.Parts, b.Parts[1]) })
	throw("another link", proof.BadLink, Log, func(b *table.Body) { b.Parts[1].Link = flip(b.Parts[1].Link) })
	throw("another spelling of a link", proof.BadLink, Log, func(b *table.Body) { b.Parts[1].Link = strings.ToUpper(b.Parts[1].Link) })
	throw("another link of the server", proof.BadLink, Log, func(b *table.Body) { b.Link = flip(b.Link) })
	throw("another spelling of the server's link", proof.BadLink, Log, func(b *table.Body) { b.Link = strings.ToUpper(b.Link) })
	throw("another throw", proof.BadThrow, Log, func(b *table.Body) { b.Throw = map[bool]string{true: "2", false: "1"}[b.Throw == "1"] })
	throw("a throw of earlier dice", proof.Method, Log, func(b *table.Body) { b.Attempt, b.Parts = 0, nil })
	without := slices.Delete(slices.Clone(t.Events), len(t.Events)-3, len(t.Events)-1) // ask and ready
	without[len(without)-1].Seq -= 2
	l.edit("ready, says a person", t, table.Ready, proof.NoAsk, Log, func(e *table.Event) { e.By = 2 })
	l.raw("no ask", t, without, nil, Want{Code: proof.NoAsk, Event: int64(len(without))})
	l.edit("a gap", t, table.Throw, proof.Gap, Log, func(e *table.Event) { e.Seq++ })
	l.then("a throw is taken back", t, proof.Illegal, Log, table.Event{Kind: table.GiveBack, By: 2, Body: table.Body{Chair: 1, Plies: 1}})
	l.then("a throw without an ask", t, proof.NoAsk, Log, table.Event{Kind: table.Throw, By: 1, Body: table.Body{Number: 9, Attempt: 1, Seat: "G", Throw: "6"}})
	l.then("a throw that is not due", t, proof.BadAsk, Line, table.Event{Kind: table.Ask, By: 1, Body: func() table.Body {
		b := t.Last(table.Ask).Body
		b.Number++
		b.Opens++
		b.Who = slices.Clone(b.Who)
		for i := range b.Who {
			b.Who[i].Link++
		}
		return b
	}()})
	t.Move()
	l.edit("a move that is not legal", t, table.Move, proof.Illegal, Rules, func(e *table.Event) { e.Body.Move = "50>h1" })
	l.edit("another position", t, table.Move, proof.Illegal, Rules, func(e *table.Event) { e.Line = t.Events[0].Line })
	l.edit("somebody else moves", t, table.Move, proof.Illegal, Rules, func(e *table.Event) { e.By = 2 })
	l.edit("a bot moves for a person", t, table.Move, proof.Illegal, Rules, func(e *table.Event) { e.By = 0 })
	l.edit("a bot moves for a person, says an earlier release", t, table.Move, proof.Illegal, Rules, func(e *table.Event) { e.By, e.Schema = 0, 2 })
	l.then("somebody else resigns", t, proof.Illegal, Rules, table.Event{Kind: table.Resign, By: 2, Body: table.Body{Chair: 2, Seat: "G"}})
	l.then("nobody resigns", t, proof.Illegal, Rules, table.Event{Kind: table.Resign, Body: table.Body{Chair: 1, Seat: "G"}})
	t = bot("played-for").Play(8).ToThrow(0)
	t.Throw()
	t.Move()
	l.edit("a person moves for a bot", t, table.Move, proof.Illegal, Rules, func(e *table.Event) { e.By = 1 })

	t = New("left", "kleefeld", parlour.Setup{Players: 4}, "", "", "", "first")
	for p := 1; p <= 3; p++ {
		t.Sit(p, p)
	}
	t.Play(20).ToThrow(2)
	line := t.State.Line()
	t.Throw()
	t.Act(3, table.Action{Kind: table.Resign, Chair: 3})
	t.Add(table.Event{Kind: table.GiveBack, By: 3, Line: line, Body: table.Body{Chair: 3, Plies: 2}})
	l.broken("a throw is taken back with somebody who leaves", t, nil, proof.Illegal, Log)

	t = two("voided").Play(8).ToThrow(2)
	t.Ask()
	t.Open(1)
	t.Silent[2] = true
	t.Throw()
	void := func(name, code string, change func(b *table.Body)) {
		l.edit(name, t, table.Void, code, Log, func(e *table.Event) { change(&e.Body) })
	}
	l.edit("a used link by the next attempt", t, table.Ask, proof.BadWho, Log, func(e *table.Event) { e.Body.Who[0].Link-- })
	void("silent, but there is a part", proof.BadParts, func(b *table.Body) { b.Person = 1 })
	void("silent, but not asked", proof.BadParts, func(b *table.Body) { b.Person = 3 })
	void("another link in a void", proof.BadLink, func(b *table.Body) { b.Parts[0].Link = flip(b.Parts[0].Link) })
	void("no reason", proof.OpenAsk, func(b *table.Body) { b.Why = "chat" })
	l.edit("a void by a person", t, table.Void, proof.NoAsk, Log, func(e *table.Event) { e.By = 2 })
	void("a void of another attempt", proof.NoAsk, func(b *table.Body) { b.Attempt++ })
	for _, why := range []string{table.WhyRestart, "resign"} {
		l.edit("a void for a "+why+" that does not come", t, table.Void, proof.OpenAsk, Log, func(e *table.Event) { e.Body.Why = why })
		(*l)[len(*l)-1].Event++
	}

	t = two("chains")
	part := func(name string, change func(e *table.Event)) {
		l.edit(name, t, table.TakePart, proof.BadChain, Log, change)
	}
	part("a short chain", func(e *table.Event) { e.Body.Dice.Links = fair.MinOwnLinks - 1 })
	part("a long chain", func(e *table.Event) { e.Body.Dice.Links = fair.MaxLinks + 1 })
	part("another spelling of a commitment", func(e *table.Event) { e.Body.Dice.Commitment = strings.ToUpper(e.Body.Dice.Commitment) })
	part("a chain for somebody else", func(e *table.Event) { e.By = 1 })
	part("a reused chain", func(e *table.Event) { e.Body.Dice.Commitment = t.Devices[1].Chains[0].Commitment })
	t.Play(4)
	l.edit("a chain of the server by a person", t, table.Server, proof.BadChain, Log, func(e *table.Event) { e.By = 2 })
	l.edit("a short chain of the server", t, table.Server, proof.BadChain, Log, func(e *table.Event) { e.Body.Dice.Links = fair.MinLinks - 1 })
	t.ToThrow(1).Epoch++
	t.Ask()
	l.edit("an epoch that does not rise", t, table.Server, proof.BadEpoch, Log, func(e *table.Event) { e.Body.Epoch-- })
}

// disturbed adds logs in which something happens while a throw is asked for.
func (l *cases) disturbed() {
	t := two("open").Play(8).ToThrow(1)
	t.Ask()
	dice := &table.Chain{Commitment: strings.Repeat("ab", 32), Links: 1024}
	for _, e := range []table.Event{
		{Kind: table.Resign, By: 1, Body: table.Body{Chair: 1, Seat: "G"}},
		{Kind: table.Accept, By: 1, Body: table.Body{Chair: 1, Seat: "G"}},
		{Kind: table.Offer, By: 2, Body: table.Body{Chair: 2, Seat: "B"}},
		{Kind: table.GiveBack, By: 2, Body: table.Body{Chair: 2, Plies: 1}},
		{Kind: table.TimeUp, Body: table.Body{Chair: 1}},
		{Kind: table.StandIn, By: 2, Body: table.Body{Chair: 1, Level: "first"}},
		{Kind: table.Stand, By: 2, Body: table.Body{Chair: 2}},
		{Kind: table.TakePart, By: 2, Body: table.Body{Person: 2, Dice: dice}},
		{Kind: table.Claim, By: 2, Body: table.Body{Person: 2}},
		{Kind: table.Pause, By: 2},
		{Kind: table.Server, Body: table.Body{Epoch: 99, Dice: dice}},
	} {
		l.then(string(e.Kind)+" while a throw is asked for", t, proof.OpenAsk, Log, e)
	}
	l.then("another ask while one is open", t, proof.BadAsk, Log, table.Event{Kind: table.Ask, By: 1, Body: t.Last(table.Ask).Body})
	t = New("each", "backgammon", parlour.Setup{})
	t.Sit(1, 1)
	t.Sit(2, 2)
	t.Gone[2] = true
	t.Ask()
	l.then("a chair changes while everybody throws", t, proof.OpenAsk, Log, table.Event{Kind: table.StandIn, By: 2, Body: table.Body{Chair: 2, Level: "first"}})
}

// remembered adds logs that only the memory of a device exposes.
func (l *cases) remembered() {
	t := two("two-logs").Play(10).ToThrow(2)
	other := t.Fork(2)
	t.Play(4)
	other.Ask()
	l.broken("two logs for two people", other, t.Memory(1), proof.MemoryStory, Log)

	t = two("same-ask").Play(10).ToThrow(2)
	other = t.Fork(2)
	k := int64(len(t.Events))
	t.Ask()
	t.Open(1)
	m := t.Memory(1)
	m.Heads = m.Heads[:k] // as if it had not been shown what it opened for
	other.Act(2, table.Action{Kind: table.Name, Name: "Eve"})
	other.Ask()
	l.broken("two asks with the same numbers", other, m, proof.MemoryStory, Log)

	t = two("rebound").Play(10).ToThrow(2)
	k = int64(len(t.Events))
	t.Ask()
	t.Open(1)
	link, asked := t.Links[1], *t.Last(table.Ask)
	t.Restore(k)
	b := asked.Body
	b.Epoch, b.Opens = t.Last(table.Server).Body.Epoch, 1
	t.Add(table.Event{Kind: table.Ask, By: 2, Body: b}) // with the same link, which the server knows
	t.Links[1] = link
	t.Fall(2)
	l.broken("a link is bound to another ask", t, t.Memory(1), proof.MemoryLink, Log)
	t = two("no-epoch").Play(10).ToThrow(2)
	k = int64(len(t.Events))
	f := t.Fork()
	t.Throw()
	f.Ask()
	f.Events = f.Events[:k+1]
	l.broken("the server goes back and does not say so", f, t.Memory(1), proof.MemoryStory, Log)

	t = two("pressed").Play(10).ToThrow(1)
	t.Do(1, table.Action{Kind: table.Throw, Next: t.Devices[1].Next(t.checks[1])})
	l.broken("a press in the victim's name", t, t.Memory(1), proof.MemoryAct, Log)
	t = twice("pressed-later").ToThrow(1)
	t.Do(1, table.Action{Kind: table.Throw, Next: t.Devices[1].Next(t.checks[1])})
	l.broken("a press in the victim's name, after a device was taken twice", t, t.Memory(1), proof.MemoryAct, Log)
	t = back("moved-back").ToThrow(1)
	t.Throw()
	t.Do(1, table.Action{Kind: table.Move, Move: t.State.Match().Text(t.State.Match().Moves()[0])})
	l.broken("a move in the victim's name, after the chairs came back", t, t.Memory(1), proof.MemoryAct, Log)
	t = two("moved").Play(10).ToThrow(1)
	t.Throw()
	t.Do(1, table.Action{Kind: table.Move, Move: t.State.Match().Text(t.State.Match().Moves()[0])})
	l.broken("a move in the victim's name", t, t.Memory(1), proof.MemoryAct, Log)
	t = two("seated").Play(10).ToThrow(1)
	t.Throw()
	t.Add(table.Event{Kind: table.SetChair, By: 2, Body: table.Body{Chair: 1}})
	t.Add(table.Event{Kind: table.Sit, By: 2, Body: table.Body{Chair: 1, Person: 2}})
	t.Do(2, table.Action{Kind: table.Move, Move: t.State.Match().Text(t.State.Match().Moves()[0])})
	t.Add(table.Event{Kind: table.SetChair, By: 2, Body: table.Body{Chair: 1}})
	t.Add(table.Event{Kind: table.Sit, By: 2, Body: table.Body{Chair: 1, Person: 1}})
	l.broken("the victim's chair is lent to an accomplice for a move", t, t.Memory(1), proof.Illegal, Log)
	t = two("took-over").Play(10).ToThrow(2)
	t.Add(table.Event{Kind: table.Claim, By: 2, Body: table.Body{Person: 1}})
	l.broken("somebody else takes over the victim's chairs", t, t.Memory(1), proof.BadChain, Log)
	t = two("asked-back").Play(10)
	t.Add(table.Event{Kind: table.AskBack, By: 1})
	l.broken("asking to take back in the victim's name", t, t.Memory(1), proof.MemoryAct, Log)
	t = two("took-part").Play(10)
	t.Do(1, table.Action{Kind: table.TakePart, Dice: &table.Chain{Commitment: strings.Repeat("ab", 32), Links: 1024}})
	l.broken("taking part in the victim's name", t, t.Memory(1), proof.MemoryAct, Log)

	t = two("not-silent").Play(10).ToThrow(1)
	t.Ask()
	t.Open(2)
	t.append(must(t.State.Write(t.State.Due(t.moment()), t.moment()))) // ready
	t.Open(1)
	t.Add(table.Event{Kind: table.Void, Body: table.Body{Number: t.Throws() + 1, Attempt: 1, Why: table.WhySilent, Person: 2}})
	l.broken("silent, but the victim has the link", t, t.Memory(1), proof.MemorySilent, Log)
}

// Record returns the record of a case as text.
func Record(c Case) string {
	var events []table.Event
	for _, raw := range c.Events {
		var e table.Event
		if err := json.Unmarshal(raw, &e); err != nil {
			panic(err)
		}
		e.Table = c.Table
		events = append(events, e)
	}
	e := cabinet.ByID(events[0].Body.Terms.Game)
	return must(proof.Record(events, e.Game, e.Style)).String()
}

// flip changes the last digit of a hexadecimal number.
func flip(s string) string {
	if s[len(s)-1] == '0' {
		return s[:len(s)-1] + "1"
	}
	return s[:len(s)-1] + "0"
}
