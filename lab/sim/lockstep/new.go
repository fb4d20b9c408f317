package lockstep

import (
	"parlour/bot"
	"parlour/lab/sim"
)

// New returns a Lockstep for some rules, or nil if it does not pay or cannot be.
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
