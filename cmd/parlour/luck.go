package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"parlour/lab"
)

func luckCommand(s *streams) *cobra.Command {
	var t lab.LuckTrial
	var as output
	cmd := &cobra.Command{
		Use:   "luck GAME",
		Short: "Measure how much of a game is luck",
		Long: `Measure how much of a game is luck: how much of all the ups and downs in the
players' chances came from the dice.

Bots of one level play all seats, and the strongest bot judges each game.
A throw changes the chances by what the sides can expect after it, minus the mean
over all throws it could have been. A move changes them by what it loses against
the best move. The luck share is the sum of all changes by throws, divided by the
sum of all changes. 100 % is a game without choices, 0 % a game without dice.
Players who make fewer errors leave more to the dice, so the figure depends on
the level that plays; the figures in parlour games are those of casual players.

The number after ± is half of a 95 % interval over the games.`,
		Example: `  parlour luck mensch
  parlour luck backgammon --games 60 --level strong`,
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			t.Game, err = gameArg(args[0])
			switch {
			case err != nil:
				return err
			case t.Games < 1:
				return misused("--games %d: expected at least one game", t.Games)
			case t.Game.Levels == nil:
				t.Level = t.Game.Bots[0] // there are no choices, so all play alike
			}
			if _, err := t.Game.Player(t.Level, 0); err != nil {
				return usage{err}
			}
			bar := newBar(s, t.Games)
			t.Progress = bar.show
			r, err := t.Run(cmd.Context())
			bar.clear()
			if err != nil {
				return err
			}
			return as.print(s, r, []*lab.LuckReport{r}, r.WriteText)
		},
	}
	fl := cmd.Flags()
	as.add(cmd)
	fl.IntVarP(&t.Games, "games", "n", 20, "how many games to play")
	fl.IntVar(&t.Workers, "workers", runtime.NumCPU(), "games played at the same time; the result does not depend on it")
	fl.StringVar(&t.Level, "level", "casual", "bot that plays every seat")
	addSeedFlag(fl, &t.Seed)
	return cmd
}
