package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"parlour/bot"
	contactbot "parlour/bot/contact"
	racebot "parlour/bot/race"
)

// A course is how a game was learned whose opinions are sums of terms.
type course struct {
	game  string
	games int    // enough for the strength of the weights that come with the command
	lasts string // how long they take on two cores
}

var courses = []course{
	{"kleefeld", 65536, "three minutes"},
	{"parker", 65536, "two minutes"},
	{"british", 16384, "one minute"},
	{"mensch", 65536, "three minutes"},
	{"contact", 10240, "three minutes"},
}

// trainSchool is the command for such a game.
func trainSchool(s *streams, c course) *cobra.Command {
	game, usual := c.game, c.games
	var t bot.Training
	var seed uint64
	var out, state string
	var limit time.Duration
	cmd := &cobra.Command{
		Use:   game,
		Short: "Train the opinions of " + game,
		Long: `Train the opinions of ` + game + ` by self-play on all processors. Progress goes to
standard error: games so far, and the surprise at what came of the positions, in
bits. With --state an interrupted course is gone on with. The same seed and
number of games give the same weights. The usual number takes about ` + c.lasts + `
on two cores that have nothing else to do.`,
		Example: fmt.Sprintf("  parlour train %s --games %d --out %s.json --state course.json", game, usual, game),
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if t.Games < 1 {
				return misused("--games %d: at least one game has to be played", t.Games)
			}
			school, err := readCourse(state, game, seed)
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			if limit > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			begin, goal := time.Now(), t.Games
			t.Games = max(0, goal-school.Games)
			t.Progress = func(c *bot.School) error {
				fmt.Fprintf(s.err, "%d of %d games, surprise %.4f bits, %v\n", c.Games, goal, c.Loss[len(c.Loss)-1], time.Since(begin).Round(time.Second))
				if state == "" {
					return nil
				}
				return writeJSON(state, c)
			}
			train := racebot.Train
			if game == "contact" {
				train = contactbot.Train
			}
			if err := train(ctx, school, t); err != nil {
				return err
			}
			if school.Mean == nil {
				return errors.New("interrupted before the first round was over")
			}
			if err := writeJSON(out, school.Learned()); err != nil {
				return err
			}
			s.printf("%s written after %d games and %v\n", out, school.Games, time.Since(begin).Round(time.Second))
			return nil
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&t.Games, "games", "n", usual, "how many games, earlier parts included")
	fl.DurationVar(&limit, "time", 0, "stop after this time")
	fl.Uint64Var(&seed, "seed", 1, "seed of the course")
	fl.StringVar(&out, "out", game+".json", "file for the weights")
	fl.StringVar(&state, "state", "", "file to keep the course in and to go on from")
	fl.IntVar(&t.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	return cmd
}

// readCourse reads the course to go on with, or begins one.
func readCourse(file, game string, seed uint64) (*bot.School, error) {
	fresh := &bot.School{Game: game, Seed: seed}
	if file == "" {
		return fresh, nil
	}
	data, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fresh, nil
	case err != nil:
		return nil, err
	}
	c, err := bot.ReadSchool(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if c.Game != game {
		return nil, fmt.Errorf("%s is a course of %s, not of %s", file, c.Game, game)
	}
	return c, nil
}

// writeJSON writes a file at once, so that it is never half written.
func writeJSON(file string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".part", append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(file+".part", file)
}
