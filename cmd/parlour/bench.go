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
		Long: `Measure random play through the shared simulator on one core: nanoseconds of
processor time for a throw with its legal moves and the move chosen, memory
allocations, and games played out in a second. For
comparison a plain Ludo (Kleefeld's without jumps) is measured in the same run,
through the simulator and as a loop written by hand. Backgammon is played without
doubles, which random players would drop. The
signature is the number of moves of the first 200 games, 20 if they last long: a change
that should only make things faster must not change it.

Then, unless games are named, the searchers: how many positions each looks at in
a second of processor time while it plays against itself on one core, and how many opinions of
backgammon's nets come without looking ahead and with one and two throws.`,
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
	cmd.Flags().DurationVar(&b.Span, "time", time.Second, "how long each game is measured")
	cmd.AddCommand(benchServerCommand(s), benchWorkCommand(s))
	return cmd
}
