//go:build !js

package checkers

import (
	"slices"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
	"parlour/learn/puzzle"
	"parlour/learn/puzzle/mine"
)

func worker(c *puzzle.Collection) puzzle.Worker { return craft().Worker(c) }

// A share from which a game is as good as won, and down to which it
// is as good as lost.
const (
	winning = 0.85
	losing  = 0.15
)

// craft returns how puzzles are found.
func craft() mine.Craft[checkers.Position] {
	judge := func(nodes, slots int) bot.Maker[checkers.Position] {
		return func(rules parlour.Full[checkers.Position]) bot.Bot[checkers.Position] {
			return New(Style{Nodes: nodes, Slots: slots, Tables: Endgames()})(rules)
		}
	}
	return mine.Craft[checkers.Position]{
		Setups: []parlour.Setup{{}},
		Plays:  judge(3_000, 1<<14), Slips: 0.08, Opening: 6,
		Quick: judge(20_000, 1<<15), Some: 0.15,
		Expert: judge(6_000_000, 1<<20), Gap: 0.2,
		Guide: judge(400_000, 1<<17),
		Weak:  mine.Weaker(Levels(nil)),
		// Puzzles are about a win or a draw, not about a little more.
		Fits: func(_ *checkers.Position, best, next float64) bool {
			return best >= winning && next < winning || best > 0.4 && next <= losing
		},
		Proves: func(v float64) bool { return v == 1 },
		Plies:  9, Tries: 8, Most: 160,
		Skips: func(r parlour.Full[checkers.Position], p *checkers.Position) bool {
			return r.Result(p).Over
		},
		Finds: themes,
	}
}

// themes returns the themes of checkers.
func themes(v *mine.View[checkers.Position]) (list []string) {
	own := v.Own()
	m := v.Match
	lost, won := 0, 0 // men in the first moves of the line
	for i, mv := range v.Line[:min(len(v.Line), 5)] {
		n := 0
		for _, e := range m.Effects(mv) {
			if e.Means == parlour.Takes {
				n++
			}
		}
		if i%2 == 0 {
			won += n
		} else if won == 0 {
			lost += n
		}
		m = m.Next(mv)
	}
	if lost > 0 && won >= lost {
		list = append(list, "shot")
	}
	if slices.ContainsFunc(v.Match.Effects(v.Best), func(e parlour.Effect) bool { return e.Means == parlour.Changes && slices.Contains(own, e.Colour) }) {
		list = append(list, "crown")
	}
	if len(v.Match.Pieces()) <= 8 {
		list = append(list, puzzle.Endgame)
	}
	switch {
	case v.Value >= winning:
		list = append(list, puzzle.Win)
	case v.Other <= losing:
		list = append(list, "save")
	}
	return list
}
