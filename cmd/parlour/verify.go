package main

import (
	"encoding/json"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"parlour"
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
checks every move by the rules. At the first fault it stops and says where it is
and what is wrong.

FILE is a record, or the events of a table in any form the server gives them: its
whole answer, a list, or one event on each line. - reads standard input. Events do
not name their table, so give it with --table.

With --seen the file is also compared with what somebody else was shown: what a
device remembers (the page offers it for download), or another copy of the events.

docs/FAIR-DICE.md says what this proves and what it does not.`,
		Example: `  curl -s https://parlour.example.org/api/tables/TABLE/record | parlour verify -
  curl -s https://parlour.example.org/api/tables/TABLE/events | parlour verify - --table TABLE
  parlour verify TABLE.txt --seen memory.json`,
		Args: exactly(1, "one file"),
		RunE: func(_ *cobra.Command, args []string) error {
			err := f.run(s, args[0])
			if bad, ok := errors.AsType[*proof.TableError](err); ok && bad.Table == "" {
				return misused("%v; give it with --table", err)
			} else if ok {
				return usage{err}
			}
			return err
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.table, "table", "", "id of the table, for events")
	fl.StringVar(&f.seen, "seen", "", "file with what a device remembers, or another copy of the events")
	fl.BoolVar(&f.json, "json", false, "print the report as JSON")
	return cmd
}

// run checks a file and prints a report for every table in it.
func (f *verifyFlags) run(s *streams, name string) error {
	check := proof.Inspection{Open: cabinet.Open, Game: findGame, Table: f.table}
	if f.seen != "" {
		file, err := os.Open(f.seen)
		if err != nil {
			return err
		}
		defer file.Close()
		if check.Seen, err = proof.ReadSeen(file); err != nil {
			return err
		}
	}
	in, err := s.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	broken := false
	err = check.Read(in, func(r *proof.Report) error {
		broken = broken || r.Fault != nil
		if f.json {
			return json.NewEncoder(s.out).Encode(r)
		}
		s.printf("%s", r)
		return nil
	})
	if err == nil && broken {
		err = errors.New("the check failed")
	}
	return err
}

// findGame returns a game of the cabinet and how its records are written.
func findGame(id string) (parlour.Game, record.Style) {
	if e := cabinet.ByID(id); e != nil {
		return e.Game, e.Style
	}
	return nil, 0
}
