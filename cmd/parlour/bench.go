package main

import (
	"context"
	"fmt"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/cabinet"
	"parlour/sim"
)

func benchCommand(s *streams) *cobra.Command {
	var span time.Duration
	cmd := &cobra.Command{
		Use:   "bench [GAME...]",
		Short: "Measure the speed of random play",
		Long: `Measure random play through the shared simulator on one core: nanoseconds for a
throw with its legal moves and the move chosen, and memory allocations. Auto Race
is measured too as a loop written by hand, in the same run, for comparison. The
signature is the number of moves of the first 200 games (contact: 20): a change
that should only make things faster must not change it.`,
		Example: "  parlour bench\n  parlour bench parker --time 5s",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return cabinet.IDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if span <= 0 {
				return misused("--time %v: expected a time above zero", span)
			}
			if len(args) == 0 {
				args = cabinet.IDs()
			}
			w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "GAME\tNS A MOVE\tALLOCATIONS A MOVE\tMOVES\tSIGNATURE")
			ns := map[string]float64{}
			for _, id := range args {
				e, err := gameArg(id)
				if err != nil {
					return err
				}
				b, err := bench(cmd.Context(), e, span)
				if err != nil {
					return err
				}
				ns[id] = b.ns
				fmt.Fprintf(w, "%s\t%.1f\t%.4f\t%d\t%d\n", id, b.ns, b.allocs, b.moves, b.signature)
			}
			if shared, ok := ns["auto-race"]; ok {
				bare := benchBare(span)
				fmt.Fprintf(w, "auto-race by hand\t%.1f\t\t\t\n", bare)
				fmt.Fprintf(w, "shared to by hand\t%.2f times\t\t\t\n", shared/bare)
			}
			return w.Flush()
		},
	}
	cmd.Flags().DurationVar(&span, "time", time.Second, "how long each game is measured")
	return cmd
}

type measured struct {
	ns, allocs float64
	moves      int
	signature  int
}

// bench plays random games of the default set-up for a while.
func bench(ctx context.Context, e *cabinet.Entry, span time.Duration) (b measured, err error) {
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		return b, err
	}
	games := 200
	if e.Info.ID == "contact" {
		games = 20
	}
	c := sim.Config{Games: games, Seed: 1928, Workers: 1, Quick: true}
	begin := time.Now()
	warm, err := e.Sim(ctx, m, c, nil)
	if err != nil {
		return b, err
	}
	_, b.signature = warm.Moves.Sum()
	// One long run, so that what a run needs for itself does not show.
	c.Games = max(games, int(float64(games)*span.Seconds()/time.Since(begin).Seconds()))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin = time.Now()
	stats, err := e.Sim(ctx, m, c, nil)
	if err != nil {
		return b, err
	}
	spent := time.Since(begin)
	runtime.ReadMemStats(&after)
	_, b.moves = stats.Moves.Sum()
	b.ns = float64(spent.Nanoseconds()) / float64(b.moves)
	b.allocs = float64(after.Mallocs-before.Mallocs) / float64(b.moves)
	return b, nil
}

func benchBare(span time.Duration) (ns float64) {
	moves := 0
	begin := time.Now()
	for seed := uint64(0); time.Since(begin) < span; seed++ {
		moves += bareAutoRace(1000, seed)
	}
	return float64(time.Since(begin).Nanoseconds()) / float64(moves)
}
