package table

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlour"
	"parlour/table/fair"
)

// The dice of a table. For each throw, an ask in the log fixes who opens which
// link of which chain. When all have opened theirs, the links make the throw. If
// somebody does not, a void ends the attempt, and the next one takes fresh links
// of everybody. docs/FAIR-DICE.md says why.
//
// This file folds the log into what is known of the dice, judges what devices
// send, and says what the table has to write.

// The bounds of taking part.
const (
	takeEvery = 10 * time.Second // a person's device may take part anew once in this time
	mostTakes = 200              // and this often at one table
	justTook  = 12 * time.Second // a person who took part this recently is present, unless the server has restarted
)

// dice is what the log says about the dice.
type dice struct {
	throws  int            // fallen so far
	voids   int            // attempts at the next one that did not fall
	epoch   int64          // of the server's chain, 0 before the first
	store   int64          // the store's epoch when that was written
	secret  string         // of it, hex; "" where only the public log is known
	started int64          // the event with which the server last said that it started again
	server  chain          // the server's
	own     map[int]*chain // the latest of each person
	open    *asked         // what is asked for, nil if nothing is
	again   bool           // the thrower asked for the throw, and the attempt failed by somebody else
	with    bool           // the thrower's device took part in that attempt
	silent  []int          // who fell silent at earlier attempts at the next throw
	used    []fair.Link    // all commitments
}

// A chain is one that somebody has committed to.
type chain struct {
	seq        int64 // of the event that did
	commitment fair.Link
	links      int
	named      int       // the last link that an ask named
	at         int       // the last link that is known
	link       fair.Link // which is this
}

// fits reports whether a link is the one with the given number.
func (c *chain) fits(link fair.Link, number int) bool {
	return number > c.at && number <= c.links && fair.Leads(link, c.link, number-c.at)
}

// addLink notes a link that was opened.
func (c *chain) addLink(text string, number int) {
	if link, ok := fair.ParseLink(text); ok && number > c.at {
		c.link, c.at = link, number
	}
}

// asked is a throw that is asked for.
type asked struct {
	Body
	ready bool     // everybody but the thrower has opened their link
	parts []Opened // which are these, where the secrets of the log are known
}

// of returns the link that a person has to open, nil if none.
func (o *asked) of(person int) *Asked {
	if o == nil {
		return nil
	}
	if i := slices.IndexFunc(o.Who, func(a Asked) bool { return a.Person == person }); i >= 0 {
		return &o.Who[i]
	}
	return nil
}

// others reports whether somebody besides the thrower has to open a link.
func (o *asked) others() bool {
	return slices.ContainsFunc(o.Who, func(a Asked) bool { return a.Person != o.Person })
}

func damaged(e *Event) error { return fmt.Errorf("event %d, a %s, is damaged", e.Seq, e.Kind) }

func foldTakePart(s *State, e *Event) error {
	p := s.person(e.Body.Person)
	if p == nil {
		return damaged(e)
	}
	if e.Body.Dice == nil {
		return nil // of earlier dice
	}
	c, ok := s.dice.commits(e)
	if !ok {
		return damaged(e)
	}
	if s.dice.own == nil {
		s.dice.own = map[int]*chain{}
	}
	s.dice.own[p.ID] = &c
	p.took = e.At
	p.takes++
	return nil
}

func foldServer(s *State, e *Event) error {
	c, ok := s.dice.commits(e)
	if !ok {
		return damaged(e)
	}
	d := &s.dice
	first, before := d.epoch == 0, d.store
	d.server, d.epoch, d.store, d.secret = c, e.Body.Epoch, e.Body.Epoch, ""
	if e.Secret != nil {
		d.store, d.secret = e.Secret.Epoch, e.Secret.Dice
	}
	if !first && d.store > before {
		d.started = e.Seq
	}
	return nil
}

// commits returns the chain that an event commits to.
func (d *dice) commits(e *Event) (c chain, ok bool) {
	if e.Body.Dice == nil || e.Body.Dice.Links < 1 {
		return c, false
	}
	link, ok := fair.ParseLink(e.Body.Dice.Commitment)
	d.used = append(d.used, link)
	return chain{seq: e.Seq, commitment: link, links: e.Body.Dice.Links, link: link}, ok
}

func foldAsk(s *State, e *Event) error {
	d := &s.dice
	d.open, d.again = &asked{Body: e.Body}, false
	d.server.named = e.Body.Opens
	for _, a := range e.Body.Who {
		if c := d.own[a.Person]; c != nil {
			c.named = a.Link
		}
	}
	s.asked = 0
	s.ref.Withdraw()
	return nil
}

func foldReady(s *State, e *Event) error {
	o := s.dice.open
	if o == nil {
		return damaged(e)
	}
	o.ready = true
	if e.Secret != nil {
		o.parts = e.Secret.Parts
	}
	return nil
}

func foldVoid(s *State, e *Event) error {
	d, o := &s.dice, s.dice.open
	if o == nil {
		return damaged(e)
	}
	d.addLinks(o, e.Body.Parts)
	d.open = nil
	d.voids++
	switch {
	case e.Body.Why == WhySilent:
		d.again, d.with = o.Person != 0 && e.Body.Person != o.Person, o.of(o.Person) != nil
	case !o.isEvasion(e):
		return nil
	}
	d.silent = append(d.silent, e.Body.Person)
	if p := s.person(e.Body.Person); p != nil {
		p.silences++
		p.silent = e.At
	}
	return nil
}

// isEvasion reports whether somebody else than the thrower made the void necessary
// instead of opening their link. That counts as silence: otherwise they could keep
// stopping the game.
func (o *asked) isEvasion(void *Event) bool {
	who := void.Body.Person
	return who != o.Person && o.of(who) != nil && !slices.ContainsFunc(void.Body.Parts, func(p Opened) bool { return p.Person == who })
}

func foldThrow(s *State, e *Event) error {
	d := &s.dice
	if o := d.open; o != nil {
		d.addLinks(o, e.Body.Parts)
		d.server.addLink(e.Body.Link, o.Opens)
		for _, part := range e.Body.Parts {
			if p := s.person(part.Person); p != nil {
				p.silences = 0
			}
		}
	}
	d.open, d.voids, d.again, d.silent = nil, 0, false, nil
	d.throws++
	s.play(e, e.Body.Throw)
	return nil
}

// addLinks notes what people opened.
func (d *dice) addLinks(o *asked, parts []Opened) {
	for _, part := range parts {
		if a, c := o.of(part.Person), d.own[part.Person]; a != nil && c != nil && c.seq == a.Chain {
			c.addLink(part.Link, a.Link)
		}
	}
}

// A diceFault says why devices cannot go on as they asked to. It is an ErrDice:
// look at the table again.
type diceFault string

func (f diceFault) Error() string        { return string(f) }
func (f diceFault) Is(target error) bool { return target == ErrDice }

// ErrAsked says that a throw is being made.
const ErrAsked = diceFault("the dice are being thrown; wait a moment")

func judgeTakePart(q *ask) (Event, error) {
	if q.a.Dice == nil {
		return Event{}, misuse("to take part in the dice, commit to a chain: send its commitment and number of links as dice")
	}
	return q.takesPart(q.who)
}

// takesPart returns the event with which the device of a person takes part.
func (q *ask) takesPart(who int) (Event, error) {
	c := q.a.Dice
	link, ok := fair.ParseLink(c.Commitment)
	switch {
	case q.is.status == Over:
		return Event{}, bad("over")
	case !ok:
		return Event{}, misuse("a commitment has 64 lower-case hexadecimal digits")
	case c.Links < fair.MinOwnLinks || c.Links > fair.MaxLinks:
		return Event{}, misuse("a chain has %d to %d links", fair.MinOwnLinks, fair.MaxLinks)
	case slices.Contains(q.dice.used, link):
		return Event{}, misuse("this commitment was used before; make a new chain")
	}
	switch p := q.person(who); {
	case p == nil: // they are just sitting down
	case p.takes >= mostTakes:
		return Event{}, bad("refused.dice-often", "n", mostTakes)
	case p.takes > 0 && q.Now.Sub(p.took) < takeEvery:
		return Event{}, bad("refused.dice-soon", "n", int(takeEvery/time.Second))
	}
	return Event{Kind: TakePart, By: who, Body: Body{Person: who, Dice: &Chain{Commitment: c.Commitment, Links: c.Links}}}, nil
}

// alsoTakePart lets the device of a person who sits down take part at once, so that
// no throw is made without it.
func alsoTakePart(q *ask, sits Event) ([]Event, error) {
	if q.a.Dice == nil || q.chair < 0 {
		return nil, nil
	}
	e, err := q.takesPart(sits.Body.Person)
	return []Event{e}, err
}

// judgeThrow asks for a throw.
func judgeThrow(q *ask) (Event, error) {
	if err := q.checkLength(); err != nil {
		return Event{}, err
	}
	if err := q.mayPlay(q.who); err != nil {
		return Event{}, err
	}
	switch {
	case q.is.turn.Needs() != parlour.NeedThrow:
		return Event{}, bad("refused.no-throw-due")
	case q.dice.open != nil:
		return Event{}, ErrAsked
	case q.a.Next < 0 || q.a.Next > fair.MaxLinks:
		return Event{}, misuse("a chain has at most %d links", fair.MaxLinks)
	}
	return q.ask(q.who, q.a.Next, q.Moment)
}

// alsoThrow lets the throw fall at once if nobody has to open a link for it.
func alsoThrow(q *ask, e Event) ([]Event, error) { return q.throwAtOnce(e) }

func (s *State) throwAtOnce(ask Event) ([]Event, error) {
	if len(ask.Body.Who) > 0 {
		return nil, nil
	}
	e, err := s.makeThrow(&asked{Body: ask.Body}, nil)
	return []Event{e}, err
}

// ask returns the event that asks for the throw that is due. By is the person who
// asks, 0 for a bot or the table; next is the first link that the thrower's device
// can open, 0 if it takes no part.
func (s *State) ask(by, next int, m *Moment) (Event, error) {
	d := &s.dice
	if s.needsServer(m.Epoch) {
		return Event{}, ErrAsked // the table makes a new chain first
	}
	info := s.game.Info()
	b := Body{
		Number: d.throws + 1, Attempt: d.voids + 1, Epoch: d.epoch, Seat: info.Letter(s.is.turn.Seat), Person: s.thrower(),
		Due: s.is.turn.Dice.String(), Opens: d.server.named + 1,
	}
	for p := range s.people {
		p := &s.people[p]
		c := d.own[p.ID]
		if c == nil || !s.Seated(p.ID) || p.silences > 1 && m.Now.Sub(p.silent) < p.excludedFor() {
			continue
		}
		from, here := next, next > 0
		if p.ID != b.Person {
			said := false
			if from, said = m.Here(p.ID); said {
				here = from > 0
			} else {
				from, here = 1, m.Now.Sub(p.took) < justTook && c.seq > d.started
			}
			here = here && !slices.Contains(d.silent, p.ID)
		}
		if i := max(from, c.named+1); here && i <= c.links {
			b.Who = append(b.Who, Asked{Person: p.ID, Chain: c.seq, Link: i})
		}
	}
	return Event{Kind: Ask, By: by, Body: b}, nil
}

// excludedFor is for how long a person takes no part after their device fell silent.
// From the second time on it is twice as long each time, up to some ten minutes,
// so that nobody can keep stopping the game.
func (p *Person) excludedFor() time.Duration { return takeEvery << min(max(0, p.silences-1), 6) }

// thrower returns the person who throws next, 0 for a bot.
func (s *State) thrower() int {
	if c := s.chairs[s.is.chair]; c.Bot == "" {
		return c.Person
	}
	return 0
}

// makeThrow returns the throw that an ask makes with the links that people opened.
func (s *State) makeThrow(o *asked, parts []Opened) (Event, error) {
	chain, err := s.chains.open(&s.dice)
	if err != nil {
		return Event{}, err
	}
	link := chain.Link(o.Opens)
	t := fair.Throw{Table: s.id, Epoch: o.Epoch, Number: o.Number, Attempt: o.Attempt, Dice: o.Due, Link: link}
	for _, p := range parts {
		l, _ := fair.ParseLink(p.Link) // it was checked when it came
		t.Parts = append(t.Parts, fair.Part{Person: p.Person, Link: l})
	}
	dice, m := s.is.turn.Dice, s.ref.Now()
	mv := dice.Nth(t.N(dice.Weight()))
	e := Event{Kind: Throw, By: o.Person, Body: Body{Throw: m.Text(mv), Number: o.Number, Attempt: o.Attempt, Link: link.String(), Parts: parts}}
	return s.ready(e, mv), nil
}

// void returns the event that ends an attempt. Person is who is said to have
// caused it.
func (s *State) void(why string, person int, m *Moment) Event {
	o := s.dice.open
	return Event{Kind: Void, Body: Body{Number: o.Number, Attempt: o.Attempt, Why: why, Person: person, Parts: s.opened(m)}}
}

// opened returns what people have opened for the ask, by ascending person.
func (s *State) opened(m *Moment) (parts []Opened) {
	o := s.dice.open
	for _, a := range o.Who {
		if link, ok := s.linkOf(a.Person, m); ok {
			parts = append(parts, Opened{Person: a.Person, Link: link})
		}
	}
	return parts
}

// linkOf returns what a person has opened for the ask.
func (s *State) linkOf(person int, m *Moment) (string, bool) {
	o := s.dice.open
	if i := slices.IndexFunc(o.parts, func(p Opened) bool { return p.Person == person }); i >= 0 {
		return o.parts[i].Link, true
	}
	if m.Links == nil {
		return "", false
	}
	return m.Links(person)
}

// Signal judges what a device tells the table, and returns the person whose
// device it is. It changes nothing: the caller keeps it for the next Moment.
func (s *State) Signal(from *Sender, a *Action) (person int, err error) {
	who := s.tokens[from.Hash]
	if !s.Seated(who) {
		return 0, ErrForbidden
	}
	if a.Next < 0 || a.Next > fair.MaxLinks {
		return 0, misuse("a chain has at most %d links", fair.MaxLinks)
	}
	if a.Kind == Hurry && !s.mayHurry(who) {
		return 0, ErrLate
	}
	if a.Kind != Link {
		return who, nil
	}
	o := s.dice.open
	if o == nil || a.Number != o.Number || a.Attempt != o.Attempt {
		return 0, ErrLate
	}
	asked, c := o.of(who), s.dice.own[who]
	if asked == nil || c == nil || c.seq != asked.Chain {
		return 0, diceFault("your device was not asked for a link of this chain")
	}
	if link, ok := fair.ParseLink(a.Link); !ok || !c.fits(link, asked.Link) {
		return 0, misuse("this is not link %d of the chain that your device committed to", asked.Link)
	}
	if who == o.Person && o.others() && !o.ready {
		return 0, diceFault("the thrower's device opens its link last")
	}
	return who, nil
}

// voidsThrow reports whether an event makes the throw that is asked for impossible.
func (s *State) voidsThrow(e *Event) bool {
	o := s.dice.open
	if o == nil {
		return false
	}
	switch e.Kind {
	case Resign, Rule, TimeUp, TooLong, Stand, SetChair:
		return true
	case StandIn, Return:
		chair := e.Body.Chair - 1
		return chair == s.is.chair || s.is.turn.Dice == parlour.OneEach || o.of(s.chairs[chair].Person) != nil
	case Sit:
		return e.Body.Chair > 0
	case Claim, TakePart:
		return o.of(e.Body.Person) != nil
	}
	return false
}

// throwDue reports whether a throw is due.
func (s *State) throwDue() bool {
	return s.is.status == Playing && s.is.turn.Needs() == parlour.NeedThrow && !s.paused
}

// needsServer reports whether the server has to commit to a chain before a throw
// can be asked for, while the store's epoch is the given one.
func (s *State) needsServer(epoch int64) bool {
	d := &s.dice
	return d.epoch == 0 || d.store < epoch || d.server.named >= d.server.links
}

// newServer draws a secret and commits to its chain.
func (s *State) newServer(m *Moment) Event {
	secret := m.Draw()
	chain := fair.NewChain(secret, m.House.Links)
	c := &Chain{Commitment: chain.Commitment().String(), Links: m.House.Links}
	s.chains.keep(chain.Commitment(), chain)
	return Event{
		Kind: Server, Body: Body{Epoch: max(m.Epoch, s.dice.epoch+1), Dice: c},
		Secret: &Secret{Dice: hex.EncodeToString(secret[:]), Epoch: m.Epoch},
	}
}

// stalled reports whether, by the log alone, the game waits for the devices of
// people who do not have to throw.
func (s *State) stalled() bool {
	o := s.dice.open
	return o != nil && !o.ready && o.others()
}

// dueAsked says what the table has to do about the throw that is asked for.
func (s *State) dueAsked(m *Moment) Due {
	o := s.dice.open
	if m.Epoch > s.dice.store {
		return Due{Kind: Void, why: WhyRestart}
	}
	missing, thrower := 0, false
	for _, a := range o.Who {
		if _, ok := s.linkOf(a.Person, m); ok {
			continue
		}
		if a.Person == o.Person {
			thrower = true
		} else if missing == 0 || m.Away(a.Person, LeftAfter) {
			missing = a.Person
		}
	}
	switch {
	case missing == 0 && !thrower:
		return Due{Kind: Throw}
	case missing == 0 && !o.ready && o.others():
		return Due{Kind: Ready}
	case missing == 0:
		missing = o.Person
	}
	wait := m.House.Patience.Answer
	if m.Away(missing, LeftAfter) {
		wait = m.House.Patience.Gone
	}
	if m.Waited >= wait {
		return Due{Kind: Void, why: WhySilent, person: missing}
	}
	return Due{At: m.Now.Add(min(wait-m.Waited, time.Second))} // or sooner, if they leave
}

// Phase tells what the table waits for, so that a server can count for how long
// it has known; ok is false if no throw is asked for.
func (s *State) Phase() (p Phase, ok bool) {
	o := s.dice.open
	if o == nil {
		return p, false
	}
	return Phase{o.Number, o.Attempt, o.ready}, true
}

// A Phase is what a throw that is asked for waits for. Phases are comparable.
type Phase struct {
	Number, Attempt int
	ready           bool
}

// diceView shows the dice. Its lists are never nil, so that they are lists in
// JSON.
func (s *State) diceView() DiceView {
	d := &s.dice
	v := DiceView{Due: s.is.turn.Dice.String(), Method: fair.Method, Part: []int{}}
	for _, p := range s.people {
		if d.own[p.ID] != nil && s.Seated(p.ID) {
			v.Part = append(v.Part, p.ID)
		}
	}
	if o := d.open; o != nil {
		v.Ask = &AskView{Number: o.Number, Attempt: o.Attempt, Seat: o.Seat, Person: o.Person, Ready: o.ready, Who: []int{}}
		for _, a := range o.Who {
			v.Ask.Who = append(v.Ask.Who, a.Person)
		}
	}
	return v
}

// linksFor returns what the others opened, for the thrower alone and as soon as
// all of them have.
func (s *State) linksFor(who int) []Opened {
	if o := s.dice.open; o != nil && o.ready && o.Person == who && who != 0 {
		return o.parts
	}
	return nil
}

// chains are opened chains of dice by commitment. Opening one costs a hash for
// each of its links, so it is done when a throw is due, not when a log is read.
type chains map[fair.Link]*fair.Chain

// keep remembers an opened chain, and forgets those that are not in use.
func (c *chains) keep(commitment fair.Link, chain *fair.Chain) {
	if *c == nil || len(*c) >= 4 {
		*c = chains{}
	}
	(*c)[commitment] = chain
}

// open opens the server's chain.
func (c *chains) open(d *dice) (*fair.Chain, error) {
	if chain := (*c)[d.server.commitment]; chain != nil {
		return chain, nil
	}
	secret, ok := fair.ParseLink(d.secret) // it has the form of one
	if !ok {
		return nil, errors.New("the secret of the dice is damaged")
	}
	chain := fair.NewChain(secret, d.server.links)
	if chain.Commitment() != d.server.commitment {
		return nil, errors.New("the secret of the dice does not fit its commitment")
	}
	c.keep(d.server.commitment, chain)
	return chain, nil
}
