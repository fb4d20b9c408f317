package proof

import (
	"slices"

	"parlour"
	"parlour/table"
	"parlour/table/fair"
)

// A Throw is one that fell.
type Throw struct {
	Number  int   `json:"number"`
	Event   int64 `json:"event"`
	Attempt int   `json:"attempt"` // 0 for a throw of unknown method
	Who     []int `json:"who"`     // whose devices opened a link for it
	Person  int   `json:"person"`  // the thrower, 0 for a bot
}

// A Void is an attempt that failed.
type Void struct {
	Number  int    `json:"number"`
	Attempt int    `json:"attempt"`
	Event   int64  `json:"event"`
	Why     string `json:"why"`
	Person  int    `json:"person"` // who is said to have caused it, 0 for nobody
}

// Asked is a throw that is asked for.
type Asked struct {
	table.Body
	By    int       // who pressed, 0 for nobody
	Event int64     // the ask
	Head  fair.Head // of the log right after it
	Line  string    // the position in which the throw is due
	Ready bool      // everybody but the thrower has opened their link
}

// Of returns the link that a person has to open, nil if none.
func (o *Asked) Of(person int) *table.Asked {
	if i := slices.IndexFunc(o.Who, func(a table.Asked) bool { return a.Person == person }); i >= 0 {
		return &o.Who[i]
	}
	return nil
}

// Others reports whether somebody besides the thrower has to open a link.
func (o *Asked) Others() bool {
	return slices.ContainsFunc(o.Who, func(a table.Asked) bool { return a.Person != o.Person })
}

// A Chain is one that somebody has committed to.
type Chain struct {
	Event      int64 // that committed to it
	Commitment string
	Links      int
	Named      int // the last link that an ask named

	at   int // the last link that is known
	link fair.Link
}

// fits reports whether a link is the one with the given number.
func (c *Chain) fits(text string, number int) bool {
	link, ok := fair.ParseLink(text)
	return ok && number > c.at && number <= c.Links && fair.Leads(link, c.link, number-c.at)
}

// learn notes a link that fits.
func (c *Chain) learn(text string, number int) {
	link, _ := fair.ParseLink(text)
	c.link, c.at = link, number
}

// A chair is held by a person, a bot, or a bot standing in for a person.
type chair struct {
	person int
	bot    bool
}

// dice follows the dice of a table.
type dice struct {
	table  string
	info   parlour.Info
	seats  []table.Place // which seats each chair decides for
	chairs []chair       // who decides for it
	throws []Throw
	voids  []Void
	failed int // voids since the last throw
	epoch  int64
	server Chain
	latest map[int]*Chain // of each person
	used   map[fair.Link]bool
	open   *Asked
	owed   *Void // the event that this void names has to follow
	named  []naming
}

// A naming is a link that an ask named.
type naming struct {
	person int
	chain  int64
	link   int
}

func newDice(id string, m parlour.Match) *dice {
	d := &dice{table: id, info: m.Info(), seats: table.Chairs(m), latest: map[int]*Chain{}, used: map[fair.Link]bool{}}
	d.chairs = make([]chair, len(d.seats))
	return d
}

func (d *dice) sits(person int) bool {
	return person != 0 && slices.ContainsFunc(d.chairs, func(c chair) bool { return c.person == person })
}

// chairOf returns the chair that decides for a seat, -1 if none does.
func (d *dice) chairOf(seat parlour.Seat) int {
	return slices.IndexFunc(d.seats, func(p table.Place) bool { return slices.Contains(p.Seats, seat) })
}

// author checks that whoever holds the chair of a seat moves, offers, answers or
// resigns for it. A bot only moves.
//
// Before the dice of this method (old), a bot could still move just after the person
// it stood in for had returned, or just after its chair was given to nobody.
func (d *dice) author(e *table.Event, seat parlour.Seat, old bool) *Fault {
	at := d.chairOf(seat)
	if at < 0 {
		return nil
	}
	c := d.chairs[at]
	late := e.By == 0 && old
	switch {
	case e.Kind == table.Move && (c.bot || late):
		c.person = 0
	case c.person == 0:
		return fault(Illegal, "nobody sits on the chair that this %s is for", e.Kind)
	}
	if e.By != c.person {
		return fault(Illegal, "the %s is one of person %d; expected person %d", e.Kind, e.By, c.person)
	}
	return nil
}

// talk are the kinds of events that never touch the dice.
var talk = []table.Kind{
	table.Chat, table.Emote, table.Name, table.Carry, table.Lock, table.HandOver, table.SetChat, table.Mute, table.SetHelp, table.Held,
}

// breaking are the kinds of events that a void may make way for.
var breaking = []table.Kind{
	table.Resign, table.TimeUp, table.Rule, table.StandIn, table.Return, table.Sit, table.Stand, table.SetChair, table.Claim, table.TakePart, table.TooLong,
}

// may checks that an event may come now: after a void the one that it names, and
// while a throw is asked for nothing that could change it.
func (d *dice) may(e *table.Event, turn parlour.Turn) *Fault {
	if v := d.owed; v != nil {
		d.owed = nil
		switch {
		case v.Why == table.WhyRestart && e.Kind != table.Server:
			return fault(OpenAsk, "after a restart the server has to make a new chain first")
		case v.Why != table.WhyRestart && (string(e.Kind) != v.Why || e.By != v.Person):
			return fault(OpenAsk, "throw %d was voided for a %s of person %d, which does not follow", v.Number, v.Why, v.Person)
		}
	}
	o := d.open
	if o == nil || slices.Contains(talk, e.Kind) {
		return nil
	}
	free := func(person int) bool { return o.Of(person) == nil }
	ok := false
	switch e.Kind {
	case table.Ask:
		return fault(BadAsk, "throw %d is asked for already", o.Number)
	case table.Ready, table.Throw, table.Void:
		ok = true
	case table.TakePart, table.Claim:
		ok = free(e.Body.Person)
	case table.Sit, table.Stand, table.SetChair, table.StandIn, table.Return:
		n := e.Body.Chair
		ok = n == 0 || turn.Dice != parlour.OneEach && n-1 != d.chairOf(turn.Seat) && free(d.chairs[n-1].person) && free(e.Body.Person)
	}
	if !ok {
		return fault(OpenAsk, "a %s comes while throw %d is asked for", e.Kind, o.Number)
	}
	return nil
}

// commits reads the chain that an event commits to.
func (d *dice) commits(e *table.Event, least int) (c Chain, f *Fault) {
	b := e.Body.Dice
	if b == nil {
		return c, fault(BadChain, "no chain is committed to")
	}
	link, ok := fair.ParseLink(b.Commitment)
	switch {
	case !ok:
		return c, fault(BadChain, "%q is not a commitment; expected 64 lower-case hexadecimal digits", b.Commitment)
	case b.Links < least || b.Links > fair.MaxLinks:
		return c, fault(BadChain, "the chain has %d links; expected %d to %d", b.Links, least, fair.MaxLinks)
	case d.used[link]:
		return c, fault(BadChain, "the commitment %s… occurred before at this table", b.Commitment[:8])
	}
	d.used[link] = true
	return Chain{Event: e.Seq, Commitment: b.Commitment, Links: b.Links, link: link}, nil
}

// takePart begins a chain of a person. Without a chain it is one of earlier dice.
func (d *dice) takePart(e *table.Event) *Fault {
	p := e.Body.Person
	switch {
	case e.Body.Dice == nil:
		return nil
	case p == 0 || e.By != p:
		return fault(BadChain, "person %d takes part for person %d", e.By, p)
	}
	c, f := d.commits(e, fair.MinOwnLinks)
	if f == nil {
		d.latest[p] = &c
	}
	return f
}

// serves begins a chain of the server.
func (d *dice) serves(e *table.Event) *Fault {
	if e.By != 0 {
		return fault(BadChain, "person %d commits to a chain for the server", e.By)
	}
	c, f := d.commits(e, fair.MinLinks)
	switch {
	case f != nil:
		return f
	case e.Body.Epoch <= d.epoch:
		return fault(BadEpoch, "epoch %d follows epoch %d", e.Body.Epoch, d.epoch)
	}
	d.server, d.epoch = c, e.Body.Epoch
	return nil
}

// ask checks that a throw is due as it is asked for.
func (d *dice) ask(e *table.Event, turn parlour.Turn, head fair.Head) *Fault {
	b := &e.Body
	wrong := func(what string, is, should any) *Fault {
		return fault(BadAsk, "the ask is for %s %v; expected %v", what, is, should)
	}
	if turn.Needs() != parlour.NeedThrow {
		return fault(BadAsk, "no throw is due")
	}
	at := d.chairOf(turn.Seat)
	if at < 0 || d.chairs[at] == (chair{}) {
		return fault(BadAsk, "nobody sits on the chair in turn")
	}
	thrower := d.chairs[at].person
	if d.chairs[at].bot {
		thrower = 0
	}
	switch {
	case d.epoch == 0:
		return fault(BadAsk, "the server has not committed to a chain")
	case b.Number != len(d.throws)+1:
		return wrong("throw", b.Number, len(d.throws)+1)
	case b.Attempt != d.failed+1:
		return wrong("attempt", b.Attempt, d.failed+1)
	case b.Epoch != d.epoch:
		return wrong("epoch", b.Epoch, d.epoch)
	case b.Seat != d.info.Letter(turn.Seat):
		return wrong("seat", b.Seat, d.info.Letter(turn.Seat))
	case b.Person != thrower:
		return wrong("person", b.Person, thrower)
	case e.By != 0 && e.By != thrower:
		return fault(BadAsk, "person %d asks for a throw of person %d", e.By, thrower)
	case b.Due != turn.Dice.String():
		return wrong("dice", b.Due, turn.Dice)
	case b.Opens <= d.server.Named || b.Opens > d.server.Links:
		return fault(BadAsk, "the server has to open link %d; links up to %d were named, and there are %d", b.Opens, d.server.Named, d.server.Links)
	}
	last := 0
	for _, a := range b.Who {
		c := d.latest[a.Person]
		switch {
		case a.Person <= last:
			return fault(BadWho, "the people are not in ascending order")
		case !d.sits(a.Person):
			return fault(BadWho, "person %d has no chair", a.Person)
		case c == nil || c.Event != a.Chain:
			return fault(BadWho, "event %d is not the latest chain of person %d", a.Chain, a.Person)
		case a.Link <= c.Named || a.Link > c.Links:
			return fault(BadWho, "person %d has to open link %d; links up to %d were named, and there are %d", a.Person, a.Link, c.Named, c.Links)
		}
		last = a.Person
	}
	for _, a := range b.Who {
		d.latest[a.Person].Named = a.Link
		d.named = append(d.named, naming{a.Person, a.Chain, a.Link})
	}
	d.server.Named = b.Opens
	d.open = &Asked{Body: *b, By: e.By, Event: e.Seq, Head: head, Line: e.Line}
	return nil
}

// concerns checks that an event is about the throw that is asked for.
func (d *dice) concerns(e *table.Event) *Fault {
	if o := d.open; o == nil || e.Body.Number != o.Number || e.Body.Attempt != o.Attempt {
		return fault(NoAsk, "attempt %d of throw %d is not asked for", e.Body.Attempt, e.Body.Number)
	}
	return nil
}

func (d *dice) ready(e *table.Event) *Fault {
	if f := d.concerns(e); f != nil {
		return f
	}
	o := d.open
	if e.By != 0 || o.Ready || o.Of(o.Person) == nil || !o.Others() {
		return fault(NoAsk, "nothing waits for the thrower alone")
	}
	o.Ready = true
	return nil
}

// opens checks links that people opened, each the one that the ask names.
func (d *dice) opens(parts []table.Opened) *Fault {
	last := 0
	for _, p := range parts {
		a := d.open.Of(p.Person)
		if a == nil || p.Person <= last {
			return fault(BadParts, "person %d was not asked for a link, or not in this order", p.Person)
		}
		last = p.Person
	}
	for _, p := range parts {
		if a := d.open.Of(p.Person); !d.latest[p.Person].fits(p.Link, a.Link) {
			return fault(BadLink, "this is not link %d of the chain of person %d", a.Link, p.Person)
		}
	}
	for _, p := range parts {
		d.latest[p.Person].learn(p.Link, d.open.Of(p.Person).Link)
	}
	return nil
}

// throw checks a throw in the present position. Was is the ask that it answers,
// nil if the method is unknown.
func (d *dice) throw(e *table.Event, m parlour.Match) (was *Asked, f *Fault) {
	b := &e.Body
	if b.Attempt == 0 {
		if d.epoch != 0 {
			return nil, fault(Method, "nothing proves this throw, although the server can do better")
		}
		d.throws = append(d.throws, Throw{Number: len(d.throws) + 1, Event: e.Seq, Who: []int{}, Person: e.By})
		return nil, nil
	}
	if f := d.concerns(e); f != nil {
		return nil, f
	}
	o := d.open
	if len(b.Parts) != len(o.Who) {
		return nil, fault(BadParts, "%d people opened links; expected %d", len(b.Parts), len(o.Who))
	}
	if f := d.opens(b.Parts); f != nil {
		return nil, f
	}
	if !d.server.fits(b.Link, o.Opens) {
		return nil, fault(BadLink, "this is not link %d of the server's chain", o.Opens)
	}
	d.server.learn(b.Link, o.Opens)
	t := fair.Throw{Table: d.table, Epoch: o.Epoch, Number: o.Number, Attempt: o.Attempt, Dice: o.Due, Link: d.server.link}
	who := []int{}
	for _, p := range b.Parts {
		link, _ := fair.ParseLink(p.Link)
		t.Parts = append(t.Parts, fair.Part{Person: p.Person, Link: link})
		who = append(who, p.Person)
	}
	turn := m.Turn()
	switch text := m.Text(turn.Dice.Nth(t.N(turn.Dice.Weight()))); {
	case b.Throw != text:
		return nil, fault(BadThrow, "the throw is %s, but its links make %s", b.Throw, text)
	case e.By != o.Person || b.Seat != o.Seat:
		return nil, fault(BadThrow, "the throw is one of person %d and seat %s; expected person %d and seat %s", e.By, b.Seat, o.Person, o.Seat)
	}
	d.throws = append(d.throws, Throw{o.Number, e.Seq, o.Attempt, who, o.Person})
	d.open, d.failed = nil, 0
	return o, nil
}

// void ends an attempt, which it returns.
func (d *dice) void(e *table.Event) (was *Asked, f *Fault) {
	if f := d.concerns(e); f != nil {
		return nil, f
	}
	b, o := &e.Body, d.open
	if e.By != 0 {
		return nil, fault(NoAsk, "person %d ends what was asked for", e.By)
	}
	if f := d.opens(b.Parts); f != nil {
		return nil, f
	}
	v := Void{b.Number, b.Attempt, e.Seq, b.Why, b.Person}
	switch {
	case b.Why == table.WhySilent:
		if o.Of(b.Person) == nil || slices.ContainsFunc(b.Parts, func(p table.Opened) bool { return p.Person == b.Person }) {
			return nil, fault(BadParts, "person %d is said to have been silent, but was not asked or has opened a link", b.Person)
		}
	case b.Why == table.WhyRestart || slices.Contains(breaking, table.Kind(b.Why)):
		d.owed = &v
	default:
		return nil, fault(OpenAsk, "%q is no reason to void a throw", b.Why)
	}
	d.voids = append(d.voids, v)
	d.open = nil
	d.failed++
	return o, nil
}

// estimate counts the links of a person's chains that were named and did not
// become throws. Without the device's memory it is the best guess at how many
// results were known and not used.
func (d *dice) estimate(person int) int {
	last := map[int64]int{}
	for _, n := range d.named {
		if n.person == person {
			last[n.chain] = n.link
		}
	}
	n := 0
	for _, l := range last {
		n += l
	}
	for _, t := range d.throws {
		if slices.Contains(t.Who, person) {
			n--
		}
	}
	if d.open != nil && d.open.Of(person) != nil {
		n--
	}
	return n
}
