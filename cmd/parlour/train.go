package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"parlour/bot/backgammon"
)

func trainCommand(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Teach the programs that play",
		Long: `Teach the programs that play, by games against themselves. What they learn is
written to a file; the weights that the programs play with are part of the command.`,
		Example: "  parlour train backgammon --time 10m --out weights.bin",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return misused("%s has nothing to learn", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(trainBackgammon(s), trainCheckers(s))
	for _, c := range courses {
		cmd.AddCommand(trainSchool(s, c))
	}
	return cmd
}

func trainBackgammon(s *streams) *cobra.Command {
	c := backgammon.Course{}
	var units []int
	var opening string
	cmd := &cobra.Command{
		Use:   "backgammon",
		Short: "Train the nets of backgammon",
		Long: `Train the nets of backgammon by self-play on all processors until the time is
over. Progress goes to standard error: games and positions so far, then without
looking ahead the points a game against greedy and against the nets of the line
before, with 95 % intervals. With --state an interrupted course is gone on with.

The weights that are part of the command were made by a trainer for accelerators,
see bot/backgammon/gpu.`,
		Example: `  parlour train backgammon --time 10m --out weights.bin --state course.bin`,
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.Time <= 0 {
				return misused("--time %v: expected a time above zero", c.Time)
			}
			if len(units) != len(c.First) {
				return misused("--units: expected four numbers")
			}
			for i, n := range units {
				if n <= 0 || n%32 != 0 || n > 1024 {
					return misused("--units %d: expected a multiple of 32 up to 1024", n)
				}
				c.First[i] = n
			}
			if opening != "" {
				data, err := os.ReadFile(opening)
				if err != nil {
					return err
				}
				c.Opening = data
			}
			c.Log = s.err
			begin := time.Now()
			if err := backgammon.Train(cmd.Context(), c); err != nil {
				return err
			}
			fmt.Fprintf(s.out, "%s written after %v\n", c.Out, time.Since(begin).Round(time.Second))
			return nil
		},
	}
	fl := cmd.Flags()
	fl.DurationVar(&c.Time, "time", 10*time.Minute, "how long the course lasts, earlier parts included")
	fl.Float64Var(&c.Plain, "plain", 0.15, "part of the time that goes to quick lessons, which look only at the throws that fall")
	fl.Uint64Var(&c.Seed, "seed", 1928, "seed of the course")
	fl.StringVar(&c.Out, "out", "weights.bin", "file for the weights")
	fl.StringVar(&c.State, "state", "", "file to keep the course in and to go on from")
	fl.IntSliceVar(&units, "units", []int{128, 128, 96, 64}, "units of the first layer of the nets for contact, holding games, crashed positions and races")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.StringVar(&opening, "openings", "", "file of opening plays with their values, to compare with")
	return cmd
}
