package cabinet

import (
	"context"
	"fmt"

	"parlour"
	"parlour/bot"
	"parlour/lab/analyse"
)

// Luck says how much of a game is luck: the share of all swings in the players'
// chances that the throws caused, between casual players. It is data, measured by
// Command.
type Luck struct {
	Share   float64 // 1 for a game without choices, 0 for one without dice
	Half    float64 // half of its 95 % interval
	Command string  // what was run to find it
}

// Analyst returns an analyst of the game with its own advisers, or nil if no
// program can judge the game. It serves one goroutine.
func (e *Entry) Analyst() *analyse.Analyst {
	moves, throws := e.Advisers()
	if moves == nil {
		return nil
	}
	return &analyse.Analyst{Moves: moves, Throws: throws, Open: Open}
}

// Analysts returns an analyst with helpers that work on a record at the same time,
// or nil if no bot can judge the game.
func (e *Entry) Analysts(workers int) *analyse.Analyst {
	a := e.Analyst()
	for i := 1; a != nil && i < workers; i++ {
		a.Helpers = append(a.Helpers, e.Analyst())
	}
	return a
}

// Ups lets players of a level play a game on all seats and returns its ups and
// downs. The same seed gives the same game.
func (e *Entry) Ups(ctx context.Context, level string, seed uint64) (u analyse.Ups, err error) {
	m, err := e.Game.New(e.Typical.Setup)
	if err != nil {
		return u, err
	}
	a := e.Analyst()
	if a == nil {
		return u, fmt.Errorf("no bot can judge %s", e.Info.ID)
	}
	var players [parlour.MaxSeats]bot.Player
	for seat := range players {
		if players[seat], err = e.Player(level, bot.Mix(seed, uint64(seat)+1)); err != nil {
			return u, err
		}
	}
	return a.Play(ctx, m, seed, func(side parlour.Seat) bot.Player { return players[side] })
}
