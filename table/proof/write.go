// Package proof checks the dice of a table, from its events or from its
// record. The record contains everything needed for that.
//
//	rec, err := proof.Record(events, game, record.Joined)
//	report, err := proof.Verify(game.Parse, rec, nil)
//	fmt.Print(report) // to whom each throw is guaranteed, or where that ends
//
// Proofs are comments in the record, so every reader of records can read it.
// docs/RECORD.md lists them; docs/FAIR-DICE.md says what they prove.
package proof

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/record"
	"parlour/referee"
	"parlour/table"
	"parlour/table/fair"
)

// Tags of a table's record besides the usual ones.
const (
	TagTable = "Table" // the table's id, which goes into every throw
	TagRules = "Rules" // the revision of the rules it was played under
	TagDice  = "Dice"  // the weakest method used for any of its throws: fair.Method or fair.OldMethod
)

// A writer turns the events of a table into its record.
type writer struct {
	rec    *record.Record
	ref    *referee.Referee
	game   parlour.Game
	info   parlour.Info
	style  record.Style
	chairs []chair
	rounds bool // there are rounds, so the holders of the chairs matter

	// For parlour-dice-1:
	people map[int]string // nonces of people
	bots   []string       // nonces of bots by chair
	said   []string       // nonces last written
}

// Record makes the record of a table from its events, starting with the first.
// The public events are enough.
func Record(events []table.Event, game parlour.Game, style record.Style) (*record.Record, error) {
	if len(events) == 0 || events[0].Kind != table.Created || events[0].Body.Terms == nil {
		return nil, errors.New("the log does not start with the creation of the table")
	}
	first := &events[0]
	m, err := game.Parse(first.Line)
	if err != nil {
		return nil, err
	}
	w := &writer{
		game: game, info: game.Info(), style: style, ref: referee.New(m), chairs: make([]chair, len(table.Chairs(m))), people: map[int]string{},
		rounds: slices.ContainsFunc(events, func(e table.Event) bool { return e.Kind == table.Round }),
	}
	method := fair.Method
	if first.Body.Dice != nil {
		method = fair.OldMethod
	}
	w.rec = record.Begin(m,
		record.Tag{Name: "Game", Value: w.info.ID}, record.Tag{Name: "Date", Value: first.At.UTC().Format("2006-01-02")},
		record.Tag{Name: TagTable, Value: first.Table}, record.Tag{Name: TagRules, Value: first.Body.Rules}, record.Tag{Name: TagDice, Value: method},
	)
	for i, level := range first.Body.Terms.Bots {
		if level != "" && i < len(w.chairs) {
			w.hold(i+1, chair{bot: true})
		}
	}
	if c := first.Body.Dice; c != nil {
		w.bots, w.said = c.Bots, make([]string, len(w.chairs))
		w.chain(c)
	}
	head := fair.Begin(first.Table)
	for i := range events {
		e := &events[i]
		public, err := json.Marshal(e.Public())
		if err == nil {
			head, err = head.Next(public)
		}
		if err == nil && i > 0 {
			err = w.add(e)
		}
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
	}
	res := w.ref.Result()
	w.rec.Close(w.ref.Match())
	w.rec.End = record.ResultText(w.ref.Match(), &res)
	w.comment("story %d %s", events[len(events)-1].Seq, head.Code())
	return w.rec, nil
}

func (w *writer) comment(format string, args ...any) {
	w.put(record.Entry{Kind: record.Comment, Text: fmt.Sprintf(format, args...)})
}

func (w *writer) put(e record.Entry) { w.rec.Entries = append(w.rec.Entries, e) }

func (w *writer) chain(c *table.Chain) {
	w.comment("dice chain %d %d %s", c.First, c.Links, c.Commitment)
	w.nonces()
}

// nonces writes the nonces of parlour-dice-1 that have changed.
func (w *writer) nonces() {
	for i := range w.said {
		nonce := ""
		switch p := w.chairs[i].person; {
		case p != 0:
			nonce = w.people[p]
		case i < len(w.bots):
			nonce = w.bots[i]
		}
		if w.said[i] != nonce {
			w.said[i] = nonce
			w.comment("dice nonce %d %s", i+1, nonce)
		}
	}
}

// hold records who holds a chair and writes it to the record once there are
// rounds.
func (w *writer) hold(number int, now chair) {
	was := w.chairs[number-1]
	w.chairs[number-1] = now
	switch {
	case was == now || !w.rounds:
	case now.bot:
		w.comment("dice chair %d bot %d", number, now.person)
	case now.person != 0:
		w.comment("dice chair %d person %d", number, now.person)
	default:
		w.comment("dice chair %d open", number)
	}
}

// list writes people as a list, or "-" for none.
func list(people []int) string {
	var b []byte
	for _, p := range people {
		b = fmt.Appendf(b, ",%d", p)
	}
	return cmp.Or(strings.TrimPrefix(string(b), ","), "-")
}

func (w *writer) add(e *table.Event) error {
	b := &e.Body
	if e.Kind == table.Sit && b.Nonce != "" {
		w.people[b.Person] = b.Nonce
	}
	if b.Chair > 0 && b.Chair <= len(w.chairs) {
		if now, said := holding(e, w.chairs[b.Chair-1]); said {
			w.hold(b.Chair, now)
		}
	}
	if e.Kind == table.Round {
		w.said = nil // nonces of parlour-dice-1 no longer matter
	}
	w.nonces()
	switch e.Kind {
	case table.Commit:
		w.chain(b.Dice)
	case table.TakePart:
		if w.rounds {
			w.comment("dice part %d", b.Person)
		}
	case table.Claim:
		if w.rounds {
			w.comment("dice device %d", b.Person)
		}
	case table.Round:
		w.comment("dice round %d %d %d %s %d people %s out %s why %s", b.Round, b.Epoch, b.Dice.Links, b.Dice.Commitment, b.Dice.First, list(b.People), list(b.Out), b.Why)
	case table.Pledge:
		w.comment("dice pledge %d %d %d %s", b.Round, b.Person, b.Dice.Links, b.Dice.Commitment)
	case table.Reveal:
		w.comment("dice reveal %d %d %s", b.Round, b.Person, b.Link)
	case table.Throw:
		own := ""
		if b.Own != "" {
			own = fmt.Sprintf(" own %d %s", e.By, b.Own)
		}
		w.comment("dice link %d %s%s", b.Number, b.Link, own)
		return w.play(e, b.Throw)
	case table.Move:
		return w.play(e, b.Move)
	case table.Offer:
		return w.say(e, "draw offered", w.ref.Offer)
	case table.Accept:
		return w.say(e, "draw agreed", w.ref.Accept)
	case table.Decline:
		return w.say(e, "draw declined", w.ref.Decline)
	case table.Resign:
		return w.resign(e, b.Seat, referee.Resigned)
	case table.Rule:
		if b.Text == table.RuleEnd {
			return w.resign(e, w.info.Letter(w.ref.Turn().Seat), referee.Time)
		}
	case table.GiveBack:
		return w.back(e)
	}
	return nil
}

func (w *writer) play(e *table.Event, text string) error {
	m := w.ref.Match()
	mv, err := m.Parse(text)
	if err == nil {
		w.rec.Add(m, mv, w.style)
		err = w.ref.Play(mv)
	}
	return w.follow(e, err)
}

// follow continues from the stored position if the replay disagrees with it,
// as the table did, and notes it in the record.
func (w *writer) follow(e *table.Event, err error) error {
	if err == nil && w.ref.Match().String() == e.Line {
		return nil
	}
	m, err := w.game.Parse(e.Line)
	if err != nil {
		return err
	}
	w.ref = referee.New(m)
	w.comment("the rules have changed since: the game continued from the following position")
	w.put(record.Entry{Kind: record.Check, Text: e.Line})
	return nil
}

func (w *writer) say(e *table.Event, words string, tell func(parlour.Seat) error) error {
	w.put(record.Entry{Kind: record.Event, Seat: e.Body.Seat, Text: words})
	return tell(w.info.SeatOf(e.Body.Seat))
}

// resign writes that a player resigned or ran out of time. If others play on,
// the rules take the player out.
func (w *writer) resign(e *table.Event, seat, reason string) error {
	plies := w.ref.Plies()
	if err := w.ref.Resign(w.info.SeatOf(seat), reason); err != nil {
		return err
	}
	words := "resign"
	switch {
	case w.ref.Plies() > plies:
		words = "retire"
	case reason == referee.Time:
		words = "out of time"
	}
	w.put(record.Entry{Kind: record.Event, Seat: seat, Text: words})
	return w.follow(e, nil)
}

// back takes moves out of the record. Throws are never taken back.
func (w *writer) back(e *table.Event) error {
	n := e.Body.Plies
	for i := len(w.rec.Entries) - 1; i > 0 && n > 0; i-- {
		p := &w.rec.Entries[i]
		switch {
		case p.Kind != record.Play:
			continue
		case p.Throw != "":
			p.Move = ""
		default:
			w.rec.Entries = append(w.rec.Entries[:i], w.rec.Entries[i+1:]...)
		}
		w.ref.Undo()
		n--
	}
	w.put(record.Entry{Kind: record.Event, Seat: "-", Text: "took back " + strconv.Itoa(e.Body.Plies)})
	return w.follow(e, nil)
}
