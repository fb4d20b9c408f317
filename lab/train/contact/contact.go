// Package contact trains the players of Contact.
package contact

import (
	"context"

	"parlour"
	"parlour/bot"
	contactbot "parlour/bot/contact"
	"parlour/games/contact"
	"parlour/lab/train"
)

// Courses train players as strong as those that come with the game.
var Courses = []train.Course{
	{Game: "contact", Training: train.Training{Games: 10240}, Lasts: "three minutes", Train: Train},
}

// Train trains the game in all five modes.
func Train(ctx context.Context, s *train.School, t train.Training) error {
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
	return train.SelfPlay(ctx, s, t, tables, func(rules parlour.Full[contact.Position], w *bot.Weights) bot.Student[contact.Position] {
		return contactbot.NewEvaluator(rules, w)
	})
}
