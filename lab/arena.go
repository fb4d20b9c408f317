package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab/arena"
	"parlour/lab/work"
)

// round is the body of a task of the kind "arena": a round of a contest between
// programs of the game.
type round struct {
	Game     string        `json:"game"`
	Position string        `json:"position"` // where every game begins
	Players  []string      `json:"players"`
	Form     arena.Form    `json:"form,omitempty"`
	Seed     uint64        `json:"seed"`
	Opening  int           `json:"opening,omitempty"`
	Ballots  bool          `json:"ballots,omitempty"`
	Think    time.Duration `json:"think,omitempty"`
	MaxMoves int           `json:"max_moves,omitempty"`
	Pair     [2]int        `json:"pair"`
	Number   int           `json:"round"`
}

// Player returns a player of a game for contests.
func Player(e *cabinet.Entry, name string) (arena.Player, error) {
	if _, err := e.Player(name, 0); err != nil {
		return arena.Player{}, err
	}
	return arena.House(name, func(seed uint64) (bot.Player, error) { return e.Player(name, seed) }), nil
}

// Rounds has a crew play the rounds of a contest, each as a task. It is made for
// the field Elsewhere of the contest. All players have to be programs of the game,
// because a foreign command exists on one machine only.
func Rounds(crew work.Crew, c *arena.Contest) (func(ctx context.Context, due []arena.Round, each func(arena.Round) error) error, error) {
	e := cabinet.ByID(c.Start.Info().ID)
	var names []string
	for _, p := range c.Players {
		if _, err := Player(e, p.Name); err != nil {
			return nil, fmt.Errorf("other machines do not have the player %s; they have %s", p.Name, strings.Join(e.Bots, ", "))
		}
		names = append(names, p.Name)
	}
	return func(ctx context.Context, due []arena.Round, each func(arena.Round) error) error {
		tasks := make([]work.Task, len(due))
		for i, r := range due {
			body, err := json.Marshal(round{Game: e.Info.ID, Position: c.Start.String(), Players: names, Form: c.Form, Seed: c.Seed, Opening: c.Opening,
				Ballots: c.Ballots, Think: c.Think, MaxMoves: c.MaxMoves, Pair: r.Players, Number: r.Number})
			if err != nil {
				return err
			}
			tasks[i] = work.Task{Kind: "arena", Body: body}
		}
		return crew.Run(ctx, tasks, func(_ int, result json.RawMessage) error {
			var r arena.Round
			if err := json.Unmarshal(result, &r); err != nil {
				return fmt.Errorf("cannot read a round: %w", err)
			}
			return each(r)
		})
	}, nil
}

// playRound does a task of the kind "arena".
func playRound(ctx context.Context, body json.RawMessage) (json.RawMessage, error) {
	var r round
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("cannot read a round: %w", err)
	}
	e := cabinet.ByID(r.Game)
	if e == nil {
		return nil, fmt.Errorf("there is no game %q", r.Game)
	}
	c := arena.Contest{Form: r.Form, Seed: r.Seed, Opening: r.Opening, Ballots: r.Ballots, Think: r.Think, MaxMoves: r.MaxMoves}
	var err error
	if c.Start, err = e.Game.Parse(r.Position); err != nil {
		return nil, err
	}
	for _, name := range r.Players {
		p, err := Player(e, name)
		if err != nil {
			return nil, err
		}
		c.Players = append(c.Players, p)
	}
	played, err := c.Play(ctx, arena.Round{Players: r.Pair, Number: r.Number})
	if err != nil {
		return nil, err
	}
	return json.Marshal(played)
}
