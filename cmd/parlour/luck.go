package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab/analyse"
	"parlour/phrase"
)

func luckCommand(s *streams) *cobra.Command {
	var asJSON bool
	var games, workers int
	var level string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "luck GAME",
		Short: "Measure how much of a game is luck",
		Long: `Measure how much of a game is luck: of all ups and downs of the players'
chances, the part that the throws made.

Programs of one level play on every seat, and the strongest program looks at each
game. A throw moves the chances by what the sides may expect after it, less the
mean over all throws that could have fallen; a move, by what it gives away
against the best one. All throws and all errors are added up by their size, and
the luck share is what the throws moved, divided by what both moved. 100 % is a
game without choices, 0 % one without dice. Players who err less leave more to
the dice, so the figure belongs to the level that played; the figures of the
shelf are those of casual players.

What follows ± is half of a 95 % interval over the games.`,
		Example: `  parlour luck mensch
  parlour luck backgammon --games 60 --level strong`,
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			switch {
			case err != nil:
				return err
			case games < 1:
				return misused("--games %d: at least one game has to be played", games)
			case e.Levels == nil:
				level = e.Bots[0] // nobody has a choice, so it does not matter who has none
			}
			if _, err := e.Player(level, 0); err != nil {
				return usage{err}
			}
			bar := newBar(s, games)
			tally, err := measureLuck(cmd.Context(), e, level, games, workers, seed, bar.show)
			bar.clear()
			if err != nil {
				return err
			}
			return tellLuck(s, e.Info.ID, level, seed, tally, asJSON)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&asJSON, "json", false, "print JSON")
	fl.IntVarP(&games, "games", "n", 20, "how many games are played")
	fl.IntVar(&workers, "workers", runtime.NumCPU(), "games played at the same time; the result does not depend on it")
	fl.StringVar(&level, "level", "casual", "who plays on every seat")
	fl.Uint64Var(&seed, "seed", 1928, "seed of the games")
	return cmd
}

// measureLuck plays games and looks at them, several at the same time.
func measureLuck(ctx context.Context, e *cabinet.Entry, level string, games, workers int, seed uint64, show func(int)) (analyse.Tally, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tally := make(analyse.Tally, games)
	next := make(chan int)
	var mu sync.Mutex
	done := 0
	var wg sync.WaitGroup
	for range max(1, min(workers, games)) {
		wg.Go(func() {
			for g := range next {
				u, err := e.Ups(ctx, level, bot.Mix(seed, uint64(g)))
				if err != nil {
					cancel(err)
					continue
				}
				mu.Lock()
				tally[g] = u
				done++
				show(done)
				mu.Unlock()
			}
		})
	}
	for g := range games {
		if ctx.Err() == nil {
			next <- g
		}
	}
	close(next)
	wg.Wait()
	return tally, context.Cause(ctx)
}

// tellLuck prints what was measured.
func tellLuck(s *streams, id, level string, seed uint64, tally analyse.Tally, asJSON bool) error {
	share, half := tally.Luck()
	var all analyse.Ups
	for _, u := range tally {
		all.Throws += u.Throws / float64(len(tally))
		all.Errors += u.Errors / float64(len(tally))
	}
	if asJSON {
		return printJSON(s.out, map[string]any{"game": id, "games": len(tally), "level": level, "seed": seed, "luck_share": share, "half": half,
			"throws_moved": all.Throws, "errors_moved": all.Errors})
	}
	interval := fmt.Sprintf(" ± %.1f", 100*half)
	if len(tally) == 1 {
		interval = ""
	}
	s.printf("%s: %.1f%s %% luck; a game, the throws moved %.2f and the errors %.2f of the result (%s of %s players, seed %d)\n",
		id, 100*share, interval, all.Throws, all.Errors, phrase.Plural(len(tally), "game"), level, seed)
	return nil
}
