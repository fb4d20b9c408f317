package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"parlour"
	"parlour/referee"
	"parlour/table"
	"parlour/table/fair"
)

// A Checker follows the events of a table from the first on and stops at the
// first fault. The public events are enough.
//
//	c := proof.NewChecker(id, cabinet.Open)
//	for _, e := range events {
//		if err := c.AddJSON(e); err != nil {
//			return err
//		}
//	}
//	report := c.Report()
type Checker struct {
	open   func(line string) (parlour.Match, error)
	report Report
	head   fair.Head
	dice   *dice
	people map[int]string // nonces of parlour-dice-1
	bots   []string       // nonces of bots in parlour-dice-1, by chair

	ref    *referee.Referee
	info   parlour.Info
	throws []bool // for each ply, whether it was a throw

	seen  *Memory
	other []fair.Head // heads of another copy of the log, after each event

	err error // an event could not be understood
}

// NewChecker returns a checker of the table with the given id. Open reads a
// position line of any game.
func NewChecker(id string, open func(line string) (parlour.Match, error)) *Checker {
	return &Checker{open: open, head: fair.Begin(id), people: map[int]string{}, report: Report{Table: id, Names: map[int]string{}}}
}

// Remember compares the log with a device's memory. Call it before adding the
// first event.
func (c *Checker) Remember(m *Memory) { c.seen = m }

// Compare compares the log with another copy of it. Call it before adding the
// first event.
func (c *Checker) Compare(events []json.RawMessage) error {
	heads, err := headsOf(c.report.Table, events)
	c.other = heads
	return err
}

// headsOf returns the head of a log after each event.
func headsOf(id string, events []json.RawMessage) ([]fair.Head, error) {
	head := fair.Begin(id)
	heads := make([]fair.Head, 0, len(events))
	for i, e := range events {
		plain, err := plainEvent(e)
		if err == nil {
			head, err = head.Next(plain)
		}
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
		heads = append(heads, head)
	}
	return heads, nil
}

// plainEvent removes the fields that the server adds for readers. It fails if
// programs could read the event differently.
func plainEvent(raw []byte) ([]byte, error) {
	if err := exact(raw); err != nil {
		return nil, err
	}
	var e map[string]json.RawMessage
	if err := json.Unmarshal(raw, &e); err != nil {
		return nil, err
	}
	maps.DeleteFunc(e, func(k string, _ json.RawMessage) bool {
		return !slices.Contains([]string{"at", "body", "by", "kind", "line", "schema", "seq"}, k)
	})
	if string(e["by"]) == "0" {
		delete(e, "by")
	}
	return json.Marshal(e)
}

// Add checks the next event. An error is not a fault of the dice: it means
// that this event, and so everything after it, cannot be understood.
func (c *Checker) Add(e *table.Event) error {
	raw, err := json.Marshal(e.Public())
	if err != nil {
		return err
	}
	return c.add(e, raw)
}

// AddJSON checks the next event in the form a server sends it.
func (c *Checker) AddJSON(raw []byte) error {
	var e table.Event
	if err := json.Unmarshal(raw, &e); err != nil {
		return fmt.Errorf("event %d cannot be read: %w", c.report.Events+1, err)
	}
	return c.add(&e, raw)
}

// newest is the latest schema that a checker understands.
const newest = max(table.Schema, 2)

func (c *Checker) add(e *table.Event, raw []byte) error {
	if c.err == nil {
		c.err = c.next(e, raw)
	}
	return c.err
}

func (c *Checker) next(e *table.Event, raw []byte) error {
	plain, err := plainEvent(raw)
	if err == nil {
		c.head, err = c.head.Next(plain)
	}
	c.report.Events++
	seq := c.report.Events
	if err != nil {
		return fmt.Errorf("event %d cannot be read: %w", seq, err)
	}
	c.report.Story = Story{seq, c.head.Code()}
	if c.report.Fault != nil {
		return nil // later events still count for the story code, but are not guaranteed
	}
	if e.Schema > newest {
		return fmt.Errorf("event %d is written by a later version of the program: its schema is %d; expected at most %d", seq, e.Schema, newest)
	}
	f, err := c.follow(e, seq)
	if err != nil {
		return fmt.Errorf("event %d: %w", seq, err)
	}
	if f == nil {
		f = c.story(seq)
	}
	c.fault(f, seq)
	return nil
}

func (c *Checker) fault(f *Fault, event int64) {
	if f != nil && c.report.Fault == nil {
		f.Event = event
		c.report.Fault = f
	}
}

// story compares the head with what others were shown.
func (c *Checker) story(seq int64) *Fault {
	if seq <= int64(len(c.other)) && c.other[seq-1] != c.head {
		return fault(MemoryStory, "the other copy has a different event here")
	}
	if h, ok := c.seen.head(seq); ok && h != c.head {
		return fault(MemoryStory, "up to here the device of person %d was shown different events", c.seen.Person)
	}
	return nil
}

// Fault returns the first fault so far, nil if there is none. Unlike Report it
// assumes that the log goes on.
func (c *Checker) Fault() *Fault { return c.report.Fault }

// Head returns the number of the last event and the head of the log after it.
func (c *Checker) Head() HeadAt { return HeadAt{c.report.Events, c.head} }

// Report returns the result. It also compares the end of the log with what
// others were shown.
func (c *Checker) Report() *Report {
	shown := int64(len(c.other))
	if c.seen != nil && len(c.seen.Heads) > 0 {
		shown = max(shown, c.seen.Heads[len(c.seen.Heads)-1].Event)
	}
	if end := c.report.Events; shown > end {
		c.fault(fault(MemoryStory, "the log ends with event %d, but event %d was shown", end, shown), end+1)
	}
	if c.dice != nil {
		c.fault(c.dice.seen.ends(len(c.dice.throws)), c.report.Events)
	}
	r := c.report
	if c.dice != nil {
		r.from(c.dice)
	}
	return &r
}

// follow folds an event. A fault, if any, is the first in the log.
func (c *Checker) follow(e *table.Event, seq int64) (*Fault, error) {
	switch {
	case e.Seq != seq:
		return fault(Gap, "the event is numbered %d; expected %d", e.Seq, seq), nil
	case (e.Kind == table.Created) != (seq == 1):
		return nil, errors.New("a log must start with the creation of the table, and contain it only once")
	case e.Kind == table.Created:
		return c.created(e)
	}
	f, err := c.step(e)
	if f != nil || err != nil {
		return f, err
	}
	if now := c.ref.Match().String(); now != e.Line {
		return fault(Illegal, "the position is %q; by the rules it is %q", e.Line, now), nil
	}
	return nil, nil
}

func (c *Checker) created(e *table.Event) (*Fault, error) {
	b := &e.Body
	if b.Terms == nil {
		return nil, errors.New("the table was created without terms")
	}
	m, err := c.open(e.Line)
	if err != nil {
		return fault(Illegal, "the position cannot be read: %v", err), nil
	}
	c.info, c.ref, c.dice = m.Info(), referee.New(m), newDice(c.report.Table, m, c.seen)
	c.report.Game = b.Terms.Game
	if c.info.ID != b.Terms.Game {
		return fault(Illegal, "the position is one of %s, but the game is %s", c.info.ID, b.Terms.Game), nil
	}
	for i, level := range b.Terms.Bots {
		if level != "" {
			c.dice.decide(i+1, chair{bot: true})
		}
	}
	if b.Dice != nil {
		c.bots = b.Dice.Bots
		c.seats()
		return c.dice.commit(b.Dice), nil
	}
	return nil, nil
}

// seats sets the nonces of parlour-dice-1: for each chair, that of its
// person or its bot.
func (c *Checker) seats() {
	c.dice.nonces = c.dice.nonces[:0]
	for i, ch := range c.dice.chairs {
		switch {
		case ch.person != 0:
			c.dice.nonces = append(c.dice.nonces, c.people[ch.person])
		case i < len(c.bots):
			c.dice.nonces = append(c.dice.nonces, c.bots[i])
		}
	}
}

// holding returns who holds the chair that an event is about, given its former
// holder, and whether the event changes the holder at all.
func holding(e *table.Event, now chair) (chair, bool) {
	b := &e.Body
	switch e.Kind {
	case table.Sit:
		return chair{person: b.Person}, b.Chair > 0
	case table.Stand:
		return chair{}, true
	case table.SetChair:
		return chair{bot: b.Level != ""}, true
	case table.StandIn:
		return chair{now.person, true}, true
	case table.Return:
		return chair{now.person, false}, true
	case table.Rule:
		return chair{now.person, true}, b.Text == table.RuleBot
	}
	return now, false
}

// step folds any event but the first.
func (c *Checker) step(e *table.Event) (*Fault, error) {
	b := &e.Body
	if b.Name != "" && (e.Kind == table.Sit || e.Kind == table.Name) {
		c.report.Names[max(b.Person, e.By)] = b.Name
	}
	if e.Kind == table.Sit && b.Nonce != "" {
		c.people[b.Person] = b.Nonce
	}
	if n := b.Chair; n < 0 || n > len(c.dice.chairs) {
		return fault(Illegal, "there is no chair %d", n), nil
	}
	if b.Chair > 0 {
		if now, said := holding(e, c.dice.chairs[b.Chair-1]); said {
			c.dice.decide(b.Chair, now)
		}
	}
	c.seats()
	switch e.Kind {
	case table.TakePart:
		return c.dice.takePart(e.By, b.Person), nil
	case table.Claim:
		c.dice.device(b.Person)
	case table.Commit:
		if b.Dice == nil {
			return fault(ShortChain, "no chain is committed"), nil
		}
		return c.dice.commit(b.Dice), nil
	case table.Round:
		return c.dice.round(b), nil
	case table.Pledge:
		return c.dice.pledge(e.Seq, e.By, b), nil
	case table.Reveal:
		return c.dice.reveal(e.Seq, e.By, b), nil
	case table.Throw:
		if f := c.dice.throw(e, e.By, b.Throw, c.ref.Match()); f != nil {
			return f, nil
		}
		return c.play(e, b.Throw), nil
	case table.Move:
		c.report.Moves++
		return c.play(e, b.Move), nil
	case table.Offer, table.Accept, table.Decline, table.Resign, table.Rule:
		return c.judge(e), nil
	case table.GiveBack:
		return c.back(b.Plies), nil
	case table.Sit, table.Stand, table.Name, table.SetChair, table.Lock, table.HandOver, table.Carry, table.AskBack, table.KeepBack,
		table.Pause, table.Resume, table.StandIn, table.Return, table.TimeUp, table.Held, table.Emote, table.Chat, table.SetChat, table.SetHelp, table.Rematch:
	default:
		return nil, fmt.Errorf("unknown kind of event %q", e.Kind)
	}
	return nil, nil
}

// play makes a throw or a move by the rules.
func (c *Checker) play(e *table.Event, text string) *Fault {
	m := c.ref.Match()
	turn := m.Turn()
	mv, err := m.Parse(text)
	switch {
	case (e.Kind == table.Throw) != (turn.Dice != 0):
		return fault(Illegal, "a %s is not due", e.Kind)
	case err == nil && e.Body.Seat != c.info.Letter(turn.Seat):
		return fault(Illegal, "seat %s plays, but it is the turn of seat %s", e.Body.Seat, c.info.Letter(turn.Seat))
	case err == nil:
		err = c.ref.Play(mv)
	}
	if err != nil {
		return fault(Illegal, "%s cannot be played: %v", text, err)
	}
	c.throws = append(c.throws, e.Kind == table.Throw)
	return nil
}

// judge follows events about the result: resignations, draws, lost time.
func (c *Checker) judge(e *table.Event) *Fault {
	seat := c.info.SeatOf(e.Body.Seat)
	var err error
	switch e.Kind {
	case table.Offer:
		err = c.ref.Offer(seat)
	case table.Accept:
		err = c.ref.Accept(seat)
	case table.Decline:
		err = c.ref.Decline(seat)
	case table.Resign:
		err = c.ref.Resign(seat, referee.Resigned)
	case table.Rule:
		if e.Body.Text != table.RuleEnd {
			break
		}
		if e.Body.Chair == 0 {
			return fault(Illegal, "no chair is out of time")
		}
		err = c.ref.Resign(c.dice.seats[e.Body.Chair-1].Seats[0], referee.Time)
	}
	if err != nil {
		return fault(Illegal, "this is not possible now: %v", err)
	}
	for len(c.throws) < c.ref.Plies() {
		c.throws = append(c.throws, false) // a player was taken out
	}
	return nil
}

// back takes moves back. A throw can never be taken back, or it could be
// repeated.
func (c *Checker) back(plies int) *Fault {
	n := len(c.throws) - plies
	if plies < 1 || n < 0 || slices.Contains(c.throws[n:], true) {
		return fault(Illegal, "%d throws and moves are taken back; only moves since the last throw can be", plies)
	}
	c.throws = c.throws[:n]
	for range plies {
		c.ref.Undo()
	}
	return nil
}
