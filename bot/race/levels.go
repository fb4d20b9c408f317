package race

import (
	"embed"
	"sync"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

//go:embed weights/*.json
var weightFiles embed.FS

// weights reads the weights of a game once. It returns nil if there are none.
func weights(id string) *bot.Weights {
	mu.Lock()
	defer mu.Unlock()
	w, ok := read[id]
	if !ok {
		if data, err := weightFiles.ReadFile("weights/" + id + ".json"); err == nil {
			if w, err = bot.ReadWeights(data); err != nil {
				panic("bot/race: " + id + ": " + err.Error())
			}
		}
		read[id] = w
	}
	return w
}

var (
	mu   sync.Mutex // guards read
	read = map[string]*bot.Weights{}
)

// heats are those of the beginner, the casual and the strong player of a game,
// measured so that the levels are about evenly apart.
var heats = map[string][3]bot.Heat{
	"kleefeld": {0.15, 0.1, 0.035},
	"parker":   {0.28, 0.15, 0.06},
	"british":  {0.08, 0.065, 0.025},
	"mensch":   {0.25, 0.15, 0.07},
}

// Levels returns the levels of a game, weakest first; none for Auto Race.
//
// A beginner sees only half of the danger and confuses moves, a casual player confuses
// moves, a strong one does so if they are close. An expert does not. It evaluates with
// a net and looks ahead.
func Levels(id string) []bot.Level[race.Position] {
	if weights(id) == nil {
		return nil
	}
	eval := Opinions(id)
	heat, look := heats[id], bot.Limit{Depth: 1}
	return []bot.Level[race.Position]{
		{Name: "beginner", Maker: bot.NewFallible(heat[0], bot.NewMaxN(bold(id), look))},
		{Name: "casual", Maker: bot.NewFallible(heat[1], bot.NewMaxN(eval, look))},
		{Name: "strong", Maker: bot.NewFallible(heat[2], bot.NewMaxN(eval, look))},
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

// bold makes evaluators that see only half of the danger to men.
func bold(id string) func(parlour.Full[race.Position]) bot.Evaluator[race.Position] {
	return func(rules parlour.Full[race.Position]) bot.Evaluator[race.Position] {
		e := NewEvaluator(rules, weights(id))
		if e == nil {
			return nil
		}
		e.sees = 0.5
		return e
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
