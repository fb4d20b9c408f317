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
	"parlour/lab/sim"
)

func benchCommand(s *streams) *cobra.Command {
	var span time.Duration
	cmd := &cobra.Command{
		Use:   "bench [GAME...]",
		Short: "Measure the speed of random play and of the searchers",
		Long: `Measure random play through the shared simulator on one core: nanoseconds of
processor time for a throw with its legal moves and the move chosen, memory
allocations, and games played out in a second. For
comparison a plain Ludo (Kleefeld's without jumps) is measured in the same run,
through the simulator and as a loop written by hand. Backgammon is played without
doubles, which random players would drop. The
signature is the number of moves of the first 200 games (contact: 20): a change
that should only make things faster must not change it.

Then, unless games are named, the searchers: how many positions each looks at in
a second of processor time while it plays against itself on one core, and how many opinions of
backgammon's nets come without looking ahead and with one and two throws.`,
		Example: "  parlour bench\n  parlour bench parker --time 5s",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return cabinet.IDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if span <= 0 {
				return misused("--time %v: expected a time above zero", span)
			}
			named := len(args) > 0
			if !named {
				args = cabinet.IDs()
			}
			w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "GAME\tNS A MOVE\tALLOCATIONS A MOVE\tMOVES\tPLAYOUTS A SECOND\tSIGNATURE")
			for _, id := range args {
				e, err := gameArg(id)
				if err != nil {
					return err
				}
				m, err := e.Game.New(e.Typical.Setup)
				if err != nil {
					return err
				}
				b, err := bench(cmd.Context(), e, m, span)
				if err != nil {
					return err
				}
				fmt.Fprintf(w, "%s\t%.1f\t%.4f\t%d\t%.0f\t%d\n", id, b.ns, b.allocs, b.moves, b.playouts, b.signature)
			}
			e, m, err := cabinet.Parse(bareLine)
			if err != nil {
				return err
			}
			shared, err := bench(cmd.Context(), e, m, span)
			if err != nil {
				return err
			}
			hand := benchBare(span)
			fmt.Fprintf(w, "\nplain Ludo\t%.1f\t%.4f\t%d\t%.0f\t%d\n", shared.ns, shared.allocs, shared.moves, shared.playouts, shared.signature)
			fmt.Fprintf(w, "the same by hand\t%.1f\n", hand)
			fmt.Fprintf(w, "ratio\t%.2f\n", shared.ns/hand)
			if !named {
				if err := benchSearch(cmd.Context(), w, span); err != nil {
					return err
				}
			}
			return w.Flush()
		},
	}
	cmd.Flags().DurationVar(&span, "time", time.Second, "how long each game is measured")
	cmd.AddCommand(benchServerCommand(s), benchWorkCommand(s))
	return cmd
}

type measured struct {
	ns, allocs float64
	playouts   float64 // a second
	moves      int
	signature  int
}

// bench plays random games from m for a while.
func bench(ctx context.Context, e *cabinet.Entry, m parlour.Match, span time.Duration) (b measured, err error) {
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
	w := startWatch()
	stats, err := e.Sim(ctx, m, c, nil)
	if err != nil {
		return b, err
	}
	spent := w.took()
	runtime.ReadMemStats(&after)
	_, b.moves = stats.Moves.Sum()
	b.playouts = float64(c.Games) / spent.Seconds()
	b.ns = float64(spent.Nanoseconds()) / float64(b.moves)
	b.allocs = float64(after.Mallocs-before.Mallocs) / float64(b.moves)
	return b, nil
}

func benchBare(span time.Duration) (ns float64) {
	moves := 0
	w := startWatch()
	for seed := uint64(0); time.Since(w.begin) < span; seed++ {
		moves += bareLudo(200, seed)
	}
	return float64(w.took().Nanoseconds()) / float64(moves)
}
