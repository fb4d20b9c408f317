// Package proof makes the record of a table, with everything that is needed to
// check its dice, and checks such records.
//
//	rec, err := proof.Record(events, game, record.Joined)
//	report, err := proof.Verify(game.Parse, rec)
//	fmt.Println(report.Throws, "throws are what the chain and the nonces make them")
//
// The proofs are comments of the record, so that every reader of records can
// read it:
//
//	# dice chain 1 1024 8e09a95a...    from throw 1 a chain of 1024 links with this commitment
//	# dice nonce 2 abcd1234            from the next throw on the nonce of chair 2 is this
//	# dice link 1 5f0c77e1...          throw 1, on the next line, opened this link
//
// docs/FAIR-DICE.md says what they prove.
package proof

import (
	"errors"
	"fmt"
	"strconv"

	"parlour"
	"parlour/record"
	"parlour/referee"
	"parlour/table"
)

// The tags of a table's record beside the usual ones.
const (
	TagTable = "Table" // the name of the table, which goes into every throw
	TagRules = "Rules" // the revision of the rules it was played under
	TagDice  = "Dice"  // how the throws are derived: Method
)

// Method names the derivation of throws.
const Method = "parlour-dice-1"

// A writer folds the events of a table into its record.
type writer struct {
	rec    *record.Record
	ref    *referee.Referee
	game   parlour.Game
	info   parlour.Info
	style  record.Style
	people map[int]string // nonces of people
	chairs []int          // who sits on each chair, 0 for a bot or nobody
	bots   []string       // nonces of bots by chair
	said   []string       // nonces as last written
}

// Record makes the record of a table from its events, which may be the public
// ones, from the first on.
func Record(events []table.Event, game parlour.Game, style record.Style) (*record.Record, error) {
	if len(events) == 0 || events[0].Kind != table.Created || events[0].Body.Terms == nil || events[0].Body.Dice == nil {
		return nil, errors.New("the log does not begin with the making of the table")
	}
	first := &events[0]
	m, err := game.Parse(first.Line)
	if err != nil {
		return nil, err
	}
	w := &writer{
		game: game, info: game.Info(), style: style, ref: referee.New(m), people: map[int]string{},
		bots: first.Body.Dice.Bots, chairs: make([]int, len(first.Body.Dice.Bots)), said: make([]string, len(first.Body.Dice.Bots)),
	}
	w.rec = record.Begin(m,
		record.Tag{Name: "Game", Value: w.info.ID}, record.Tag{Name: "Date", Value: first.At.UTC().Format("2006-01-02")},
		record.Tag{Name: TagTable, Value: first.Table}, record.Tag{Name: TagRules, Value: first.Body.Rules}, record.Tag{Name: TagDice, Value: Method},
	)
	w.chain(first.Body.Dice)
	for i := range events[1:] {
		if err := w.add(&events[i+1]); err != nil {
			return nil, fmt.Errorf("event %d: %w", events[i+1].Seq, err)
		}
	}
	res := w.ref.Result()
	w.rec.Close(w.ref.Match())
	w.rec.End = record.ResultText(w.ref.Match(), &res)
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

// nonces writes the nonces that have changed.
func (w *writer) nonces() {
	for i := range w.chairs {
		nonce := w.bots[i]
		if p := w.chairs[i]; p != 0 {
			nonce = w.people[p]
		}
		if w.said[i] != nonce {
			w.said[i] = nonce
			w.comment("dice nonce %d %s", i+1, nonce)
		}
	}
}

// sits notes who holds a chair now; 0 for nobody.
func (w *writer) sits(chair, person int) {
	if chair >= 1 && chair <= len(w.chairs) {
		w.chairs[chair-1] = person
	}
	w.nonces()
}

func (w *writer) add(e *table.Event) error {
	b := &e.Body
	switch e.Kind {
	case table.Sit:
		if b.Nonce != "" {
			w.people[b.Person] = b.Nonce
		}
		w.sits(b.Chair, b.Person)
	case table.Stand, table.SetChair:
		w.sits(b.Chair, 0)
	case table.Commit:
		w.chain(b.Dice)
	case table.Throw:
		w.comment("dice link %d %s", b.Number, b.Link)
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

// follow goes on from the stored position where a replay disagrees with it, as
// the table did, and says so.
func (w *writer) follow(e *table.Event, err error) error {
	if err == nil && w.ref.Match().String() == e.Line {
		return nil
	}
	m, err := w.game.Parse(e.Line)
	if err != nil {
		return err
	}
	w.ref = referee.New(m)
	w.comment("the rules have changed since: the game went on from the position that follows")
	w.put(record.Entry{Kind: record.Check, Text: e.Line})
	return nil
}

func (w *writer) say(e *table.Event, words string, tell func(parlour.Seat) error) error {
	w.put(record.Entry{Kind: record.Event, Seat: e.Body.Seat, Text: words})
	return tell(w.info.SeatOf(e.Body.Seat))
}

// resign writes that a player gave up, or lost by time. Where the others play
// on the rules take the player out.
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
