package lab

import (
	"context"
	"fmt"
	"io"
	"iter"
	"sync"

	"parlour/bot"
	"parlour/cabinet"
	"parlour/internal/parallel"
	"parlour/lab/analyse"
	"parlour/phrase"
)

// A LuckTrial measures how much of a game is luck: players of one level play
// games, and the strongest bot judges every throw and move.
type LuckTrial struct {
	Game     *cabinet.Entry
	Level    string
	Games    int
	Workers  int // games played at the same time; the result does not depend on it
	Seed     uint64
	Progress func(games int) // told how many games are finished
}

// A LuckReport is the result of a LuckTrial. What moved is the mean of a game,
// as a part of the result.
type LuckReport struct {
	ErrorsMoved float64 `json:"errors_moved"`
	Game        string  `json:"game"`
	Games       int     `json:"games"`
	Low         float64 `json:"low"` // 95 % interval of Share
	High        float64 `json:"high"`
	Level       string  `json:"level"`
	Share       float64 `json:"luck_share"`
	Seed        uint64  `json:"seed"`
	ThrowsMoved float64 `json:"throws_moved"`
}

// Run plays the games.
func (t *LuckTrial) Run(ctx context.Context) (*LuckReport, error) {
	tally, err := t.play(ctx)
	if err != nil {
		return nil, err
	}
	r := &LuckReport{Game: t.Game.Info.ID, Games: t.Games, Level: t.Level, Seed: t.Seed}
	share, half := tally.Luck()
	r.Share, r.Low, r.High = share, share-half, share+half
	for _, u := range tally {
		r.ThrowsMoved += u.Throws / float64(len(tally))
		r.ErrorsMoved += u.Errors / float64(len(tally))
	}
	return r, nil
}

// play plays and judges the games, several at the same time.
func (t *LuckTrial) play(ctx context.Context) (analyse.Tally, error) {
	tally := make(analyse.Tally, t.Games)
	var mu sync.Mutex
	done := 0
	err := parallel.Do(ctx, t.Workers, t.Games, func(ctx context.Context, games iter.Seq[int]) error {
		for g := range games {
			u, err := t.Game.Ups(ctx, t.Level, bot.Mix(t.Seed, uint64(g)))
			if err != nil {
				return err
			}
			mu.Lock()
			tally[g] = u
			done++
			if t.Progress != nil {
				t.Progress(done)
			}
			mu.Unlock()
		}
		return nil
	})
	return tally, err
}

// WriteText writes the report for people, on one line.
func (r *LuckReport) WriteText(w io.Writer) error {
	interval := fmt.Sprintf(" ± %.1f", 100*(r.High-r.Share))
	if r.Games == 1 {
		interval = ""
	}
	_, err := fmt.Fprintf(w, "%s: %.1f%s %% luck; per game, throws moved %.2f and errors %.2f of the result (%s of %s players, seed %d)\n",
		r.Game, 100*r.Share, interval, r.ThrowsMoved, r.ErrorsMoved, phrase.Plural(r.Games, "game"), r.Level, r.Seed)
	return err
}
