package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/record"
	"parlour/table/proof"
)

func verifyCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "verify RECORD",
		Short: "Check the dice of a table's record",
		Long: `Verify reads the record of a table, as the server gives it, and checks every
throw: that it opened the next link of the chain the table had committed itself
to before anybody sat down, and that the link and the nonces of the players make
that throw and no other. All moves are checked by the rules on the way.

The record is a file, or - for standard input. docs/FAIR-DICE.md says what this
proves and what it does not.`,
		Example: `  curl -s https://parlour.example.org/api/tables/TABLE/record | parlour verify -`,
		Args:    exactly(1, "one record"),
		RunE:    func(_ *cobra.Command, args []string) error { return verify(s, args[0]) },
	}
}

func verify(s *streams, name string) error {
	in := s.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	games := 0
	for r, err := range record.Read(io.Reader(in)) {
		if err != nil {
			return err
		}
		games++
		report, err := proof.Verify(cabinet.Open, r)
		var fault *proof.Fault
		if errors.As(err, &fault) {
			return fmt.Errorf("the dice do not hold: %w", err)
		}
		if err != nil {
			return err
		}
		s.printf("Table %s, %s: %s follow from %s and the nonces; %s legal.\n",
			report.Table, report.Game, plural(report.Throws, "throw"), plural(report.Chains, "committed chain"), plural(report.Moves, "move"))
	}
	if games == 0 {
		return errors.New("there is no record to check")
	}
	return nil
}
