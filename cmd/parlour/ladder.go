package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"parlour/lab"
)

func ladderCommand(s *streams) *cobra.Command {
	var rounds, top, workers int
	var seed uint64
	var log, out string
	var as output
	cmd := &cobra.Command{
		Use:   "ladder GAME",
		Short: "Measure how strong the levels of a game are",
		Long: `Let each level of a game play the levels up to two steps above and below it, at a
table of the usual size, and the weaker ones also the greedy and the random player.
The ratings are those that make the results most likely, on the Elo scale: a player
with 100 more wins 64 of 100 games, one with 200 more 76, one with 400 more 91.

The weakest level has 1000 in every game, so ratings of different games cannot be
compared. The number after ± is half of the 95 % interval of the distance to it.

With --log every round is written to a file, and rounds that are already in it are
not played again. With --out the ratings replace those of the game in a file.`,
		Example: `  parlour ladder kleefeld --seed 1928
  parlour ladder checkers --rounds 100 --top 30 --log checkers.log --out cabinet/ratings.txt`,
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			if rounds < 1 || top < 0 {
				return misused("--rounds %d --top %d: expected at least one round", rounds, top)
			}
			if !cmd.Flags().Changed("top") {
				top = max(1, rounds/4)
			}
			c, err := lab.Ladder(e, rounds, top)
			if err != nil {
				return usage{err}
			}
			c.Seed, c.Workers = seed, workers
			bar := newBar(s, 0)
			report, err := c.RunLogged(cmd.Context(), log, e.Bots, bar.showOf)
			bar.clear()
			if report == nil {
				return err
			}
			list := lab.Ratings(e, report)
			if out != "" && err == nil {
				err = lab.StoreRatings(out, e.Info.ID, list)
			}
			return errors.Join(err, as.print(s, list, list, func(w io.Writer) error {
				return errors.Join(report.WriteText(w), lab.WriteRatings(w, list))
			}))
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&rounds, "rounds", "n", 200, "rounds for each pair")
	fl.IntVar(&top, "top", 0, "rounds for the pairs with the strongest level, which takes longest (default: a quarter)")
	addSeedFlag(fl, &seed)
	fl.IntVar(&workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.StringVar(&log, "log", "", "file for the rounds; if it exists, the measurement continues from it")
	as.add(cmd)
	addOutFlag(fl, &out, "", "file of ratings to update (default: none)")
	return cmd
}
