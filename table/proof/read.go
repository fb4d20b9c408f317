package proof

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
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

// CompareRecord compares a record with the log of its table and notes the first
// difference in the log's report, unless that has a fault already. A log may have
// gone on since the record was written.
func (r *Report) CompareRecord(rec *record.Record, events []json.RawMessage, game parlour.Game, style record.Style) error {
	if r.Fault != nil {
		return nil
	}
	entries := slices.DeleteFunc(slices.Clone(rec.Entries), func(e record.Entry) bool {
		return e.Kind == record.Comment && strings.HasPrefix(e.Text, "dice ") // of earlier dice
	})
	for _, e := range entries {
		var n int
		if _, err := fmt.Sscanf(e.Text, "story %d", &n); e.Kind == record.Comment && err == nil && n > 0 && n <= len(events) {
			events = events[:n]
		}
	}
	log := make([]table.Event, len(events))
	for i, raw := range events {
		if err := cmp.Or(exact(raw), json.Unmarshal(raw, &log[i])); err != nil {
			return fmt.Errorf("event %d cannot be read: %w", i+1, err)
		}
		log[i].Table = r.Table
	}
	want, err := Record(log, game, style)
	if err != nil {
		return err
	}
	differs := func(line int, text string) {
		r.Fault = fault(Edited, "%s", text)
		r.Fault.Line = line
		r.Verdict = False
		r.Lines = r.lines(number)
	}
	last := 0
	for i := range max(len(entries), len(want.Entries)) {
		if i >= len(entries) {
			differs(last, "the log has more than the record")
			return nil
		}
		is := entries[i]
		last, is.Line = is.Line, 0
		if i >= len(want.Entries) || is != want.Entries[i] {
			differs(last, "the log has something else here")
			return nil
		}
	}
	switch {
	case rec.End != want.End:
		differs(last, "in the log the game ends otherwise")
	case rec.Tag(TagTable) != r.Table:
		differs(1, "this is the record of another table")
	}
	return nil
}
