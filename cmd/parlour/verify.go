package main

import (
	"cmp"
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
	table  string
	seen   string
	log    string
	person int
	json   bool
}

func verifyCommand(s *streams) *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check the dice of a table, from its log",
		Long: `Verify checks every throw of a table: that everything which goes into it was fixed
in the log before the first link was opened, and that the links make the throw. It
also checks every move by the rules. At the first fault it stops and says where it
is and what is wrong.

FILE is the log of a table: its events in any form the server gives them, its whole
answer, a list, or one event on each line. - reads standard input. Events do not
name their table, so give it with --table.

With --seen the log is compared with what a device remembers (the page offers it for
download), and the report is for its owner: how many results were known and not
used, and how many throws were made without the device. Without it, nothing is
guaranteed. Another copy of the log can be given as well.

A record holds no proof of its dice. With --log it is compared with the log, which
is checked.

The exit code is 0 if every throw is guaranteed for the owner of the memory, 1 if
something is false, and 3 otherwise.

docs/FAIR-DICE.md says what this proves and what it does not.`,
		Example: `  curl -s https://parlour.example.org/api/tables/TABLE/events | parlour verify - --table TABLE --seen memory.json
  parlour verify record.txt --log log.json`,
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
	fl.StringVar(&f.seen, "seen", "", "file with what a device remembers, or another copy of the log")
	fl.StringVar(&f.log, "log", "", "file with the log, for a record")
	fl.IntVar(&f.person, "person", 0, "number of the person whom the report is for, if there is no memory")
	addJSONFlag(fl, &f.json)
	return cmd
}

// run checks a file and prints a report for every table in it.
func (f *verifyFlags) run(s *streams, name string) error {
	check := proof.Inspection{Open: cabinet.Open, Game: findGame, Table: f.table, Person: f.person}
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
	if f.log != "" {
		file, err := os.Open(f.log)
		if err != nil {
			return err
		}
		defer file.Close()
		if _, check.Log, err = proof.ReadEvents(file); err != nil {
			return err
		}
	}
	in, err := s.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	var result error
	err = check.Read(in, func(r *proof.Report) error {
		switch {
		case r.Verdict == proof.False:
			result = errors.New("the check failed")
		case r.Verdict == proof.NotGuaranteed && result == nil:
			result = errUnsure
		}
		if f.json {
			return json.NewEncoder(s.out).Encode(r)
		}
		s.printf("%s", r)
		return nil
	})
	return cmp.Or(err, result)
}

// findGame returns a game of the cabinet and how its records are written.
func findGame(id string) (parlour.Game, record.Style) {
	if e := cabinet.ByID(id); e != nil {
		return e.Game, e.Style
	}
	return nil, 0
}
