package main

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime/pprof"
	"time"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/lab/bench"
)

func benchCommand(s *streams) *cobra.Command {
	var b bench.Speed
	var a bench.Against
	var profile string
	var as output
	cmd := &cobra.Command{
		Use:   "bench [GAME...]",
		Short: "Measure the speed of random play and of the searchers",
		Long: `Measure random play in the simulator on one core: nanoseconds of processor time per
move, with its throw and its list of legal moves, memory allocations, and games per
second. For comparison the same run measures a plain Ludo (Kleefeld's without jumps),
in the simulator and as a hand-written loop. Backgammon is played without doubling,
because random players would drop every double. The signature is the number of moves
in the first 200 games, or 20 if they are long. A change that only makes things faster
must not change it.

Games of one-die Ludo can also be played thirty-two at a time, with the same results.
A second table compares the two ways.

With --against, the program of another release measures the same, in turn with this
one and --rounds times each. The table has the best figures of both and their ratio.

Then, unless games are named, measure the searchers: how many positions each searches
per second of processor time while it plays against itself on one core, and how many
positions the nets of backgammon judge per second without looking ahead, and looking
one and two throws ahead.

With --csv, only the first table is printed.`,
		Example: "  parlour bench\n  parlour bench parker --time 5s\n  parlour bench mensch checkers --against ./parlour-before",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return cabinet.IDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if b.Span <= 0 {
				return misused("--time %v: expected a time above zero", b.Span)
			}
			if a.Other != "" {
				return runAgainst(cmd.Context(), s, &a, args, b.Span, as)
			}
			b.Searchers = len(args) == 0
			if len(args) == 0 {
				args = cabinet.IDs()
			}
			for _, id := range args {
				e, err := gameArg(id)
				if err != nil {
					return err
				}
				b.Games = append(b.Games, e)
			}
			r, err := profiled(profile, func() (*bench.SpeedReport, error) { return b.Run(cmd.Context()) })
			if err != nil {
				return err
			}
			return as.print(s, r, append(r.Games, r.Plain), r.WriteText)
		},
	}
	cmd.Flags().DurationVar(&b.Span, "time", time.Second, "how long to measure each game")
	cmd.Flags().StringVar(&a.Other, "against", "", "a parlour of another release to measure in turn with this one")
	cmd.Flags().StringVar(&profile, "cpuprofile", "", "write a processor profile to this file")
	cmd.Flags().IntVar(&a.Rounds, "rounds", 5, "how often to measure each with --against")
	as.add(cmd)
	cmd.AddCommand(benchServerCommand(s), benchWorkCommand(s), benchLocalCommand(s))
	return cmd
}

// profiled measures, with a profile of the processor if a file for it is named.
func profiled(file string, measure func() (*bench.SpeedReport, error)) (*bench.SpeedReport, error) {
	if file == "" {
		return measure()
	}
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r, err := measure()
	pprof.StopCPUProfile()
	return r, errors.Join(err, f.Close())
}

// runAgainst compares this program with another one.
func runAgainst(ctx context.Context, s *streams, a *bench.Against, games []string, span time.Duration, as output) (err error) {
	if a.Rounds < 1 {
		return misused("--rounds %d: expected a number above zero", a.Rounds)
	}
	for _, id := range games {
		if _, err := gameArg(id); err != nil {
			return err
		}
	}
	if a.This, err = os.Executable(); err != nil {
		return err
	}
	a.Args = append([]string{"bench", "--time", span.String()}, games...)
	bar := newBar(s, 2*a.Rounds)
	a.Progress = bar.show
	list, err := a.Run(ctx)
	bar.clear()
	if err != nil {
		return err
	}
	return as.print(s, list, list, func(w io.Writer) error { return bench.WriteComparisons(w, list) })
}
