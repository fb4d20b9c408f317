// Package proof checks the dice of a table from its events, and writes its
// record.
//
//	c := proof.NewChecker(id, cabinet.Open)
//	c.Remember(memory) // of your device
//	for _, e := range events {
//		if err := c.AddJSON(e); err != nil {
//			return err
//		}
//	}
//	fmt.Print(c.Report())
//
// docs/FAIR-DICE.md says what this proves and what it does not.
package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parlour"
	"parlour/referee"
	"parlour/table"
	"parlour/table/fair"
)

// A Checker follows the events of a table from the first on and stops at the
// first fault. The public events are enough. A device uses one too, to decide
// whether it may open a link.
type Checker struct {
	open   func(line string) (parlour.Match, error)
	report Report
	heads  []fair.Head // after each event
	dice   *dice
	ref    *referee.Referee
	throws []bool // for each ply, whether it was a throw
	schema int    // the newest of the events
	begun  bool   // something was thrown or moved
	lay    bool   // the first was a move: a throw may have lain in the position of the beginning
	seen   *witness
	back   []int64 // events after which the log went back from what the device was shown
	before int     // how often it had before
	person int     // whom the report is for, 0 for nobody
	saw    int64   // the first event that somebody saw happen, without a memory; 0 for none
	err    error   // an event could not be understood
}

// NewChecker returns a checker of the table with the given id. Open reads a
// position line of any game.
func NewChecker(id string, open func(line string) (parlour.Match, error)) *Checker {
	return &Checker{open: open, report: Report{Table: id, Names: map[int]string{}}}
}

// Remember compares the log with a device's memory, which may grow meanwhile. Call
// it before adding the first event.
func (c *Checker) Remember(m *Memory) {
	if m == nil {
		return
	}
	c.seen, c.person, c.before = newWitness(m), m.Person, len(m.Back)
}

// For makes the report one for a person whose device's memory is not at hand.
func (c *Checker) For(person int) { c.person = person }

// Saw says from which event on a person whose device's memory is not at hand saw
// everything happen; 0 says nothing. Call it before adding the first event.
func (c *Checker) Saw(since int64) { c.saw = since }

// Compare compares the log with another copy of it. Call it before adding the
// first event.
func (c *Checker) Compare(events []json.RawMessage) error {
	other := NewChecker(c.report.Table, c.open)
	m := &Memory{}
	for i, raw := range events {
		var e table.Event
		if err := json.Unmarshal(raw, &e); err != nil {
			return fmt.Errorf("event %d of the other copy cannot be read: %w", i+1, err)
		}
		head, err := other.next(raw)
		if err != nil {
			return fmt.Errorf("event %d of the other copy cannot be read: %w", i+1, err)
		}
		other.heads = append(other.heads, head)
		m.Heads = append(m.Heads, HeadAt{int64(i + 1), head})
		if e.Kind == table.Server {
			m.Epoch = max(m.Epoch, e.Body.Epoch)
		}
	}
	c.Remember(m)
	return nil
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

// next returns the head after one more event.
func (c *Checker) next(raw []byte) (fair.Head, error) {
	plain, err := plainEvent(raw)
	if err != nil {
		return fair.Head{}, err
	}
	return c.head().Next(plain)
}

func (c *Checker) head() fair.Head {
	if n := len(c.heads); n > 0 {
		return c.heads[n-1]
	}
	return fair.Begin(c.report.Table)
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
		return fmt.Errorf("event %d cannot be read: %w", len(c.heads)+1, err)
	}
	return c.add(&e, raw)
}

func (c *Checker) add(e *table.Event, raw []byte) error {
	if c.err != nil {
		return c.err
	}
	seq := int64(len(c.heads) + 1)
	head, err := c.next(raw)
	if err != nil {
		c.err = fmt.Errorf("event %d cannot be read: %w", seq, err)
		return c.err
	}
	c.heads = append(c.heads, head)
	if c.report.Fault != nil {
		return nil // later events still count for the story code, but are not guaranteed
	}
	if e.Schema > table.Schema {
		c.err = fmt.Errorf("event %d is written by a later version of the program: its schema is %d; expected at most %d", seq, e.Schema, table.Schema)
		return c.err
	}
	c.schema = max(c.schema, e.Schema)
	f, err := c.follow(e, seq)
	if err != nil {
		c.err = fmt.Errorf("event %d: %w", seq, err)
		return c.err
	}
	if f == nil {
		var back int64
		if back, f = c.seen.story(e, head); back >= 0 && f == nil {
			c.back = append(c.back, back)
		}
	}
	if f == nil {
		f = c.seen.act(e)
	}
	if f != nil {
		f.Event = seq
		if e.Kind == table.Ask || e.Kind == table.Throw || e.Kind == table.Void {
			f.Throw = e.Body.Number
		}
		c.report.Fault = f
	}
	return nil
}

// Fault returns the first fault so far, nil if there is none.
func (c *Checker) Fault() *Fault { return c.report.Fault }

// Head returns the number of the last event and the head of the log after it.
func (c *Checker) Head() HeadAt { return HeadAt{int64(len(c.heads)), c.head()} }

// HeadAt returns the head of the log after an event that was added.
func (c *Checker) HeadAt(event int64) HeadAt { return HeadAt{event, c.heads[event-1]} }

// Behind reports whether the device was shown events that this log does not have:
// it is stale, or not complete yet.
func (c *Checker) Behind() bool { return c.seen.behind() }

// Back returns each event after which the log went back from what the device was
// shown, as a server does that restored a backup.
func (c *Checker) Back() []int64 { return c.back }

// Open returns the throw that is asked for, nil if none is.
func (c *Checker) Open() *Asked {
	if c.dice == nil {
		return nil
	}
	return c.dice.open
}

// Chain returns the latest chain of a person; ok is false if there is none.
func (c *Checker) Chain(person int) (chain Chain, ok bool) {
	if c.dice == nil || c.dice.latest[person] == nil {
		return Chain{}, false
	}
	return *c.dice.latest[person], true
}

// Fits reports whether a link is the one that a person has to open for the throw
// that is asked for.
func (c *Checker) Fits(person int, link string) bool {
	o := c.Open()
	if o == nil || o.Of(person) == nil {
		return false
	}
	chain, ok := c.Chain(person)
	return ok && chain.fits(link, o.Of(person).Link)
}

// Strange reports whether the log has links of a chain of the device that it does
// not remember to have opened, because its memory is old. It must not use the chain
// any more.
func (c *Checker) Strange(commitment string) bool { return c.seen != nil && c.seen.strange[commitment] }

// Throws returns how many throws have fallen.
func (c *Checker) Throws() int {
	if c.dice == nil {
		return 0
	}
	return len(c.dice.throws)
}

// Voids returns how many attempts at the next throw have failed.
func (c *Checker) Voids() int {
	if c.dice == nil {
		return 0
	}
	return c.dice.failed
}

// Epoch returns that of the server's latest chain, 0 before the first.
func (c *Checker) Epoch() int64 {
	if c.dice == nil {
		return 0
	}
	return c.dice.epoch
}

// Line returns the present position, "" before the first event.
func (c *Checker) Line() string {
	if c.ref == nil {
		return ""
	}
	return c.ref.Now().String()
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
	if now := c.Line(); now != e.Line {
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
	c.ref, c.dice = referee.New(m), newDice(c.report.Table, m)
	c.report.Game = b.Terms.Game
	if id := c.dice.info.ID; id != b.Terms.Game {
		return fault(Illegal, "the position is one of %s, but the game is %s", id, b.Terms.Game), nil
	}
	for i, level := range b.Terms.Bots {
		if level != "" && i < len(c.dice.chairs) {
			c.dice.chairs[i].bot = true
		}
	}
	if b.Terms.Before != nil {
		c.elsewhere(b.Terms.Before.Plays)
	}
	return nil, nil
}

// elsewhere counts the throws among the plays of a game that was begun elsewhere.
// Only throws are written as digits alone.
func (c *Checker) elsewhere(plays []string) {
	for _, text := range plays {
		throw := text != "" && strings.Trim(text, "0123456789") == ""
		if c.played(text, throw); throw {
			c.report.Elsewhere++
		}
	}
}

// played counts the throw that lay in the position with which the table began: in a
// game with throws something was moved before the first one.
func (c *Checker) played(text string, throw bool) {
	if word, _, _ := strings.Cut(text, " "); slices.Contains(diceless, word) {
		return
	}
	if throw && c.lay {
		c.report.Elsewhere++
		c.lay = false
	}
	if !c.begun {
		c.begun, c.lay = true, !throw
	}
}

// diceless are the first words of what is played without a throw in games with throws.
var diceless = []string{"roll", "double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline", "retire"}

// old are kinds of events of earlier dice.
var old = []table.Kind{"commit", "round", "pledge", "reveal"}

// idle are further kinds of events that the dice do not depend on.
var idle = []table.Kind{
	table.AskBack, table.KeepBack, table.Pause, table.Resume, table.TimeUp, table.Rematch, table.Sit, table.Stand, table.SetChair, table.StandIn, table.Return,
}

// step folds any event but the first.
func (c *Checker) step(e *table.Event) (*Fault, error) {
	b, d := &e.Body, c.dice
	if n := b.Chair; n < 0 || n > len(d.chairs) {
		return fault(Illegal, "there is no chair %d", n), nil
	}
	turn := c.ref.Turn()
	if f := d.may(e, turn); f != nil {
		return f, nil
	}
	if b.Name != "" && (e.Kind == table.Sit || e.Kind == table.Name) {
		c.report.Names[max(b.Person, e.By)] = b.Name
	}
	if e.Kind == table.Sit && (b.Person == 0 || e.By != b.Person) {
		return fault(Illegal, "person %d seats person %d", e.By, b.Person), nil
	}
	if b.Chair > 0 {
		d.chairs[b.Chair-1] = holding(e, d.chairs[b.Chair-1])
	}
	switch e.Kind {
	case table.TakePart:
		return d.takePart(e), nil
	case table.Claim:
		if b.Person == 0 || e.By != b.Person { // or nobody would miss the link for it
			return fault(BadChain, "person %d takes over the chairs of person %d", e.By, b.Person), nil
		}
		delete(d.latest, b.Person)
	case table.Server:
		return d.serves(e), nil
	case table.Ask:
		f := d.ask(e, turn, c.head())
		if f == nil {
			c.ref.Withdraw()
			f = c.seen.asked(d.open)
		}
		return f, nil
	case table.Earlier:
		c.elsewhere(b.Plays)
	case table.Ready:
		return d.ready(e), nil
	case table.Void:
		was, f := d.void(e)
		if f == nil {
			f = c.seen.void(was, d.voids[len(d.voids)-1], b.Parts, c.own())
		}
		return f, nil
	case table.Throw:
		return c.throw(e), nil
	case table.Move:
		c.report.Moves++
		return c.play(e, b.Move), nil
	case table.Offer, table.Accept, table.Decline, table.Resign, table.Rule:
		return c.judge(e), nil
	case table.TooLong:
		c.ref.Tie(referee.TooLong)
	case table.GiveBack:
		return c.takeBack(b.Plies), nil
	default:
		if !slices.Contains(talk, e.Kind) && !slices.Contains(idle, e.Kind) && !slices.Contains(old, e.Kind) {
			return nil, fmt.Errorf("unknown kind of event %q", e.Kind)
		}
	}
	return nil, nil
}

// holding returns who holds the chair that an event is about, given its former
// holder.
func holding(e *table.Event, now chair) chair {
	switch e.Kind {
	case table.Sit:
		return chair{person: e.Body.Person}
	case table.Stand:
		return chair{}
	case table.SetChair:
		return chair{bot: e.Body.Level != ""}
	case table.StandIn:
		now.bot = true
	case table.Return:
		now.bot = false
	case table.Rule:
		now.bot = now.bot || e.Body.Text == table.RuleBot
	}
	return now
}

// own returns the commitment of the chain of the person whose memory is known.
func (c *Checker) own() string {
	if c.seen == nil {
		return ""
	}
	chain, _ := c.Chain(c.seen.Person)
	return chain.Commitment
}

// throw checks a throw, first by its links and then by the rules.
func (c *Checker) throw(e *table.Event) *Fault {
	n, failed := len(c.dice.throws), c.dice.failed
	was, f := c.dice.throw(e, c.ref.Now())
	switch {
	case f != nil:
		return f
	case was == nil:
		c.report.Unknown++
		if c.seen.device() {
			c.seen.without++
		}
	default:
		f = c.seen.throw(was, c.own())
	}
	if f == nil {
		f = c.play(e, e.Body.Throw)
	}
	if f != nil { // it does not stand
		c.dice.throws, c.dice.failed = c.dice.throws[:n], failed
	}
	return f
}

// play makes a throw or a move by the rules.
func (c *Checker) play(e *table.Event, text string) *Fault {
	m := c.ref.Match()
	turn := c.ref.Turn()
	mv, err := m.Parse(text)
	switch letter := c.dice.info.Letter(turn.Seat); {
	case (e.Kind == table.Throw) != (turn.Needs() == parlour.NeedThrow):
		return fault(Illegal, "a %s is not due", e.Kind)
	case err == nil && e.Body.Seat != letter:
		return fault(Illegal, "seat %s plays, but it is the turn of seat %s", e.Body.Seat, letter)
	case err == nil && e.Kind == table.Move:
		if f := c.dice.author(e, turn.Seat, c.old(e)); f != nil {
			return f
		}
	}
	if err == nil {
		err = c.ref.Play(mv)
	}
	if err != nil {
		return fault(Illegal, "%s cannot be played: %v", text, err)
	}
	c.throws = append(c.throws, e.Kind == table.Throw)
	c.played(text, e.Kind == table.Throw)
	return nil
}

// old reports whether an event is from before the dice of this method. What a device
// saw happen is not.
func (c *Checker) old(e *table.Event) bool {
	since := c.saw
	if c.seen.device() {
		since = c.seen.Since
	}
	return c.schema < 3 && c.dice.epoch == 0 && (since == 0 || e.Seq < since)
}

// judge follows events about the result: resignations, draws, lost time.
func (c *Checker) judge(e *table.Event) *Fault {
	seat := c.dice.info.SeatOf(e.Body.Seat)
	if e.Kind != table.Rule {
		if f := c.dice.author(e, seat, c.old(e)); f != nil {
			return f
		}
	}
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

// takeBack takes moves back. A throw can never be taken back, or it could be
// repeated.
func (c *Checker) takeBack(plies int) *Fault {
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
