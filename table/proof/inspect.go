package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"parlour"
	"parlour/record"
)

// An Inspection checks the events of a table, or compares its record with them.
type Inspection struct {
	Open   func(line string) (parlour.Match, error)
	Game   func(id string) (parlour.Game, record.Style) // nil for an unknown game
	Table  string                                       // table id for events that do not name their table
	Person int                                          // for whom the report is, where no memory says so; 0 for nobody
	Seen   Seen
	Log    []json.RawMessage // for a record: the events of its table
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
	c, err := i.check(id, events)
	if err != nil {
		return err
	}
	return each(c.Report())
}

func (i *Inspection) check(id string, events []json.RawMessage) (*Checker, error) {
	if err := i.Seen.fits(id); err != nil {
		return nil, err
	}
	c := NewChecker(id, i.Open)
	c.For(i.Person)
	c.Remember(i.Seen.Memory)
	if i.Seen.Events != nil {
		if err := c.Compare(i.Seen.Events); err != nil {
			return nil, err
		}
	}
	for _, e := range events {
		if err := c.AddJSON(e); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// records compares the records of a file with the log.
func (i *Inspection) records(r io.Reader, each func(*Report) error) error {
	games := 0
	for rec, err := range record.Read(r) {
		if err != nil {
			return err
		}
		games++
		id := cmp.Or(i.Table, rec.Tag(TagTable))
		report := &Report{Table: id, Game: rec.Tag("Game"), Throws: []Throw{}, Voids: []Void{}, Verdict: NotGuaranteed}
		if i.Log == nil {
			report.note = "A record holds no proof of its dice. Get the log of its table with GET /api/tables/" + cmp.Or(id, "TABLE") + "/events, and check that."
			report.Lines = report.lines(number)
		} else {
			c, err := i.check(id, i.Log)
			if err != nil {
				return err
			}
			report = c.Report()
			game, style := i.Game(report.Game)
			if game == nil {
				return fmt.Errorf("there is no game %q", report.Game)
			}
			if err := report.CompareRecord(rec, i.Log, game, style); err != nil {
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
