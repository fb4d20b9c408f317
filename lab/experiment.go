package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/lab/work"
)

// ShardGames is the number of games in a shard. It is fixed, so that an experiment
// is split in the same way everywhere.
const ShardGames = 50

// An Experiment is a number of games with the same setup and players.
type Experiment struct {
	Game     string        `json:"game"`
	Setup    parlour.Setup `json:"setup"`
	From     string        `json:"from,omitempty"` // position every game begins with, instead of a new game
	Bots     []string      `json:"bots,omitempty"` // who plays, by seat, or one for all seats; "" plays at random
	Games    int           `json:"games"`
	Seed     uint64        `json:"seed"`
	Opening  int           `json:"opening,omitempty"`   // random moves before the players begin
	MaxMoves int           `json:"max_moves,omitempty"` // moves after which a game is abandoned; 0 for the limit of the simulator
}

// shard is the body of a task of the kind "sim".
type shard struct {
	Experiment
	First int `json:"first"` // number of its first game
}

// Open returns the game of the experiment, the match it begins with and the
// players by seat. The error says what is wrong with the experiment.
func (e *Experiment) Open() (*cabinet.Entry, parlour.Match, []string, error) {
	entry := cabinet.ByID(e.Game)
	switch {
	case entry == nil:
		return nil, nil, nil, fmt.Errorf("there is no game %q; the games are %s", e.Game, strings.Join(cabinet.IDs(), ", "))
	case e.Games < 1:
		return nil, nil, nil, errors.New("an experiment needs at least one game")
	case e.MaxMoves < 0:
		return nil, nil, nil, errors.New("the maximum number of moves is negative")
	case e.Opening < 0:
		return nil, nil, nil, errors.New("the number of opening moves is negative")
	case len(e.Bots) > len(entry.Info.Seats):
		return nil, nil, nil, fmt.Errorf("there are %d players, but %s has %d seats", len(e.Bots), e.Game, len(entry.Info.Seats))
	}
	m, err := entry.Game.New(e.Setup)
	if e.From != "" {
		m, err = entry.Game.Parse(e.From)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	bots := e.Bots
	if len(bots) == 1 {
		bots = slices.Repeat(bots, len(entry.Info.Seats))
	}
	for _, name := range bots {
		if name == "" {
			continue
		}
		if _, err := entry.Player(name, 0); err != nil {
			return nil, nil, nil, err
		}
	}
	return entry, m, bots, nil
}

// Tasks splits the experiment into shards.
func (e *Experiment) Tasks() ([]work.Task, error) {
	var list []work.Task
	for first := 0; first < e.Games; first += ShardGames {
		s := shard{*e, first}
		s.Games = min(ShardGames, e.Games-first)
		body, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		list = append(list, work.Task{Kind: "sim", Body: body})
	}
	return list, nil
}

// Run has the crew play the experiment. Each, if not nil, is called after every
// shard with the sum so far, which it must not keep. If ctx ends, Run returns the
// sum so far with the error.
func (e *Experiment) Run(ctx context.Context, crew work.Crew, each func(sum *sim.Stats)) (*sim.Stats, error) {
	if _, _, _, err := e.Open(); err != nil {
		return nil, err
	}
	tasks, err := e.Tasks()
	if err != nil {
		return nil, err
	}
	sum := sim.NewStats()
	err = crew.Run(ctx, tasks, func(_ int, result json.RawMessage) error {
		if err := addShard(sum, result); err != nil {
			return err
		}
		if each != nil {
			each(sum)
		}
		return nil
	})
	return sum, err
}

// Play plays the experiment in this process, with that many workers; 0 is one for
// each processor. The result is the same as that of Run. Progress, if not nil, is
// told how many games are finished. The games are written to the file records,
// if it is not "".
func (e *Experiment) Play(ctx context.Context, workers int, records string, progress func(games int)) (stats *sim.Stats, err error) {
	entry, m, bots, err := e.Open()
	if err != nil {
		return nil, err
	}
	c := e.config()
	c.Workers, c.Progress = workers, progress
	if records != "" {
		s, err := NewScribe(records, m, bots)
		if err != nil {
			return nil, err
		}
		c.Played = s.Numbered
		stats, err = entry.Sim(ctx, m, c, bots)
		return stats, errors.Join(err, s.Close())
	}
	return entry.Sim(ctx, m, c, bots)
}

// config returns how the simulator plays the experiment.
func (e *Experiment) config() sim.Config {
	return sim.Config{Games: e.Games, Seed: e.Seed, MaxMoves: e.MaxMoves, Opening: e.Opening}
}

// addShard adds the result of a task of the kind "sim".
func addShard(sum *sim.Stats, result json.RawMessage) error {
	var part sim.Stats
	if err := json.Unmarshal(result, &part); err != nil {
		return fmt.Errorf("cannot read the counts of a shard: %w", err)
	}
	sum.Add(&part)
	return nil
}

// play does a task of the kind "sim".
func play(ctx context.Context, body json.RawMessage) (json.RawMessage, error) {
	var s shard
	if err := json.Unmarshal(body, &s); err != nil {
		return nil, fmt.Errorf("cannot read a shard: %w", err)
	}
	entry, m, bots, err := s.Open()
	if err != nil {
		return nil, err
	}
	c := s.config()
	c.First, c.Workers = s.First, 1
	stats, err := entry.Sim(ctx, m, c, bots)
	if err != nil {
		return nil, err
	}
	return json.Marshal(stats)
}
