package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"parlour"
	"parlour/record"
	"parlour/referee"
	"parlour/table"
	"parlour/table/fair"
)

// Tags of a table's record besides the usual ones.
const (
	TagTable = "Table" // the table's id
	TagRules = "Rules" // the revision of the rules it was played under
)

// A writer turns the events of a table into its record.
type writer struct {
	rec   *record.Record
	ref   *referee.Referee
	game  parlour.Game
	info  parlour.Info
	style record.Style
}

// Record makes the record of a table from its events, starting with the first.
// The public events are enough. A record holds no proof of its dice: the events do.
func Record(events []table.Event, game parlour.Game, style record.Style) (*record.Record, error) {
	if len(events) == 0 || events[0].Kind != table.Created || events[0].Body.Terms == nil {
		return nil, errors.New("the log does not start with the creation of the table")
	}
	first := &events[0]
	m, err := game.Parse(first.Line)
	if err != nil {
		return nil, err
	}
	w := &writer{game: game, info: game.Info(), style: style, ref: referee.New(m)}
	w.rec = record.Begin(m,
		record.Tag{Name: "Game", Value: w.info.ID}, record.Tag{Name: "Date", Value: first.At.UTC().Format("2006-01-02")},
		record.Tag{Name: TagTable, Value: first.Table}, record.Tag{Name: TagRules, Value: first.Body.Rules},
	)
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
	if b := table.BeforeOf(events); b != nil {
		return w.rec, whole(w.rec, b, game, style)
	}
	return w.rec, nil
}

func (w *writer) comment(format string, args ...any) {
	w.put(record.Entry{Kind: record.Comment, Text: fmt.Sprintf(format, args...)})
}

func (w *writer) put(e record.Entry) { w.rec.Entries = append(w.rec.Entries, e) }

func (w *writer) add(e *table.Event) error {
	b := &e.Body
	switch e.Kind {
	case table.Throw:
		return w.play(e, b.Throw)
	case table.Move:
		return w.play(e, b.Move)
	case table.Ask:
		w.ref.Withdraw()
	case table.TooLong:
		w.ref.Tie(referee.TooLong)
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
