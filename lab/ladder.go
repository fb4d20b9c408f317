package lab

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"text/tabwriter"

	"parlour/cabinet"
	"parlour/internal/files"
	"parlour/lab/arena"
)

// Ladder returns a contest that shows how far the levels of a game are apart, at a
// table of the usual size. Every level plays its neighbours and the neighbours of
// these, and the gentle ones play the greedy and the random player. Pairs with the
// strongest level, which takes most of the time, play top rounds.
func Ladder(e *cabinet.Entry, rounds, top int) (*arena.Contest, error) {
	if len(e.Levels) < 2 {
		return nil, fmt.Errorf("%s has no levels to compare", e.Info.ID)
	}
	c := &arena.Contest{Rounds: rounds, Pairs: []arena.Meeting{}, MaxMoves: 3000}
	setup := e.Casual.Setup
	if e.Ballots.Key != "" {
		setup.Options = map[string]string{e.Ballots.Key: e.Ballots.Value}
		c.Ballots = true
	}
	var err error
	if c.Start, err = e.Game.New(setup); err != nil {
		return nil, err
	}
	if arena.WithoutChance(c.Start) {
		c.Opening = 4
	}
	for _, name := range e.Bots { // random, greedy and the levels
		p, err := Player(e, name)
		if err != nil {
			return nil, err
		}
		c.Players = append(c.Players, p)
	}
	first, last := len(e.Bots)-len(e.Levels), len(e.Bots)-1
	meet := func(a, b, rounds int) {
		c.Pairs = append(c.Pairs, arena.Meeting{Players: [2]int{a, b}, Rounds: rounds})
	}
	for others := range first {
		meet(others, first, rounds)
	}
	meet(first-1, first+1, rounds)
	for a := first; a < last; a++ {
		for b := a + 1; b <= min(a+2, last); b++ {
			if b == last {
				meet(a, b, top)
			} else {
				meet(a, b, rounds)
			}
		}
	}
	return c, nil
}

// Ratings returns the ratings that follow from the report of a Ladder.
func Ratings(e *cabinet.Entry, r *arena.Report) []cabinet.Rating {
	games := map[string]int{}
	for _, p := range r.Pairs {
		games[p.A] += p.Games
		games[p.B] += p.Games
	}
	ladder := r.Ladder(e.Levels[0], cabinet.Gentle)
	var list []cabinet.Rating
	for _, name := range e.Bots {
		for _, p := range ladder {
			if p.Name == name {
				elo, half := int(math.Round(p.Elo)), int(math.Round(p.Error))
				list = append(list, cabinet.Rating{Player: name, Elo: elo, Low: elo - half, High: elo + half, Games: games[name]})
			}
		}
	}
	return list
}

// WriteRatings writes ratings as a table.
func WriteRatings(w io.Writer, list []cabinet.Rating) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nplayer\trating\t95 % interval\tgames")
	for _, r := range list {
		fmt.Fprintf(t, "%s\t%d\t± %d\t%d\n", r.Player, r.Elo, r.Half(), r.Games)
	}
	return t.Flush()
}

// StoreRatings replaces the ratings of a game in a file.
func StoreRatings(file, game string, list []cabinet.Rating) error {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	all, err := cabinet.ParseRatings(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	all[game] = list
	return files.WriteFile(file, []byte(cabinet.FormatRatings(all)), 0o644)
}
