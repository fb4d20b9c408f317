package proof

import (
	"fmt"
	"slices"

	"parlour"
	"parlour/table"
	"parlour/table/fair"
)

// A Throw says to whom a throw is guaranteed.
type Throw struct {
	Number  int   `json:"number"`
	Event   int64 `json:"event"`   // 0 in a record
	Round   int   `json:"round"`   // 0 for a throw of parlour-dice-1
	Members []int `json:"members"` // people whose devices took part: nobody could choose the throw against them
	Own     int   `json:"own"`     // the member who threw: nobody knew the throw in advance; 0 if no member threw
}

// A Cause says why rounds began, and who caused it.
type Cause struct {
	Why    string `json:"why"`
	How    string `json:"how,omitempty"` // closed: how the round before was closed: chair, device or asked
	People []int  `json:"people"`        // joined: who asked; closed: who caused it; unanswered: who did not answer
	Rounds int    `json:"rounds"`
}

// dice follows the dice of a table step by step. Events and the lines of a
// record are turned into the same steps.
type dice struct {
	table  string
	seats  []table.Place // which seats each chair decides for
	chairs []chair       // who decides for it
	part   map[int]bool  // who takes part
	asks   map[int]bool  // who has asked and has not been invited since
	throws []Throw
	causes []Cause
	epochs int // how often the epoch rose

	used    map[fair.Link]bool // every commitment and link so far
	number  int                // of the latest round
	epoch   int64              // of the latest round
	force   *round             // the round in force, closed or not; nil before the first
	pending *round             // nil if none

	old    []oldChain // chains of parlour-dice-1
	nonces []string   // of parlour-dice-1, by chair

	seen *witness // nil without a device's memory
}

// A chair is held by a person, a bot, or a bot standing in for a person.
type chair struct {
	person int
	bot    bool
}

// decides returns the person who decides for the chair, 0 if none does.
func (c chair) decides() int {
	if c.bot {
		return 0
	}
	return c.person
}

// A chain is a chain with the links opened so far.
type chain struct {
	links  int
	opened int
	last   fair.Link // the last link opened; the commitment at first
}

// open opens the next link and reports whether it follows.
func (c *chain) open(link fair.Link) bool {
	if !fair.Follows(link, c.last) {
		return false
	}
	c.last = link
	c.opened++
	return true
}

func (c *chain) left() int { return c.links - c.opened }

// A round holds the chains of its people.
type round struct {
	number int
	server chain
	people []int
	own    map[int]*chain // what each person pledged
	nonces []fair.Nonce   // what they revealed, in ascending order of persons once complete

	closed string // how it was closed, one of the ways below; "" while it is open
	closer int    // the person who caused it, 0 if none
}

func (r *round) member(person int) bool {
	return r != nil && slices.Contains(r.people, person)
}

func (r *round) revealed(person int) bool {
	return slices.ContainsFunc(r.nonces, func(n fair.Nonce) bool { return n.Person == person })
}

// owes reports whether an invited person still has to answer in the current
// phase: with a pledge, or, once all have pledged, with a reveal.
func (r *round) owes(person int) bool {
	if len(r.own) < len(r.people) {
		return r.own[person] == nil
	}
	return !r.revealed(person)
}

// close closes the round for good; the first reason is kept.
func (r *round) close(by int, how string) {
	if r != nil && r.closed == "" {
		r.closed, r.closer = how, by
	}
}

// The ways a round can be closed.
const (
	byChair  = "chair"  // a member's chair went to somebody else
	byDevice = "device" // a member changed the device
	byAsking = "asked"  // a member asked to take part again
	byEpoch  = "epoch"  // the epoch rose
	byReveal = "reveal" // somebody revealed in the round after it
)

// closing describes how a round was closed.
func closing(how, person string) string {
	switch how {
	case byChair:
		return "the chair of " + person + " changed"
	case byDevice:
		return person + " changed the device"
	case byAsking:
		return person + " asked again"
	case byEpoch:
		return "the epoch rose"
	}
	return "somebody revealed in the round after it"
}

func number(id int) string { return fmt.Sprintf("person %d", id) }

// The limits below which the chains of a round may be replaced.
const (
	lowLinks    = 64
	lowOwnLinks = 8
)

// low reports whether a chain of the round has few links left.
func (r *round) low() bool {
	return r != nil && (r.server.left() < lowLinks ||
		slices.ContainsFunc(r.people, func(p int) bool { return r.own[p].left() < lowOwnLinks }))
}

func newDice(id string, m parlour.Match, seen *Memory) *dice {
	d := &dice{table: id, seen: witnessOf(seen), seats: table.Chairs(m), part: map[int]bool{}, asks: map[int]bool{}, used: map[fair.Link]bool{}}
	d.chairs = make([]chair, len(d.seats))
	return d
}

// decide records who holds a chair from now on; chairs count from 1.
func (d *dice) decide(number int, now chair) {
	if number < 1 || number > len(d.chairs) {
		return
	}
	was := d.chairs[number-1]
	d.chairs[number-1] = now
	if was.decides() == now.decides() && was.person == now.person {
		return
	}
	for _, p := range []int{was.person, now.person} {
		if d.force.member(p) {
			d.force.close(p, byChair)
		}
	}
	if p := was.person; p != 0 && !slices.ContainsFunc(d.chairs, func(c chair) bool { return c.decides() == p }) {
		d.part[p] = false
	}
}

// takePart records that a person's device asks to take part.
func (d *dice) takePart(by, person int) *Fault {
	if person == 0 || by != person {
		return fault(NotInvited, "person %d asks to take part for person %d", by, person)
	}
	d.part[person], d.asks[person] = true, true
	if d.force.member(person) {
		d.force.close(person, byAsking)
	}
	return nil
}

// device records that a person has switched to another device.
func (d *dice) device(person int) {
	if d.force.member(person) {
		d.force.close(person, byDevice)
	}
	d.seen.device(person)
}

// commits reads a commitment and checks that it is new and its length allowed.
func (d *dice) commits(c *table.Chain, least int) (chain, *Fault) {
	if c == nil {
		return chain{}, fault(ShortChain, "no chain is committed")
	}
	link, ok := fair.ParseLink(c.Commitment)
	switch {
	case !ok:
		return chain{}, fault(ShortChain, "%q is not a commitment; expected 64 hexadecimal digits", c.Commitment)
	case c.Links < least || c.Links > fair.MaxLinks:
		return chain{}, fault(ShortChain, "the chain has %d links; expected %d to %d", c.Links, least, fair.MaxLinks)
	}
	return chain{links: c.Links, last: link}, nil
}

// fresh records a commitment or link, which must not have occurred before.
func (d *dice) fresh(link fair.Link, what string) *Fault {
	if d.used[link] {
		return fault(ReusedChain, "%s %s… occurred before at this table", what, link.String()[:8])
	}
	d.used[link] = true
	return nil
}

// round begins a round.
func (d *dice) round(b *table.Body) *Fault {
	server, f := d.commits(b.Dice, fair.MinLinks)
	if f != nil {
		return f
	}
	switch {
	case b.Round != d.number+1:
		return fault(RoundNumber, "this is round %d; expected round %d", b.Round, d.number+1)
	case b.Dice.First != len(d.throws)+1:
		return fault(RoundFirst, "the round says that the next throw is number %d; it is number %d", b.Dice.First, len(d.throws)+1)
	}
	if f := d.fresh(server.last, "the commitment"); f != nil {
		return f
	}
	if d.number > 0 && b.Epoch < d.epoch {
		return fault(Epoch, "the epoch falls from %d to %d", d.epoch, b.Epoch)
	}
	cause, f := d.why(b)
	if f != nil {
		return f
	}
	for _, p := range b.Out {
		d.part[p] = false
	}
	for i, p := range b.People {
		switch {
		case i > 0 && p <= b.People[i-1]:
			return fault(NotInvited, "the invited people are not in ascending order")
		case !slices.ContainsFunc(d.chairs, func(c chair) bool { return c.person == p && p != 0 }):
			return fault(NotInvited, "person %d is invited but has no chair", p)
		case !d.part[p]:
			return fault(NotInvited, "person %d is invited but did not ask to take part", p)
		}
	}
	if f := d.seen.round(b, d.pending); f != nil {
		return f
	}
	if d.number > 0 && b.Epoch > d.epoch {
		d.epochs++
		d.force.close(0, byEpoch)
	}
	for _, p := range b.People {
		d.asks[p] = false
	}
	d.number, d.epoch = b.Round, b.Epoch
	d.count(cause)
	d.pending = &round{number: b.Round, server: server, people: slices.Clone(b.People), own: map[int]*chain{}}
	d.completed()
	return nil
}

// why checks the reason given for a round and records who caused it. A pending
// round may be replaced only because somebody owes an answer or asked to take
// part, or because the epoch rose. Otherwise a server that has seen reveals
// could start again until it likes the result.
func (d *dice) why(b *table.Body) (Cause, *Fault) {
	c := Cause{Why: b.Why, People: []int{}, Rounds: 1}
	wrong := func(format string, args ...any) (Cause, *Fault) { return c, fault(RoundWhy, format, args...) }
	for _, p := range b.Out {
		switch {
		case !d.pending.member(p):
			return wrong("person %d is left out for not answering, but was not asked for an answer", p)
		case !d.pending.owes(p):
			return wrong("person %d is left out for not answering, but had answered", p)
		}
	}
	if (b.Why == table.WhyBegin) != (d.number == 0) {
		return wrong("the reason for round %d is %q; only the first round begins, and it has no other reason", b.Round, b.Why)
	}
	switch b.Why {
	case table.WhyBegin:
	case table.WhyJoined:
		for _, p := range b.People {
			if d.asks[p] {
				c.People = append(c.People, p)
			}
		}
		if len(c.People) == 0 {
			return wrong("the round begins because somebody asked to take part, but nobody who is invited did")
		}
	case table.WhyClosed:
		switch {
		case d.pending != nil:
			return wrong("round %d waits for answers and is replaced without a reason", d.pending.number)
		case d.force == nil || d.force.closed == "":
			return wrong("the round begins because the one before was closed, but nothing closed it")
		}
		c.How = d.force.closed
		if p := d.force.closer; p != 0 {
			c.People = append(c.People, p)
		}
	case table.WhyLow:
		switch {
		case d.pending != nil:
			return wrong("round %d waits for answers and is replaced without a reason", d.pending.number)
		case !d.force.low():
			return wrong("the round begins because a chain runs low, but every chain has enough links")
		}
	case table.WhyEpoch:
		if b.Epoch <= d.epoch {
			return wrong("the round begins because the epoch rose, but it is still %d", b.Epoch)
		}
	case table.WhyUnanswered:
		if len(b.Out) == 0 {
			return wrong("the round begins because somebody did not answer, but nobody is left out")
		}
		c.People = slices.Clone(b.Out)
	default:
		return wrong("%q is not a valid reason for a round", b.Why)
	}
	return c, nil
}

// count counts a cause.
func (d *dice) count(c Cause) {
	for i := range d.causes {
		if d.causes[i].Why == c.Why && d.causes[i].How == c.How && slices.Equal(d.causes[i].People, c.People) {
			d.causes[i].Rounds++
			return
		}
	}
	d.causes = append(d.causes, c)
}

// answers checks who pledges or reveals, and in which round.
func (d *dice) answers(by int, b *table.Body) *Fault {
	switch {
	case b.Person == 0:
		return fault(NotInvited, "a bot answers; only people take part")
	case by != b.Person:
		return fault(NotInvited, "person %d answers for person %d", by, b.Person)
	case d.pending == nil || d.pending.number != b.Round:
		return fault(LatePledge, "round %d is not waiting for answers", b.Round)
	case !d.pending.member(b.Person):
		return fault(NotInvited, "person %d answers but was not invited", b.Person)
	}
	return nil
}

// pledge records the commitment of a person's device.
func (d *dice) pledge(event int64, by int, b *table.Body) *Fault {
	if f := d.answers(by, b); f != nil {
		return f
	}
	switch r := d.pending; {
	case len(r.nonces) > 0:
		return fault(LatePledge, "person %d pledges after a reveal", b.Person)
	case r.own[b.Person] != nil:
		return fault(LatePledge, "person %d pledges twice", b.Person)
	}
	own, f := d.commits(b.Dice, fair.MinOwnLinks)
	if f == nil {
		f = d.fresh(own.last, "the pledge")
	}
	if f == nil {
		f = d.seen.pledge(event, b)
	}
	if f != nil {
		return f
	}
	d.pending.own[b.Person] = &own
	return nil
}

// reveal records the first link of a person's device.
func (d *dice) reveal(event int64, by int, b *table.Body) *Fault {
	if f := d.answers(by, b); f != nil {
		return f
	}
	r := d.pending
	switch {
	case len(r.own) < len(r.people):
		return fault(EarlyReveal, "person %d reveals before everybody has pledged", b.Person)
	case r.revealed(b.Person):
		return fault(LatePledge, "person %d reveals twice", b.Person)
	}
	link, ok := fair.ParseLink(b.Link)
	if !ok || !r.own[b.Person].open(link) {
		return fault(WrongReveal, "what person %d reveals is not what they pledged", b.Person)
	}
	f := d.fresh(link, "the link")
	if f == nil {
		f = d.seen.opened(event, r.number, b.Person, 1)
	}
	if f != nil {
		return f
	}
	r.nonces = append(r.nonces, fair.Nonce{Person: b.Person, Link: link})
	d.force.close(0, byReveal)
	d.completed()
	return nil
}

// completed puts the pending round into force once everybody has revealed.
func (d *dice) completed() {
	r := d.pending
	if len(r.nonces) < len(r.people) {
		return
	}
	slices.SortFunc(r.nonces, func(a, b fair.Nonce) int { return a.Person - b.Person })
	d.force, d.pending = r, nil
}

// anybody means that a person threw who is not a member; a record does not say
// who.
const anybody = -1

// throw checks a throw in the current position of the match. Text is the
// result, by is the person who threw, or 0 for a bot.
func (d *dice) throw(e *table.Event, by int, text string, m parlour.Match) *Fault {
	f := d.checkThrow(e, by, text, m)
	if f != nil {
		f.Throw = len(d.throws) + 1
	}
	return f
}

func (d *dice) checkThrow(e *table.Event, by int, text string, m parlour.Match) *Fault {
	b := &e.Body
	if b.Round == 0 {
		switch {
		case d.number > 0:
			return fault(OldClaim, "the throw uses parlour-dice-1 although a round of parlour-dice-2 has begun")
		case len(d.old) == 0:
			return fault(NoRound, "the throw belongs to no round")
		}
		return d.oldThrow(e, text, m)
	}
	r := d.force
	switch {
	case r == nil:
		return fault(NoRound, "no round is complete")
	case b.Round != r.number:
		return fault(NoRound, "the throw is made under round %d, but round %d is in force", b.Round, r.number)
	case r.closed != "":
		return fault(NoRound, "round %d was closed: %s", r.number, closing(r.closed, number(r.closer)))
	case b.Number != len(d.throws)+1:
		return fault(ThrowNumber, "the throw is numbered %d; expected %d", b.Number, len(d.throws)+1)
	case r.server.left() < 1:
		return fault(Exhausted, "round %d has %d links, which are all opened", r.number, r.server.links)
	}
	link, ok := fair.ParseLink(b.Link)
	if !ok || !r.server.open(link) {
		return fault(WrongLink, "the server's link does not follow the one before it: its SHA-256 does not match")
	}
	if f := d.fresh(link, "the link"); f != nil {
		return f
	}
	t := fair.Throw{Table: d.table, Round: r.number, Number: b.Number, Link: link, Nonces: r.nonces}
	if f := d.own(&t, r, e, by, m); f != nil {
		return f
	}
	fallen := Throw{Number: b.Number, Event: e.Seq, Round: r.number, Members: append([]int{}, r.people...)}
	if t.Own != nil {
		fallen.Own = t.Own.Person
	}
	if f := falls(m, t.N, text); f != nil {
		return f
	}
	if f := d.seen.throw(&fallen); f != nil {
		return f
	}
	d.throws = append(d.throws, fallen)
	return nil
}

// own checks the link that the thrower's device opened.
func (d *dice) own(t *fair.Throw, r *round, e *table.Event, by int, m parlour.Match) *Fault {
	b := &e.Body
	who := d.thrower(m)
	switch {
	case r.member(who) && b.Own == "":
		return fault(WrongOwn, "person %d is a member of the round and has to throw, but their device opened no link", who)
	case by != who && by != anybody:
		return fault(WrongOwn, "%s has to throw, but %s did", thrower(who), thrower(by))
	case !r.member(who) && b.Own != "":
		return fault(WrongOwn, "a device opened a link, but no member of the round throws")
	case !r.member(who):
		return nil
	}
	own := r.own[who]
	if own.left() < 1 {
		return fault(Exhausted, "the device of person %d has %d links, which are all opened", who, own.links)
	}
	link, ok := fair.ParseLink(b.Own)
	if !ok || !own.open(link) {
		return fault(WrongOwn, "the link of person %d does not follow the one before it", who)
	}
	t.Own = &fair.Nonce{Person: who, Link: link}
	if f := d.fresh(link, "the link"); f != nil {
		return f
	}
	return d.seen.opened(e.Seq, r.number, who, own.opened)
}

// thrower describes who throws.
func thrower(person int) string {
	if person == 0 {
		return "a bot"
	}
	return number(person)
}

// thrower returns the person who decides for the chair to move, 0 if none
// does.
func (d *dice) thrower(m parlour.Match) int {
	seat := m.Turn().Seat
	i := slices.IndexFunc(d.seats, func(p table.Place) bool { return slices.Contains(p.Seats, seat) })
	if i < 0 {
		return 0
	}
	return d.chairs[i].decides()
}

// falls checks that the result is the throw made by n.
func falls(m parlour.Match, n func(weight int) int, text string) *Fault {
	dice := m.Turn().Dice
	if dice == 0 {
		return fault(Illegal, "no throw is due")
	}
	if want := m.Text(dice.Nth(n(dice.Weight()))); want != text {
		return fault(WrongThrow, "the throw is %s, but its links make %s", text, want)
	}
	return nil
}
