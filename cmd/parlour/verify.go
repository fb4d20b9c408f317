package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/record"
	"parlour/table/proof"
)

// verifyFlags are the flags of verify.
type verifyFlags struct {
	table string
	seen  string
	json  bool
}

func verifyCommand(s *streams) *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check the dice of a table, from its record or its events",
		Long: `Verify checks every throw of a table and says for whom it is guaranteed: whose
devices took part in it, so that nobody could choose it against them. It also
checks every move by the rules. At the first fault it stops and says where and
what it is.

FILE is a record, or the events of a table as the server gives them: its answer,
a list, or an event a line. A single - reads standard input. Events do not name
their table, so give it with --table.

With --seen the file is also compared with what somebody else was shown: with
what a device remembers (the page offers it for download), or with another copy
of the events.

docs/FAIR-DICE.md says what is proved and what is not.`,
		Example: `  curl -s https://parlour.example.org/api/tables/TABLE/record | parlour verify -
  curl -s https://parlour.example.org/api/tables/TABLE/events | parlour verify - --table TABLE
  parlour verify TABLE.txt --seen memory.json`,
		Args: exactly(1, "one file"),
		RunE: func(_ *cobra.Command, args []string) error { return verify(s, args[0], &f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.table, "table", "", "id of the table, for events")
	fl.StringVar(&f.seen, "seen", "", "file with what a device remembers, or another copy of the events")
	fl.BoolVar(&f.json, "json", false, "print the report as JSON")
	return cmd
}

// seen is what somebody else was shown.
type seen struct {
	memory *proof.Memory
	events []json.RawMessage
}

func readSeen(name string) (seen, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return seen{}, err
	}
	var tagged struct{ Format string }
	if json.Unmarshal(data, &tagged) == nil && tagged.Format != "" {
		m, err := proof.ParseMemory(data)
		return seen{memory: m}, err
	}
	_, events, err := proof.ReadEvents(bytes.NewReader(data))
	return seen{events: events}, err
}

func verify(s *streams, name string, f *verifyFlags) error {
	var other seen
	var err error
	if f.seen != "" {
		if other, err = readSeen(f.seen); err != nil {
			return err
		}
	}
	in := s.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	text := bufio.NewReader(in)
	reports := verifyEvents
	if first, _ := text.Peek(1); len(first) == 0 || first[0] != '{' && first[0] != '[' {
		reports = verifyRecords
	}
	broken := false
	err = reports(text, f, other, func(r *proof.Report) error {
		broken = broken || r.Fault != nil
		if f.json {
			return json.NewEncoder(s.out).Encode(r)
		}
		s.printf("%s", r)
		return nil
	})
	if err == nil && broken {
		err = errors.New("the dice do not hold")
	}
	return err
}

// fits checks that what was seen is of the same table.
func (o seen) fits(table string) error {
	if o.memory != nil && o.memory.Table != table {
		return misused("the device remembers table %s, but this is table %s", o.memory.Table, table)
	}
	return nil
}

// verifyEvents checks the events of one table.
func verifyEvents(in io.Reader, f *verifyFlags, other seen, each func(*proof.Report) error) error {
	id, events, err := proof.ReadEvents(in)
	if err != nil {
		return err
	}
	if f.table != "" {
		id = f.table
	}
	if id == "" {
		return misused("events do not name their table; give it with --table")
	}
	if err := other.fits(id); err != nil {
		return err
	}
	c := proof.NewChecker(id, cabinet.Open)
	c.Remember(other.memory)
	if err := c.Compare(other.events); err != nil {
		return err
	}
	for _, e := range events {
		if err := c.AddJSON(e); err != nil {
			return err
		}
	}
	return each(c.Report())
}

// verifyRecords checks the records of a file.
func verifyRecords(in io.Reader, _ *verifyFlags, other seen, each func(*proof.Report) error) error {
	games := 0
	for r, err := range record.Read(in) {
		if err != nil {
			return err
		}
		games++
		if err := other.fits(r.Tag(proof.TagTable)); err != nil {
			return err
		}
		report, err := proof.Verify(cabinet.Open, r, other.memory)
		if err != nil && report.Fault == nil {
			return err
		}
		if e := cabinet.ByID(report.Game); other.events != nil && e != nil {
			if err := report.CompareRecord(r, other.events, e.Game, e.Style); err != nil {
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
