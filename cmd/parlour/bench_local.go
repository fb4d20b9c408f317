package main

import (
	"time"

	"github.com/spf13/cobra"

	"parlour/lab/bench"
)

func benchLocalCommand(s *streams) *cobra.Command {
	var b bench.Local
	var as output
	cmd := &cobra.Command{
		Use:   "local",
		Short: "Measure the program that plays inside browsers",
		Long: `Build the program that plays inside browsers, run it in Node and measure it: its
size, random play in nanoseconds of processor time per move beside this program, how
long the experts take to answer, and how soon a game begins.

With --csv, only the table of random play is printed. It needs the commands go and node, and runs in the folder of the sources.`,
		Example: "  parlour bench local\n  parlour bench local --answers 100",
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if b.Span <= 0 || b.Answers < 1 {
				return misused("--time and --answers have to be above zero")
			}
			r, err := b.Run(cmd.Context())
			if err != nil {
				return err
			}
			return as.print(s, r, r.Moves, r.WriteText)
		},
	}
	cmd.Flags().DurationVar(&b.Span, "time", time.Second, "how long to measure random play of each game")
	cmd.Flags().IntVar(&b.Answers, "answers", 40, "answers of the expert of each game")
	as.add(cmd)
	return cmd
}
