//go:build !js

package contact

import (
	"slices"

	"parlour"
	"parlour/bot"
	"parlour/games/contact"
	"parlour/learn/puzzle"
	"parlour/learn/puzzle/mine"
)

func worker(c *puzzle.Collection) puzzle.Worker { return craft().Worker(c) }

// craft returns how puzzles are found.
func craft() mine.Craft[contact.Position] {
	// Beyond its depth the search follows captures to the end, so even one move
	// ahead sees most of what matters.
	ahead := bot.NewAlphaBeta(Opinions, bot.Limit{Depth: 1, Nodes: 400})
	return mine.Craft[contact.Position]{
		Setups: []parlour.Setup{{Mode: "duel6"}, {Mode: "duel6"}, {Mode: "duel12"}},
		Plays:  ahead, Slips: 0.06,
		Quick: bot.NewAlphaBeta(Opinions, bot.Limit{Depth: 2, Nodes: 2_000}), Some: 0.05,
		Expert: bot.NewAlphaBeta(Opinions, bot.Limit{Depth: 6, Nodes: 400_000}), Gap: 0.04,
		Guide: bot.NewAlphaBeta(Opinions, bot.Limit{Depth: 4, Nodes: 20_000}),
		Rolls: &mine.Rolls[contact.Position]{
			Policy: bot.NewFallible(0.01, ahead), Last: ahead,
			Plies: 24, Least: 200, Batch: 50, Most: 800, Wide: 4, Clear: 0.03,
		},
		Weak:  mine.Weaker(Levels()),
		Plies: 7, Tries: 8, Most: 300,
		Finds: func(v *mine.View[contact.Position]) (list []string) {
			for _, e := range v.Match.Effects(v.Best) {
				switch {
				case !slices.Contains(v.Own(), e.Colour):
				case e.Means == parlour.Meets:
					list = append(list, "contact")
				case e.Means == parlour.Changes:
					list = append(list, "promotion")
				}
			}
			if len(v.Match.Pieces()) <= 5 {
				list = append(list, puzzle.Endgame)
			}
			return list
		},
	}
}
