package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	checkersbot "parlour/bot/checkers"
)

func trainCheckers(s *streams) *cobra.Command {
	var c checkersbot.Course
	cmd := &cobra.Command{
		Use:   "checkers",
		Short: "Train the evaluation of checkers",
		Long: `Train the evaluation of checkers by self-play on all processors, round by round
until the time is over. After every round the weights are written and standard
error is told the games and positions so far and the points made against the
weights of the round before, with their 95 % interval. With --state an
interrupted course is gone on with. A round that would not be over in time, as
far as the one before tells, is not begun.`,
		Example: `  parlour train checkers --time 20m --out weights.bin --state notes.bin`,
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.Time <= 0 {
				return misused("--time %v: expected a time above zero", c.Time)
			}
			c.Log = s.err
			begin := time.Now()
			if err := checkersbot.Train(cmd.Context(), c); err != nil {
				return err
			}
			fmt.Fprintf(s.out, "%s written after %v\n", c.Out, time.Since(begin).Round(time.Second))
			return nil
		},
	}
	fl := cmd.Flags()
	fl.DurationVar(&c.Time, "time", 20*time.Minute, "how long the course lasts")
	fl.Uint64Var(&c.Seed, "seed", 1928, "seed of the course")
	fl.StringVar(&c.Out, "out", "weights.bin", "file for the weights")
	fl.StringVar(&c.State, "state", "", "file to keep the positions in and to go on from")
	fl.IntVar(&c.Nodes, "nodes", 0, "positions looked at for a move (default 2000)")
	fl.IntVar(&c.Games, "games", 0, "games of a round (default 1000 for each worker)")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	return cmd
}
