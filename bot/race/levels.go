package race

import (
	"embed"
	"sync"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

//go:embed weights/*.json
var files embed.FS

// weights reads the weights of a game once. It returns nil if there are none.
func weights(id string) *bot.Weights {
	mu.Lock()
	defer mu.Unlock()
	w, ok := read[id]
	if !ok {
		if data, err := files.ReadFile("weights/" + id + ".json"); err == nil {
			s, err := bot.ReadSchool(data)
			if err != nil {
				panic("bot/race: " + id + ": " + err.Error())
			}
			w = s.Weights
		}
		read[id] = w
	}
	return w
}

var (
	mu   sync.Mutex // guards read
	read = map[string]*bot.Weights{}
)

// Levels returns the levels of a game, weakest first; none for Auto Race.
//
// All but the expert use the same evaluation. A beginner plays a random move three times out of
// four, a casual player two times out of five, a strong one sometimes. An expert
// never does. It evaluates with a net and looks ahead.
func Levels(id string) []bot.Level[race.Position] {
	if weights(id) == nil {
		return nil
	}
	first := bot.NewMaxN(Opinions(id), bot.Limit{Depth: 1})
	return []bot.Level[race.Position]{
		{Name: "beginner", Maker: bot.NewCareless(0.75, first)},
		{Name: "casual", Maker: bot.NewCareless(0.4, first)},
		{Name: "strong", Maker: bot.NewCareless(0.15, first)},
		{Name: "expert", Maker: expert(id)},
	}
}

// Opinions makes evaluators with the trained weights of a game.
func Opinions(id string) func(parlour.Full[race.Position]) bot.Evaluator[race.Position] {
	return func(rules parlour.Full[race.Position]) bot.Evaluator[race.Position] {
		if e := NewEvaluator(rules, weights(id)); e != nil {
			return e
		}
		return nil
	}
}

// Quick makes judges that evaluate many positions in a short time.
func Quick(id string) bot.Maker[race.Position] {
	limit := bot.Limit{Depth: 2}
	if id == "parker" {
		limit.Depth = 1
	}
	return bot.NewMaxN(Opinions(id), limit)
}

// Played makes judges of Auto Race, which play positions out.
var Played = bot.NewRollout[race.Position](500)

// NoLevels says why Auto Race has no levels.
const NoLevels = "Auto Race leaves nothing to choose: every throw has one move"
