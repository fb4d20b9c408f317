package table

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"parlour"
	"parlour/table/fair"
)

// The dice of a table come in rounds; docs/FAIR-DICE.md says why. This file
// folds the log into the rounds, judges what people send for them, and says
// which round has to begin.

// The bounds of rounds.
const (
	lowLinks   = 64               // with fewer left of the server's chain the next round is prepared
	lowOwn     = 8                // and with fewer left of a member's
	mostRounds = 500              // after which a round begins only if a throw needs one
	askEvery   = 10 * time.Second // a person may ask to take part once in this time
	mostAsks   = 200              // and this often at one table
)

// The phases of a pending round.
const (
	phasePledge = "pledge" // everybody invited commits
	phaseReveal = "reveal" // everybody invited opens the first link
)

// rounds is what the log of a table says about its dice.
type rounds struct {
	old     bool     // the table was made for parlour-dice-1 and has had no round yet
	throws  int      // fallen so far
	ballot  bool     // the last one drew a ballot, which happens only at the beginning of a game
	last    int      // number of the last round that began, 0 for none
	epoch   int64    // of that round
	force   *round   // the latest complete round, nil if there is none
	closed  int64    // the event since which nothing may be thrown under force, 0 for none
	pending *round   // a round that is not complete, nil for none
	seen    []uint64 // beginnings of all commitments and links so far
}

// A round is a stretch of throws with a fixed set of people.
type round struct {
	number  int
	chain   Chain
	secret  string // of the chain, hex; never shown, "" where only the public log is known
	epoch   int64
	why     string
	members []member  // the invited, by ascending person
	base    int       // throws fallen when it was complete
	began   time.Time // when its present phase began
}

// A member is a person whose device takes part in a round.
type member struct {
	person int
	links  int       // of the device's chain; 0 before the pledge
	nonce  fair.Link // the first of them
	last   fair.Link // the last one opened; the commitment before the reveal
	opened int       // how many are
}

// member returns the member who is the given person, or nil.
func (r *round) member(person int) *member {
	if r == nil || person == 0 {
		return nil
	}
	i := slices.IndexFunc(r.members, func(m member) bool { return m.person == person })
	if i < 0 {
		return nil
	}
	return &r.members[i]
}

// phase returns what the round waits for.
func (r *round) phase() string {
	if slices.ContainsFunc(r.members, func(m member) bool { return m.links == 0 }) {
		return phasePledge
	}
	return phaseReveal
}

// owing returns the people who have not answered in the present phase.
func (r *round) owing() (people []int) {
	phase := r.phase()
	for _, m := range r.members {
		if phase == phasePledge && m.links == 0 || phase == phaseReveal && m.opened == 0 {
			people = append(people, m.person)
		}
	}
	return people
}

func damaged(e *Event) error { return fmt.Errorf("event %d, a %s, is damaged", e.Seq, e.Kind) }

func foldTakePart(s *State, e *Event) error {
	p := s.person(e.Body.Person)
	if p == nil {
		return damaged(e)
	}
	p.part, p.asked = true, e.At
	p.asks++
	if s.dice.force.member(p.ID) != nil {
		s.dice.close(e)
	}
	return nil
}

func foldRound(s *State, e *Event) error {
	d, b := &s.dice, &e.Body
	if b.Dice == nil {
		return damaged(e)
	}
	link, ok := fair.ParseLink(b.Dice.Commitment)
	if !ok || b.Dice.Links < 1 {
		return damaged(e)
	}
	d.see(link)
	for _, id := range b.Out {
		if p := s.person(id); p != nil {
			p.part = false
			p.outs++
		}
	}
	if d.force != nil && b.Epoch > d.force.epoch {
		d.close(e)
	}
	r := &round{number: b.Round, chain: *b.Dice, epoch: b.Epoch, why: b.Why, began: e.At}
	if e.Secret != nil {
		r.secret = e.Secret.Dice
	}
	for _, id := range b.People {
		r.members = append(r.members, member{person: id})
	}
	d.old, d.last, d.epoch, d.pending = false, b.Round, b.Epoch, r
	d.settle()
	return nil
}

func foldPledge(s *State, e *Event) error {
	d, b := &s.dice, &e.Body
	m := d.pending.member(b.Person)
	if m == nil || b.Dice == nil || b.Dice.Links < 1 {
		return damaged(e)
	}
	link, ok := fair.ParseLink(b.Dice.Commitment)
	if !ok {
		return damaged(e)
	}
	d.see(link)
	m.last, m.links = link, b.Dice.Links
	if d.pending.phase() == phaseReveal {
		d.pending.began = e.At
	}
	return nil
}

func foldReveal(s *State, e *Event) error {
	d := &s.dice
	m := d.pending.member(e.Body.Person)
	link, ok := fair.ParseLink(e.Body.Link)
	if m == nil || !ok {
		return damaged(e)
	}
	d.see(link)
	m.nonce, m.last, m.opened = link, link, 1
	d.close(e)
	d.settle()
	return nil
}

func foldThrow(s *State, e *Event) error {
	d, b := &s.dice, &e.Body
	d.throws++
	d.ballot = s.is.turn.Dice.Ballots() > 0
	if link, ok := fair.ParseLink(b.Link); ok {
		d.see(link)
	}
	if link, ok := fair.ParseLink(b.Own); ok {
		d.see(link)
		if m := d.force.member(e.By); m != nil {
			m.last = link
			m.opened++
		}
	}
	s.play(e, b.Throw)
	return nil
}

// foldChair is called after an event that may have changed who decides for a
// chair, which was as given before. It ends the round in force, because otherwise
// somebody who knows both a member's throw and a bot's could choose between them.
func (s *State) foldChair(e *Event, chair int, was Place) {
	is := s.chairs[chair]
	if was.Person == is.Person && (was.Bot == "") == (is.Bot == "") {
		return
	}
	if d := &s.dice; d.force.member(was.Person) != nil || d.force.member(is.Person) != nil {
		d.close(e)
	}
	if p := s.person(was.Person); p != nil && (is.Person != was.Person || is.Bot != "") {
		p.part = false // the device asks again when its person is back
	}
}

// close ends the round in force with an event.
func (d *rounds) close(e *Event) {
	if d.closed == 0 && d.force != nil {
		d.closed = e.Seq
	}
}

// settle puts the pending round in force if it is complete.
func (d *rounds) settle() {
	if len(d.pending.owing()) > 0 {
		return
	}
	d.force, d.pending, d.closed = d.pending, nil, 0
	d.force.base = d.throws
}

// see remembers a commitment or a link. None may be used twice at a table.
func (d *rounds) see(l fair.Link) { d.seen = append(d.seen, binary.BigEndian.Uint64(l[:])) }

// fresh reports whether a commitment has not been used at this table. Links
// need no such check: each but the first of a chain is opened after the one
// before it.
func (d *rounds) fresh(l fair.Link) bool {
	return !slices.Contains(d.seen, binary.BigEndian.Uint64(l[:]))
}

// usable reports whether a throw may fall under the round in force, made by a
// person or, for 0, by a bot, while the store's epoch is the given one.
func (d *rounds) usable(by int, epoch int64) bool {
	f := d.force
	if f == nil || d.closed != 0 || f.epoch < epoch || d.throws-f.base >= f.chain.Links {
		return false
	}
	m := f.member(by)
	return m == nil || m.opened < m.links
}

// low reports whether a chain of the round in force has few links left.
func (d *rounds) low() bool {
	f := d.force
	return f.chain.Links-(d.throws-f.base) < lowLinks ||
		slices.ContainsFunc(f.members, func(m member) bool { return m.links-m.opened < lowOwn })
}

// next returns what makes the next throw, apart from the server's link. own is
// what the device of the person sent.
func (d *rounds) next(table string, by int, own string) (fair.Throw, error) {
	f := d.force
	t := fair.Throw{Table: table, Round: f.number, Number: d.throws + 1}
	for _, m := range f.members {
		t.Nonces = append(t.Nonces, fair.Nonce{Person: m.person, Link: m.nonce})
	}
	m := f.member(by)
	if m == nil {
		if own != "" {
			return t, diceFault("your device does not take part in this round of the dice; throw without a link of its own")
		}
		return t, nil
	}
	link, ok := plainLink(own)
	if !ok || !fair.Follows(link, m.last) {
		return t, diceFault("your device has to open its next link for the dice")
	}
	t.Own = &fair.Nonce{Person: by, Link: link}
	return t, nil
}

// A diceFault says why a throw cannot fall under the round in force. It is an
// ErrDice: whoever looks at the table again may throw.
type diceFault string

func (f diceFault) Error() string        { return string(f) }
func (f diceFault) Is(target error) bool { return target == ErrDice }

// plainLink reads a link in the one form that is allowed in the log.
func plainLink(text string) (fair.Link, bool) {
	l, ok := fair.ParseLink(text)
	return l, ok && l.String() == text
}

func judgeTakePart(q *ask) (Event, error) {
	return Event{Body: Body{Person: q.who}}, q.mayTakePart(q.who, q.Now)
}

// mayTakePart says why a person's device may not ask to take part in the dice.
func (s *State) mayTakePart(who int, now time.Time) error {
	switch p := s.person(who); {
	case s.is.status == Over:
		return bad("the game is over")
	case p.asks >= mostAsks:
		return bad("your device has asked %d times to take part in the dice, which is the limit for one table", mostAsks)
	case p.asks > 0 && now.Sub(p.asked) < p.mayAskEvery():
		return bad("your device may ask to take part in the dice once in %d seconds", p.mayAskEvery()/time.Second)
	}
	return nil
}

// alsoTakePart lets a person who sits down take part in the dice at once,
// unless they asked too often or the game has no dice.
func alsoTakePart(q *ask, sits Event) []Event {
	if !q.a.Part || q.chair < 0 || q.dice.throws == 0 && q.is.turn.Needs() != parlour.NeedThrow {
		return nil
	}
	who := sits.Body.Person
	if q.person(who) != nil && q.mayTakePart(who, q.Now) != nil {
		return nil
	}
	return []Event{{Kind: TakePart, By: who, Body: Body{Person: who}}}
}

// invited returns who asks, as a member of the pending round that the action
// names.
func (q *ask) invited() (*round, *member, error) {
	p := q.dice.pending
	if p == nil || p.number != q.a.Round {
		return nil, nil, ErrLate
	}
	m := p.member(q.who)
	if m == nil {
		return nil, nil, bad("you are not invited to this round of the dice; ask to take part")
	}
	return p, m, nil
}

func judgePledge(q *ask) (Event, error) {
	_, m, err := q.invited()
	if err != nil {
		return Event{}, err
	}
	if q.a.Dice == nil {
		return Event{}, bad("a pledge has a chain with its commitment and its number of links")
	}
	link, ok := plainLink(q.a.Dice.Commitment)
	switch {
	case m.links > 0:
		return Event{}, bad("your device has pledged already")
	case !ok:
		return Event{}, bad("a commitment has 64 lower-case hexadecimal digits")
	case q.a.Dice.Links < fair.MinOwnLinks || q.a.Dice.Links > fair.MaxLinks:
		return Event{}, bad("a chain has %d to %d links", fair.MinOwnLinks, fair.MaxLinks)
	case !q.dice.fresh(link):
		return Event{}, bad("this commitment was used before; make a new chain")
	}
	return Event{Body: Body{Person: q.who, Round: q.a.Round, Dice: &Chain{Commitment: q.a.Dice.Commitment, Links: q.a.Dice.Links}}}, nil
}

func judgeReveal(q *ask) (Event, error) {
	p, m, err := q.invited()
	if err != nil {
		return Event{}, err
	}
	link, ok := plainLink(q.a.Link)
	switch {
	case m.links == 0:
		return Event{}, bad("your device has to pledge before it reveals")
	case m.opened > 0:
		return Event{}, bad("your device has revealed already")
	case p.phase() != phaseReveal:
		return Event{}, bad("not everybody has pledged yet")
	case !ok || !fair.Follows(link, m.last):
		return Event{}, bad("this is not the first link of the chain that your device has pledged")
	}
	return Event{Body: Body{Person: q.who, Round: q.a.Round, Link: q.a.Link}}, nil
}

// mayAskEvery is how often a person may ask to take part. From the second time
// they did not answer they wait twice as long each time, up to some ten minutes,
// so that nobody can keep stopping the game by asking and then staying silent.
func (p *Person) mayAskEvery() time.Duration { return askEvery << min(max(0, p.outs-1), 6) }

// throwDue reports whether a throw is due, and by whom: 0 for a bot.
func (s *State) throwDue() (by int, due bool) {
	if s.is.status != Playing || s.is.turn.Needs() != parlour.NeedThrow {
		return 0, false
	}
	if c := s.chairs[s.is.chair]; c.Bot == "" {
		by = c.Person
	}
	return by, true
}

// stalled reports whether, by the log alone, the game waits for the dice.
func (s *State) stalled() bool {
	by, due := s.throwDue()
	return due && !s.dice.old && !s.dice.usable(by, 0)
}

// takers returns the people at the table whose devices take part, ascending.
func (s *State) takers() (people []int) {
	for _, p := range s.people {
		if p.part && s.Seated(p.ID) {
			people = append(people, p.ID)
		}
	}
	slices.Sort(people)
	return people
}

// A need says which round has to begin now.
type need struct {
	why  string    // "" for none
	must bool      // a throw waits for it
	out  []int     // who did not answer
	look time.Time // if there is none: when there may be one without a further event; zero for never
}

// needRound says which round has to begin. Nobody is late before since, because
// the table could not hear them.
func (s *State) needRound(now, since time.Time, m *Moment) need {
	epoch, wait, here := m.Epoch, m.House.Patience, m.Listens
	d := &s.dice
	if s.is.status != Playing {
		return need{}
	}
	by, due := s.throwDue()
	must := due && !d.usable(by, epoch)
	p := d.pending
	if p != nil && p.epoch < epoch {
		p = nil // nobody may rely on it
	}
	takers := s.takers()
	more := d.last < mostRounds
	calm := !slices.ContainsFunc(takers, func(id int) bool { return !here(id) })
	switch {
	case p != nil:
		end := p.began
		if end.Before(since) {
			end = since
		}
		if !must && p.phase() == phasePledge {
			end = end.Add(wait.Pledge)
		} else {
			end = end.Add(wait.Answer)
		}
		owing := p.owing()
		gone := !slices.ContainsFunc(owing, func(id int) bool { return slices.Contains(takers, id) })
		asked := slices.ContainsFunc(takers, func(id int) bool { return p.member(id) == nil })
		switch {
		case !must && !more:
			return need{}
		case gone || !now.Before(end):
			return need{why: WhyUnanswered, must: must, out: owing}
		case asked && (calm || !d.usable(0, epoch)) && more:
			return need{why: WhyJoined, must: must}
		}
		return need{look: end}
	case must && d.last == 0:
		return need{why: WhyBegin, must: true}
	case must && epoch > d.epoch:
		return need{why: WhyEpoch, must: true}
	case must && d.closed != 0:
		return need{why: WhyClosed, must: true}
	case must:
		return need{why: WhyLow, must: true}
	case !more || !calm || !d.usable(0, epoch) || !due && d.ballot:
		return need{}
	case slices.ContainsFunc(takers, func(id int) bool { return d.force.member(id) == nil }):
		return need{why: WhyJoined}
	case d.low():
		return need{why: WhyLow}
	}
	return need{}
}

// roundEvent returns the event that begins a round.
func (s *State) roundEvent(n need, epoch int64, commitment fair.Link, links int) Event {
	d := &s.dice
	people := slices.DeleteFunc(s.takers(), func(id int) bool { return slices.Contains(n.out, id) })
	return Event{Kind: Round, Body: Body{
		Round: d.last + 1, Epoch: max(epoch, d.epoch), People: people, Out: n.out, Why: n.why,
		Dice: &Chain{Commitment: commitment.String(), Links: links, First: d.throws + 1},
	}}
}
