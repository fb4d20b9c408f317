package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/cabinet"
)

func perftCommand(s *streams) *cobra.Command {
	var depth int
	var divide, first bool
	cmd := &cobra.Command{
		Use:   "perft POSITION",
		Short: "Count the sequences of throws and moves from a position",
		Long: `Count the sequences of exactly N throws with their moves from a position, every
distinct throw counted once; without dice, the sequences of N moves.`,
		Example: `  parlour perft 'kleefeld G:-,-,-,-/B:-,-,-,- G - - -' --depth 5
  parlour perft B:W21-32:B1-12 --depth 8 --divide`,
		Args: between(1, -1, "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, m, err := position(s, args)
			if err != nil {
				return err
			}
			if depth < 0 || divide && depth < 1 {
				return misused("--depth %d is too small", depth)
			}
			return interruptible(cmd.Context(), func() error { return perft(s, e, m, depth, divide, first) })
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&depth, "depth", "d", 3, "how many throws or moves")
	fl.BoolVar(&divide, "divide", false, "count behind every first entry")
	fl.BoolVar(&first, "first", false, "print besides how many leave the seat in turn that began")
	cmd.MarkFlagsMutuallyExclusive("divide", "first")
	return cmd
}

// interruptible runs a function that knows no context.
func interruptible(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errors.New("interrupted")
	}
}

func perft(s *streams, e *cabinet.Entry, m parlour.Match, depth int, divide, first bool) error {
	switch {
	case divide:
		branches, err := e.Divide(m, depth)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
		var sum uint64
		for _, b := range branches {
			fmt.Fprintf(w, "%s\t%d\n", b.Text, b.Count)
			sum += b.Count
		}
		fmt.Fprintf(w, "total\t%d\n", sum)
		return w.Flush()
	case first:
		all, stayed, err := e.PerftFirst(m, depth)
		if err != nil {
			return err
		}
		s.printf("%d %d\n", all, stayed)
	default:
		all, err := e.Perft(m, depth)
		if err != nil {
			return err
		}
		s.printf("%d\n", all)
	}
	return nil
}
