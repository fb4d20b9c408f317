package proof

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"parlour"
	"parlour/record"
)

// An Inspection checks a file with the records of tables, or the events of
// one.
type Inspection struct {
	Open  func(line string) (parlour.Match, error)
	Game  func(id string) (parlour.Game, record.Style) // nil for an unknown game
	Table string                                       // table id for events that do not name their table
	Seen  Seen
}

// Seen is what somebody else was shown: the memory of a device, or another
// copy of the events. The zero Seen means nothing.
type Seen struct {
	Memory *Memory
	Events []json.RawMessage
}

// ReadSeen reads a memory or a copy of events.
func ReadSeen(r io.Reader) (Seen, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return Seen{}, err
	}
	var tagged struct{ Format string }
	if json.Unmarshal(data, &tagged) == nil && tagged.Format != "" {
		m, err := ParseMemory(data)
		return Seen{Memory: m}, err
	}
	_, events, err := ReadEvents(bytes.NewReader(data))
	return Seen{Events: events}, err
}

// A TableError means that the events do not name their table, or that a device
// remembers a different one.
type TableError struct {
	Table     string // "" if unknown
	Remembers string
}

func (e *TableError) Error() string {
	if e.Table == "" {
		return "the events do not name their table"
	}
	return fmt.Sprintf("the device remembers table %s, but this is table %s", e.Remembers, e.Table)
}

// fits checks that Seen is about the same table.
func (s Seen) fits(table string) error {
	if s.Memory != nil && s.Memory.Table != table {
		return &TableError{Table: table, Remembers: s.Memory.Table}
	}
	return nil
}

// Read checks a file and calls each with a report for every table in it. A
// fault is part of the report, not an error.
func (i *Inspection) Read(r io.Reader, each func(*Report) error) error {
	text := bufio.NewReader(r)
	if first, _ := text.Peek(1); len(first) == 1 && (first[0] == '{' || first[0] == '[') {
		return i.events(text, each)
	}
	return i.records(text, each)
}

// events checks the events of one table.
func (i *Inspection) events(r io.Reader, each func(*Report) error) error {
	id, events, err := ReadEvents(r)
	if err != nil {
		return err
	}
	if i.Table != "" {
		id = i.Table
	}
	if id == "" {
		return &TableError{}
	}
	if err := i.Seen.fits(id); err != nil {
		return err
	}
	c := NewChecker(id, i.Open)
	c.Remember(i.Seen.Memory)
	if err := c.Compare(i.Seen.Events); err != nil {
		return err
	}
	for _, e := range events {
		if err := c.AddJSON(e); err != nil {
			return err
		}
	}
	return each(c.Report())
}

// records checks the records of a file.
func (i *Inspection) records(r io.Reader, each func(*Report) error) error {
	games := 0
	for rec, err := range record.Read(r) {
		if err != nil {
			return err
		}
		games++
		if err := i.Seen.fits(rec.Tag(TagTable)); err != nil {
			return err
		}
		report, err := Verify(i.Open, rec, i.Seen.Memory)
		if err != nil && report.Fault == nil {
			return err
		}
		if game, style := i.Game(report.Game); i.Seen.Events != nil && game != nil {
			if err := report.CompareRecord(rec, i.Seen.Events, game, style); err != nil {
				return err
			}
		}
		if err := each(report); err != nil {
			return err
		}
	}
	if games == 0 {
		return errors.New("there is no record to check")
	}
	return nil
}
