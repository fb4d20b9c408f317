// Package race trains the players of the race games: the evaluations of the levels,
// and the nets of the experts.
package race

import (
	"context"
	"fmt"

	"parlour"
	"parlour/bot"
	racebot "parlour/bot/race"
	"parlour/games/race"
	"parlour/lab/train"
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
var Courses = []train.Course{
	{Game: "kleefeld", Training: train.Training{Games: 65536}, Lasts: "three minutes", Train: Train},
	{Game: "parker", Training: train.Training{Games: 65536}, Lasts: "two minutes", Train: Train},
	{Game: "british", Training: train.Training{Games: 16384}, Lasts: "one minute", Train: Train},
	{Game: "mensch", Training: train.Training{Games: 65536}, Lasts: "three minutes", Train: Train},
}

// Train trains the game that the school names.
func Train(ctx context.Context, s *train.School, t train.Training) error {
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
	return train.SelfPlay(ctx, s, t, tables, func(rules parlour.Full[race.Position], w *bot.Weights) bot.Student[race.Position] {
		return racebot.NewEvaluator(rules, w)
	})
}
