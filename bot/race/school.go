//go:build !js

package race

import (
	"context"
	"fmt"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

// lessons are the setups that each game is trained with.
var lessons = map[string]struct {
	game   func() parlour.Game
	tables []parlour.Setup
}{
	"kleefeld": {race.KleefeldGame, []parlour.Setup{{}, {}, {Players: 2}}},
	"parker":   {race.ParkerGame, []parlour.Setup{{}, {}, {Players: 2}}},
	"british":  {race.BritishGame, []parlour.Setup{{}, {}, {Players: 2}}},
	"mensch":   {race.MenschGame, []parlour.Setup{{}, {}, {Players: 2}, {Seats: "1212"}}},
}

// Courses train players as strong as those that come with the games.
var Courses = []bot.Course{
	{Game: "kleefeld", Training: bot.Training{Games: 65536}, Lasts: "three minutes", Train: Train},
	{Game: "parker", Training: bot.Training{Games: 65536}, Lasts: "two minutes", Train: Train},
	{Game: "british", Training: bot.Training{Games: 16384}, Lasts: "one minute", Train: Train},
	{Game: "mensch", Training: bot.Training{Games: 65536}, Lasts: "three minutes", Train: Train},
}

// Train trains the game that the school names.
func Train(ctx context.Context, s *bot.School, t bot.Training) error {
	l, ok := lessons[s.Game]
	if !ok {
		return fmt.Errorf("%s has nothing to learn", s.Game)
	}
	var tables []parlour.Full[race.Position]
	for _, setup := range l.tables {
		m, err := l.game().New(setup)
		if err != nil {
			return err
		}
		rules, _, _ := parlour.Typed[race.Position](m)
		tables = append(tables, rules)
	}
	return bot.Train(ctx, s, t, tables, func(rules parlour.Full[race.Position], w *bot.Weights) bot.Student[race.Position] {
		return NewEvaluator(rules, w)
	})
}
