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

// Levels returns the levels, weakest first.
//
// All use the same evaluation. A beginner plays a random move every second time, a
// casual player one time in four, a strong one sometimes. An expert never does, and
// searches ahead.
func Levels() []bot.Level[contact.Position] {
	first := bot.NewMaxN(Opinions, bot.Limit{Depth: 1})
	return []bot.Level[contact.Position]{
		{Name: "beginner", Maker: bot.NewCareless(0.5, first)},
		{Name: "casual", Maker: bot.NewCareless(0.25, first)},
		{Name: "strong", Maker: bot.NewCareless(0.08, first)},
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
