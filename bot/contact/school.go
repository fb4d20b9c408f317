//go:build !js

package contact

import (
	"context"

	"parlour"
	"parlour/bot"
	"parlour/games/contact"
)

// Courses train players as strong as those that come with the game.
var Courses = []bot.Course{
	{Game: "contact", Training: bot.Training{Games: 10240}, Lasts: "three minutes", Train: Train},
}

// Train trains the game in all five modes.
func Train(ctx context.Context, s *bot.School, t bot.Training) error {
	var tables []parlour.Full[contact.Position]
	for _, mode := range contact.Info().Modes {
		r, err := contact.Open(parlour.Setup{Mode: mode})
		if err != nil {
			return err
		}
		tables = append(tables, r)
	}
	if t.Moves == 0 {
		t.Moves = 600 // nothing can be learned from endless games
	}
	return bot.Train(ctx, s, t, tables, func(rules parlour.Full[contact.Position], w *bot.Weights) bot.Student[contact.Position] {
		return NewEvaluator(rules, w)
	})
}
