package lockstep

import (
	"parlour/bot"
	"parlour/lab/sim"
)

// New is the maker for [sim.RunTogether]. It returns nil where the games have to be
// played one after another; the package comment says when.
func New(rules full, start position, maxMoves int, bots []bot.Bot[position]) sim.Lockstep[position] {
	if !fast {
		return nil
	}
	t := newTable(rules, start, maxMoves, bots, &fastStages)
	if t == nil {
		return nil
	}
	return t
}

var _ sim.LockstepMaker[position] = New
