//go:build !js

package race

import (
	"slices"
	"strings"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
	"parlour/learn/puzzle"
	"parlour/learn/puzzle/mine"
)

// worker returns who finds the puzzles of a book that is played with some dice.
func worker(id string, dice int) puzzle.Maker {
	return func(c *puzzle.Collection) puzzle.Worker { return craft(id, dice).Worker(c) }
}

// craft returns how the puzzles of a book are found. With two dice there are many
// more positions to search.
func craft(id string, dice int) mine.Craft[race.Position] {
	two, four := parlour.Setup{Players: 2}, parlour.Setup{Players: 4}
	eval := Opinions(id)
	plain := bot.NewMaxN(eval, bot.Limit{Depth: 1})
	deep := bot.Limit{Depth: 4, Nodes: 600_000}
	quick := bot.Limit{Depth: 2}
	if dice == 2 {
		deep, quick = bot.Limit{Depth: 3, Nodes: 400_000, Width: 6}, bot.Limit{Depth: 1}
	}
	levels := Levels(id)
	return mine.Craft[race.Position]{
		Setups: []parlour.Setup{two, two, four},
		Plays:  plain, Slips: 0.05,
		Quick: bot.NewMaxN(eval, quick), Some: 0.045,
		Expert: bot.NewMaxN(eval, deep), Gap: 0.045,
		Guide: levels[len(levels)-1].Maker,
		Rolls: &mine.Rolls[race.Position]{Policy: plain, Last: plain, Plies: 80, Least: 1000, Batch: 200, Most: 4000, Wide: 5, Clear: 0.03},
		Weak:  mine.Weaker(levels),
		Finds: themes, Plies: 5, Tries: 8, Most: 3000,
	}
}

// themes returns the themes of the race games.
func themes(v *mine.View[race.Position]) []string {
	list := v.Risks()
	if v.Pairs(v.Best, func(place string) bool { return strings.Trim(place, "0123456789") == "" }) {
		list = append(list, "blockade")
	}
	if v.Danger(v.Best) == 0 && v.Danger(v.Next) == 0 && v.Taken(v.Best) == 0 {
		list = append(list, "race")
	}
	for _, f := range parlour.FactsOf(v.Match) {
		if f.Code == "home" && f.Value >= 3 && slices.Contains(v.Own(), f.Seat) {
			list = append(list, puzzle.Endgame)
		}
	}
	return list
}
