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
	w, err := bot.ReadWeights(file)
	if err != nil {
		panic("bot/contact: " + err.Error())
	}
	return w
})

// Levels returns the levels, weakest first. The heats are measured so that the levels
// are about evenly apart.
//
// All but the expert look at the answers and confuse moves, the weaker the more. They
// want to get on, so that their games come to an end. An expert confuses nothing and
// searches farther ahead.
func Levels() []bot.Level[contact.Position] {
	answers := bot.NewAlphaBeta(Opinions, bot.Limit{Depth: 2, Nodes: 20_000})
	return []bot.Level[contact.Position]{
		{Name: "beginner", Maker: bot.NewDriven(0.07, answers, drives)},
		{Name: "casual", Maker: bot.NewDriven(0.04, answers, drives)},
		{Name: "strong", Maker: bot.NewDriven(0.006, answers, drives)},
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
