package faults

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"parlour/cabinet"
	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/referee"
	"parlour/table"
	"parlour/table/proof"
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

// readLogs reads the logs of a database, except those whose length is known
// already.
func readLogs(path string, known map[string][]table.Event) (map[string][]table.Event, error) {
	store, err := sqlite.Open(path)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	return logsOf(context.Background(), store, known, false)
}

// logsOf reads the logs of a store, with the same exception. The logs of a
// live server may grow meanwhile.
func logsOf(ctx context.Context, store hall.Store, known map[string][]table.Event, live bool) (map[string][]table.Event, error) {
	list, err := store.List(ctx, hall.Query{Limit: 1 << 30})
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

// A replay is the state that a log leads to.
type replay struct {
	ref    *referee.Referee
	throws int
	taken  int // throws in which devices took part
}

// replayed checks a log as an outsider would: numbers without gaps, times that
// never go back, every throw by its links, every move by the rules, every
// position by the moves.
func replayed(id string, events []table.Event) (*replay, error) {
	if len(events) == 0 {
		return nil, fmt.Errorf("table %s: the log is empty", id)
	}
	c := proof.NewChecker(id, cabinet.Open)
	for i := range events {
		e := &events[i]
		bad := func(format string, args ...any) error {
			return fmt.Errorf("table %s, event %d (%s): %s", id, e.Seq, e.Kind, fmt.Sprintf(format, args...))
		}
		if i > 0 && e.At.Before(events[i-1].At) {
			return nil, bad("it is older than the one before it")
		}
		switch e.Kind {
		case table.Created, table.Sit, table.Throw, table.Move, table.Emote, table.Chat, table.Held, table.TimeUp,
			table.TakePart, table.Server, table.Ask, table.Ready, table.Void:
		default:
			return nil, bad("nobody did this")
		}
		if err := c.Add(e); err != nil {
			return nil, bad("%v", err)
		}
	}
	report := c.Report()
	if err := report.Err(); err != nil {
		return nil, fmt.Errorf("table %s: %w", id, err)
	}
	m, err := cabinet.Open(events[len(events)-1].Line)
	if err != nil {
		return nil, err
	}
	r := &replay{ref: referee.New(m), throws: len(report.Throws)}
	for _, t := range report.Throws {
		if len(t.Who) > 0 {
			r.taken++
		}
	}
	return r, nil
}

// prefix checks that nothing of an earlier log was changed or lost.
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

// told checks a log against what people were told: every acknowledged action
// is there once and as it was sent, no refused action is there, and nothing
// that nobody sent.
func told(h *history, events []table.Event) error {
	byKey := map[string]*table.Event{}
	for i := range events {
		e := &events[i]
		if e.Key == "" {
			continue
		}
		if byKey[e.Key] != nil {
			return fmt.Errorf("table %s: events %d and %d have the same key", h.table, byKey[e.Key].Seq, e.Seq)
		}
		byKey[e.Key] = e
	}
	done, pending := h.now()
	known := 0
	for _, x := range done {
		e := byKey[x.action.Key]
		switch {
		case x.seq == 0 && e != nil:
			return fmt.Errorf("table %s: %s was refused as late but became event %d", h.table, x.action.Kind, e.Seq)
		case x.seq == 0:
			continue
		case e == nil:
			return fmt.Errorf("table %s: %s was acknowledged as event %d and is lost; there are %d events", h.table, x.action.Kind, x.seq, len(events))
		case e.Seq != x.seq || !became(x.action.Kind, e.Kind) || e.Body.Move != x.action.Move || e.Body.Chair != x.action.Chair || e.Body.Text != x.action.Text:
			return fmt.Errorf("table %s: %+v was acknowledged as event %d and is %+v", h.table, x.action, x.seq, *e)
		}
		known++
	}
	for key, a := range pending {
		if e := byKey[key]; e != nil {
			if !became(a.Kind, e.Kind) || e.Body.Move != a.Move {
				return fmt.Errorf("table %s: %+v became %+v", h.table, a, *e)
			}
			known++
		}
	}
	// The first person sat down when the table was created.
	if mine := len(byKey) - known; mine > 1 {
		return fmt.Errorf("table %s: %d events with keys that no test person used", h.table, mine)
	}
	return nil
}

// became reports whether an action may have become an event: who asks for a throw
// gets it at once, or an ask for the links of others.
func became(action, event table.Kind) bool {
	return event == action || action == table.Throw && event == table.Ask
}
