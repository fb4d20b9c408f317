package main

import (
	"github.com/spf13/cobra"

	"parlour/lab"
)

func perftCommand(s *streams) *cobra.Command {
	var c lab.Count
	var as output
	cmd := &cobra.Command{
		Use:   "perft POSITION",
		Short: "Count the sequences of throws and moves from a position",
		Long: `Count the sequences of exactly N throws with their moves from a position. Each
distinct throw counts once. Without dice, count the sequences of N moves.`,
		Example: `  parlour perft 'kleefeld G:-,-,-,-/B:-,-,-,- G - - -' --depth 5
  parlour perft checkers --depth 8 --divide`,
		Args: between(1, -1, "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if c.Game, c.Start, err = position(s, args); err != nil {
				return err
			}
			if c.Depth < 0 || c.Divide && c.Depth < 1 {
				return misused("--depth %d is too small", c.Depth)
			}
			r, err := c.Run(cmd.Context())
			if err != nil {
				return err
			}
			return as.print(s, r, r.Rows(), r.WriteText)
		},
	}
	fl := cmd.Flags()
	as.add(cmd)
	fl.IntVarP(&c.Depth, "depth", "d", 3, "how many throws or moves")
	fl.BoolVar(&c.Divide, "divide", false, "count separately for each first throw or move")
	fl.BoolVar(&c.First, "first", false, "also print how many leave the first seat in turn")
	cmd.MarkFlagsMutuallyExclusive("divide", "first")
	return cmd
}
