package main

import (
	"time"

	"github.com/spf13/cobra"

	"parlour/bench"
	"parlour/cabinet"
)

func benchCommand(s *streams) *cobra.Command {
	var b bench.Speed
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

Then, unless games are named, measure the searchers: how many positions each searches
per second of processor time while it plays against itself on one core, and how many
positions the nets of backgammon judge per second without looking ahead, and looking
one and two throws ahead.`,
		Example: "  parlour bench\n  parlour bench parker --time 5s",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return cabinet.IDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if b.Span <= 0 {
				return misused("--time %v: expected a time above zero", b.Span)
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
			return b.Run(cmd.Context(), s.out)
		},
	}
	cmd.Flags().DurationVar(&b.Span, "time", time.Second, "how long to measure each game")
	cmd.AddCommand(benchServerCommand(s), benchWorkCommand(s), benchLocalCommand(s))
	return cmd
}
