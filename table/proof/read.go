package proof

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"parlour"
	"parlour/record"
	"parlour/table"
)

// ReadEvents reads the events of a log in any form a server sends: its answer,
// a list, or one event per line. It returns the table's id if the file names
// it.
func ReadEvents(r io.Reader) (id string, events []json.RawMessage, err error) {
	for dec := json.NewDecoder(r); ; {
		var raw json.RawMessage
		if err := dec.Decode(&raw); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return "", nil, fmt.Errorf("the events cannot be read: %w", err)
		}
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil {
			events = append(events, list...)
			continue
		}
		var one struct {
			Table  string
			Kind   string
			Events []json.RawMessage
		}
		if err := json.Unmarshal(raw, &one); err != nil {
			return "", nil, fmt.Errorf("the events cannot be read: %w", err)
		}
		if one.Table != "" {
			id = one.Table
		}
		events = append(events, one.Events...)
		if one.Kind != "" {
			events = append(events, raw)
		}
	}
	if len(events) == 0 {
		return id, nil, errors.New("there are no events to check")
	}
	return id, events, nil
}

// CompareRecord compares a record with a copy of its events and adds the first
// difference to the record's report. If the copy does not reach the end of the
// record, only the dice can be compared.
func (r *Report) CompareRecord(rec *record.Record, events []json.RawMessage, game parlour.Game, style record.Style) error {
	if r.Fault != nil {
		return nil
	}
	whole := r.Story.Event > 0 && r.Story.Event <= int64(len(events))
	if whole {
		events = events[:r.Story.Event]
	}
	log := make([]table.Event, len(events))
	for i, raw := range events {
		if err := cmp.Or(exact(raw), json.Unmarshal(raw, &log[i])); err != nil {
			return fmt.Errorf("event %d of the other copy cannot be read: %w", i+1, err)
		}
		log[i].Table = r.Table
	}
	want, err := Record(log, game, style)
	if err != nil {
		return fmt.Errorf("the other copy: %w", err)
	}
	is, should := rec.Entries, want.Entries
	if !whole {
		is, should = diceLines(is), diceLines(should)
	}
	for i := range should {
		if i >= len(is) {
			r.Fault = fault(MemoryStory, "the record ends before the other copy does")
			return nil
		}
		a, b := is[i], should[i]
		line := a.Line
		if a.Line, b.Line = 0, 0; a != b {
			r.Fault = fault(MemoryStory, "the other copy of the events has a different line here")
			r.Fault.Line = line
			return nil
		}
	}
	if whole && (len(is) > len(should) || rec.End != want.End) {
		r.Fault = fault(MemoryStory, "in the other copy of the events the game ended differently")
	}
	return nil
}

// diceLines returns only the proof lines, which are never taken back.
func diceLines(entries []record.Entry) (list []record.Entry) {
	for _, e := range entries {
		if e.Kind == record.Comment && strings.HasPrefix(e.Text, "dice ") {
			list = append(list, e)
		}
	}
	return list
}
