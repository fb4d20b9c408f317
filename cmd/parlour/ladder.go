package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/lab"
	"parlour/lab/arena"
)

func ladderCommand(s *streams) *cobra.Command {
	var rounds, top, workers int
	var seed uint64
	var log, out string
	var asJSON bool
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
			report, err := climb(cmd.Context(), s, c, log, e.Bots)
			if report == nil {
				return err
			}
			list := lab.Ratings(e, report)
			if out != "" && err == nil {
				err = storeRatings(out, e.Info.ID, list)
			}
			if asJSON {
				return errors.Join(err, s.printJSON(list))
			}
			return errors.Join(err, report.WriteText(s.out), writeRatings(s, list))
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&rounds, "rounds", "n", 200, "rounds for each pair")
	fl.IntVar(&top, "top", 0, "rounds for the pairs with the strongest level, which takes longest (default: a quarter)")
	fl.Uint64Var(&seed, "seed", 1928, "seed of the games")
	fl.IntVar(&workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.StringVar(&log, "log", "", "file for the rounds; if it exists, the measurement continues from it")
	fl.BoolVar(&asJSON, "json", false, "print the ratings as JSON")
	addOutFlag(fl, &out, "", "file of ratings to update (default: none)")
	return cmd
}

// climb plays a contest with a log, and shows its progress.
func climb(ctx context.Context, s *streams, c *arena.Contest, file string, players []string) (*arena.Report, error) {
	log, err := arena.OpenLog(file, c, players)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	all, done := 0, len(c.Done)
	for _, m := range c.Pairs {
		all += m.Rounds
	}
	bar := newBar(s, all)
	defer bar.clear()
	c.Each = func(r arena.Round) error {
		done++
		bar.show(done)
		return log.Write(r)
	}
	return c.Run(ctx)
}

func writeRatings(s *streams, list []cabinet.Rating) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nplayer\trating\t95 % interval\tgames")
	for _, r := range list {
		fmt.Fprintf(w, "%s\t%d\t± %d\t%d\n", r.Player, r.Elo, r.Half, r.Games)
	}
	return w.Flush()
}

// storeRatings replaces the ratings of a game in a file.
func storeRatings(file, game string, list []cabinet.Rating) error {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	all, err := cabinet.ParseRatings(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	all[game] = list
	return os.WriteFile(file, []byte(cabinet.FormatRatings(all)), 0o644)
}
