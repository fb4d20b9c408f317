package race

import (
	"sync"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

// expert makes the experts of a game. Those of British Ludo play the best moves out.
// In the other games that brought no gain that could be measured, so they do it only if
// they may use the whole time.
func expert(id string) bot.Maker[race.Position] {
	ahead, out := work(id)
	return bot.NewPlayout(netOpinions(id), ahead, out)
}

// work returns how far the expert of a game looks.
func work(id string) (ahead bot.Limit, out bot.Playouts) {
	ahead = bot.Limit{Depth: 3, Nodes: 60_000}
	out = bot.Playouts{Gap: 0.02, Moves: 4, Throws: 8}
	switch id {
	case "parker": // two dice give many more positions
		ahead.Depth = 2
		out.Throws = 6
	case "british":
		ahead.Depth = 2
		out.Nodes = 3000
	}
	return ahead, out
}

// netOpinions makes evaluators with the net of a game.
func netOpinions(id string) func(parlour.Full[race.Position]) bot.Evaluator[race.Position] {
	return func(rules parlour.Full[race.Position]) bot.Evaluator[race.Position] {
		if e := NewNetEvaluator(rules, nets[id]()); e != nil {
			return e
		}
		return nil
	}
}

// nets read the net of each game when it is first needed.
var nets = map[string]func() *Net{
	"kleefeld": readNet("kleefeld"), "parker": readNet("parker"), "british": readNet("british"), "mensch": readNet("mensch"),
}

func readNet(id string) func() *Net {
	file := netFile(id)
	return sync.OnceValue(func() *Net {
		n, err := ReadNet(file.Bytes())
		if err != nil {
			panic("bot/race: " + id + ": " + err.Error())
		}
		return n
	})
}
