//go:build !js

package backgammon

import (
	"strings"

	"parlour"
	"parlour/games/backgammon"
	"parlour/learn/puzzle"
	"parlour/learn/puzzle/mine"
)

func worker(c *puzzle.Collection) puzzle.Worker { return craft().Worker(c) }

// craft returns how puzzles are found.
func craft() mine.Craft[backgammon.Position] {
	plain := Style{}.Maker(nil)
	return mine.Craft[backgammon.Position]{
		Setups: []parlour.Setup{{}},
		Plays:  plain, Slips: 0.04,
		Quick: plain, Some: 0.1,
		Expert: Style{Ply: 2, Width: 12, Near: 0.4}.Maker(nil), Gap: 0.1,
		Guide: Level("expert"),
		Rolls: &mine.Rolls[backgammon.Position]{Policy: plain, Plies: 20, First: true, Least: 576, Batch: 144, Most: 2592, Wide: 4, Clear: 0.08},
		Weak:  mine.Weaker(Levels()),
		Stake: func(p *backgammon.Position) float64 { return float64(p.Stake()) },
		Plies: 5, Tries: 8, Most: 400,
		Finds: themes,
		// Nobody has to be told not to double far from the point where it is close.
		Fits: func(p *backgammon.Position, best, next float64) bool {
			return p.State == backgammon.Moving || best-next <= 0.5
		},
	}
}

// themes returns the themes of backgammon.
func themes(v *mine.View[backgammon.Position]) []string {
	if v.Position.State != backgammon.Moving {
		return []string{"cube"}
	}
	own, opp := &v.Position.Men[v.Position.Turn], &v.Position.Men[1-v.Position.Turn]
	var list []string
	const home = 1<<7 - 1<<1
	switch {
	case own.Any()&^uint32(home) == 0:
		list = append(list, "bear-off")
	case farthest(own)+farthest(opp) < 25:
		list = append(list, "race")
	}
	list = append(list, v.Risks()...)
	if v.Pairs(v.Best, func(place string) bool { return strings.Trim(place, "0123456789") == "" }) {
		list = append(list, "point")
	}
	return list
}

// farthest returns the point of the last man of a side.
func farthest(m *backgammon.Men) int {
	for p := 25; p > 0; p-- {
		if m.At(p) > 0 {
			return p
		}
	}
	return 0
}
