// Package train trains the players of games by self-play: what they learn, package bot
// plays with.
//
//	course := race.Courses[0]
//	course.Out, course.Log = "kleefeld.json", os.Stderr
//	games, err := course.Run(ctx)
//
// This package trains evaluations that are sums of weighted terms, for any game. What
// one game needs is in a package of its own below it.
package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"parlour/internal/files"
)

// A Course trains the players of one game: it reads the state of the training from
// a file, continues, and writes the weights.
type Course struct {
	Game  string
	Lasts string // how long the default number of games takes on two idle cores, in words
	Train func(context.Context, *School, Training) error

	Training               // Games counts the games of earlier runs, too
	Seed     uint64        // of a new course; a continued one keeps its own
	Time     time.Duration // stop after this time; 0 for no limit
	Out      string        // file for the weights
	State    string        // file that keeps the course; "" for none
	Log      io.Writer     // gets a line after every round
}

// Run trains and writes the weights. It returns the number of games played,
// including earlier runs. If it is interrupted or out of time it writes the weights
// it has, or fails if the first round is not over.
func (c *Course) Run(ctx context.Context) (games int, err error) {
	school, err := c.read()
	if err != nil {
		return 0, err
	}
	if c.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Time)
		defer cancel()
	}
	begin, t := time.Now(), c.Training
	t.Games = max(0, c.Games-school.Games)
	t.Progress = func(s *School) error {
		fmt.Fprintf(c.Log, "%d of %d games, loss %.4f bits, %v\n", s.Games, c.Games, s.Loss[len(s.Loss)-1], time.Since(begin).Round(time.Second))
		if c.State == "" {
			return nil
		}
		return writeJSON(c.State, s)
	}
	if err := c.Train(ctx, school, t); err != nil {
		return 0, err
	}
	if school.Mean == nil {
		return 0, errors.New("interrupted before the first round was over")
	}
	return school.Games, writeJSON(c.Out, school.Learned())
}

// read reads the state to continue from, or begins a new one.
func (c *Course) read() (*School, error) {
	fresh := &School{Game: c.Game, Seed: c.Seed}
	if c.State == "" {
		return fresh, nil
	}
	data, err := os.ReadFile(c.State)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fresh, nil
	case err != nil:
		return nil, err
	}
	s, err := ReadSchool(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.State, err)
	}
	if s.Game != c.Game {
		return nil, fmt.Errorf("%s is a course of %s, not of %s", c.State, s.Game, c.Game)
	}
	return s, nil
}

func writeJSON(file string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return files.WriteFile(file, append(data, '\n'), 0o644)
}
