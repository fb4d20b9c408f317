package ninth

import (
	_ "embed"
	"slices"

	"parlour"
	"parlour/bot"
	"parlour/internal/ninth/morris"
	"parlour/learn/puzzle"
	"parlour/learn/puzzle/mine"
)

//go:embed puzzles.bin
var packed []byte

// puzzles are the puzzles of the game. A theme of its own is a mill that is
// closed.
var puzzles = &puzzle.Collection{
	Game: morris.Game(), Unit: puzzle.Share,
	Themes: []string{puzzle.Capture, puzzle.Restraint, puzzle.Enter, "mill", puzzle.Win},
	Data:   func() ([]byte, error) { return packed, nil },
	Worker: func(c *puzzle.Collection) puzzle.Worker { return craft().Worker(c) },
}

// craft returns how puzzles are found.
func craft() mine.Craft[morris.Position] {
	look := func(depth, nodes int) bot.Maker[morris.Position] {
		return bot.NewAlphaBeta(opinion, bot.Limit{Depth: depth, Nodes: nodes})
	}
	return mine.Craft[morris.Position]{
		Setups: []parlour.Setup{{}},
		Plays:  look(2, 5_000), Slips: 0.1, Opening: 4,
		Quick: look(2, 5_000), Some: 0.1,
		Expert: look(5, 100_000), Gap: 0.15,
		Guide: look(4, 50_000),
		Weak:  mine.Weaker(levels()),
		Plies: 4, Tries: 8, Most: 120,
		Proves: func(value float64) bool { return value == 1 },
		Finds: func(v *mine.View[morris.Position]) (list []string) {
			if slices.ContainsFunc(v.Match.Effects(v.Best), func(e parlour.Effect) bool { return e.Kind == "mill" }) {
				list = append(list, "mill")
			}
			return list
		},
	}
}
