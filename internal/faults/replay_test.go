package faults

import (
	"context"
	"encoding/hex"
	"fmt"
	"reflect"
	"testing"

	"parlour/cabinet"
	"parlour/referee"
	"parlour/sqlite"
	"parlour/table"
	"parlour/table/fair"
)

// logs returns the log of every table in a database.
func logs(t testing.TB, path string) map[string][]table.Event {
	t.Helper()
	all, err := readLogs(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readLogs reads the logs of a database, but for those that are as long as they
// are known to be.
func readLogs(path string, known map[string][]table.Event) (map[string][]table.Event, error) {
	store, err := sqlite.Open(path)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	return logsOf(context.Background(), store, known, false)
}

// logsOf reads the logs of a store, likewise. Those of a live server may grow
// meanwhile.
func logsOf(ctx context.Context, store table.Store, known map[string][]table.Event, live bool) (map[string][]table.Event, error) {
	list, err := store.List(ctx, table.Query{Limit: 1 << 30})
	if err != nil {
		return nil, err
	}
	all := map[string][]table.Event{}
	for _, sum := range list {
		if log := known[sum.Table]; log != nil && int64(len(log)) == sum.Seq {
			all[sum.Table] = log
			continue
		}
		events, err := store.Load(ctx, sum.Table, 0)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", sum.Table, err)
		}
		if n := int64(len(events)); n < max(sum.Seq, 1) || n > sum.Seq && !live {
			return nil, fmt.Errorf("table %s: its summary says %d events, there are %d", sum.Table, sum.Seq, len(events))
		}
		all[sum.Table] = events
	}
	return all, nil
}

// A replay follows a log through the rules and the proof of its dice.
type replay struct {
	ref    *referee.Referee
	dice   []table.Chain
	last   []fair.Link // the last link opened of each chain
	nonces []string
	throws int
}

// replayed checks a log as a stranger would: numbers without gaps, times that
// never go back, every throw by its link and the nonces, every move by the
// rules, every line by the moves.
func replayed(id string, events []table.Event) (*replay, error) {
	r := &replay{}
	people := map[int]string{}
	for i := range events {
		e := &events[i]
		bad := func(format string, args ...any) error {
			return fmt.Errorf("table %s, event %d (%s): %s", id, e.Seq, e.Kind, fmt.Sprintf(format, args...))
		}
		switch {
		case e.Seq != int64(i)+1:
			return nil, bad("it stands at place %d", i+1)
		case i > 0 && e.At.Before(events[i-1].At):
			return nil, bad("it is older than the one before it")
		case (e.Kind == table.Created) != (i == 0):
			return nil, bad("a table is made once, first of all")
		}
		b := &e.Body
		switch e.Kind {
		case table.Created:
			entry := cabinet.ByID(b.Terms.Game)
			m, err := entry.Game.New(b.Terms.Setup)
			if err != nil {
				return nil, bad("%v", err)
			}
			r.ref, r.nonces = referee.New(m), append([]string(nil), b.Dice.Bots...)
			r.commit(b.Dice)
		case table.Commit:
			r.commit(b.Dice)
		case table.Sit:
			if b.Nonce != "" {
				people[b.Person] = b.Nonce
			}
			if b.Chair > 0 {
				r.nonces[b.Chair-1] = people[b.Person]
			}
		case table.Throw:
			if fault := r.throw(id, b); fault != "" {
				return nil, bad("%s", fault)
			}
			if err := r.play(b.Throw); err != nil {
				return nil, bad("%v", err)
			}
		case table.Move:
			if err := r.play(b.Move); err != nil {
				return nil, bad("%v", err)
			}
		case table.Emote, table.Chat, table.Held, table.TimeUp:
		default:
			return nil, bad("nobody did this")
		}
		if line := r.ref.Match().String(); line != e.Line {
			return nil, bad("the rules make it\n%s, the log says\n%s", line, e.Line)
		}
	}
	if r.ref == nil {
		return nil, fmt.Errorf("table %s: the log is empty", id)
	}
	return r, nil
}

func (r *replay) commit(c *table.Chain) {
	var link fair.Link
	_, _ = hex.Decode(link[:], []byte(c.Commitment)) // a damaged one is followed by no link
	r.dice, r.last = append(r.dice, *c), append(r.last, link)
}

func (r *replay) play(text string) error {
	mv, err := r.ref.Match().Parse(text)
	if err == nil {
		err = r.ref.Play(mv)
	}
	return err
}

// throw checks a throw by its link.
func (r *replay) throw(id string, b *table.Body) (fault string) {
	r.throws++
	if b.Number != r.throws {
		return fmt.Sprintf("it is throw %d and calls itself %d", r.throws, b.Number)
	}
	for i, c := range r.dice {
		if b.Number < c.First || b.Number >= c.First+c.Links {
			continue
		}
		var link fair.Link
		if n, err := hex.Decode(link[:], []byte(b.Link)); err != nil || n != len(link) || !fair.Follows(link, r.last[i]) {
			return "its link does not follow the one before"
		}
		r.last[i] = link
		d := r.ref.Turn().Dice
		want := r.ref.Match().Text(d.Nth(fair.OldNumber(link, id, b.Number, r.nonces, d.Weight())))
		if want != b.Throw {
			return fmt.Sprintf("the link and the nonces make %s, not %s", want, b.Throw)
		}
		return ""
	}
	return "no chain was committed for it"
}

// prefix checks that nothing of a log was changed or lost since it was before.
func prefix(id string, before, after []table.Event) error {
	if len(after) < len(before) {
		return fmt.Errorf("table %s had %d events and has %d", id, len(before), len(after))
	}
	for i := range before {
		if !reflect.DeepEqual(before[i], after[i]) {
			return fmt.Errorf("table %s, event %d was\n%+v and is\n%+v", id, i+1, before[i], after[i])
		}
	}
	return nil
}

// told checks a log against what people were told: everything acknowledged is
// there once and as it was sent, nothing refused is there, and nothing is
// there that nobody sent.
func told(h *history, events []table.Event) error {
	byKey := map[string]*table.Event{}
	for i := range events {
		e := &events[i]
		if e.Key == "" {
			continue
		}
		if byKey[e.Key] != nil {
			return fmt.Errorf("table %s: events %d and %d have one key", h.table, byKey[e.Key].Seq, e.Seq)
		}
		byKey[e.Key] = e
	}
	done, pending := h.now()
	known := 0
	for _, x := range done {
		e := byKey[x.action.Key]
		switch {
		case x.seq == 0 && e != nil:
			return fmt.Errorf("table %s: %s was called late and is event %d all the same", h.table, x.action.Kind, e.Seq)
		case x.seq == 0:
			continue
		case e == nil:
			return fmt.Errorf("table %s: %s was acknowledged as event %d and is lost; there are %d events", h.table, x.action.Kind, x.seq, len(events))
		case e.Seq != x.seq || e.Kind != x.action.Kind || e.Body.Move != x.action.Move || e.Body.Chair != x.action.Chair || e.Body.Text != x.action.Text:
			return fmt.Errorf("table %s: %+v was acknowledged as event %d and is %+v", h.table, x.action, x.seq, *e)
		}
		known++
	}
	for key, a := range pending {
		if e := byKey[key]; e != nil {
			if e.Kind != a.Kind || e.Body.Move != a.Move {
				return fmt.Errorf("table %s: %+v became %+v", h.table, a, *e)
			}
			known++
		}
	}
	// The first person sat down when the table was made.
	if mine := len(byKey) - known; mine > 1 {
		return fmt.Errorf("table %s: %d events with keys nobody of us used", h.table, mine)
	}
	return nil
}
