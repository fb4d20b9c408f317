package contact

import (
	_ "embed"
	"sync"

	"parlour"
	"parlour/bot"
	"parlour/games/contact"
)

//go:embed weights/contact.json
var file []byte

// weights reads the weights once.
var weights = sync.OnceValue(func() *bot.Weights {
	s, err := bot.ReadSchool(file)
	if err != nil {
		panic("bot/contact: " + err.Error())
	}
	return s.Weights
})

// Levels returns the levels, weakest first. The heats are measured so that the levels
// are about evenly apart.
//
// A beginner does not look ahead and sees only half of the danger. A casual player
// looks at the answers and confuses moves, a strong one does so if they are close. An
// expert does not, and searches farther ahead.
func Levels() []bot.Level[contact.Position] {
	first := bot.NewMaxN(bold, bot.Limit{Depth: 1})
	answers := bot.NewAlphaBeta(Opinions, bot.Limit{Depth: 2, Nodes: 20_000})
	return []bot.Level[contact.Position]{
		{Name: "beginner", Maker: bot.NewFallible(0.008, first)},
		{Name: "casual", Maker: bot.NewFallible(0.035, answers)},
		{Name: "strong", Maker: bot.NewFallible(0.01, answers)},
		{Name: "expert", Maker: bot.NewAlphaBeta(Opinions, bot.Limit{Depth: 4, Nodes: 20_000})},
	}
}

// Opinions makes evaluators with the trained weights.
func Opinions(rules parlour.Full[contact.Position]) bot.Evaluator[contact.Position] {
	if e := NewEvaluator(rules, weights()); e != nil {
		return e
	}
	return nil
}

// bold makes evaluators that see only half of the danger to tiles.
func bold(rules parlour.Full[contact.Position]) bot.Evaluator[contact.Position] {
	e := NewEvaluator(rules, weights())
	if e == nil {
		return nil
	}
	e.sees = 0.5
	return e
}
