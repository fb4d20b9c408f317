package sim

import (
	"parlour"
	"parlour/bot"
)

// A Lockstep plays many games at the same time. Every game goes exactly as if it
// were played alone.
type Lockstep[P comparable] interface {
	// Play begins a game for every seed that next returns, until it reports
	// false. It calls done with the end and the counts of every game, which done
	// must not keep.
	Play(next func() (seed uint64, ok bool), done func(end *P, n *Tally))
}

// A LockstepMaker makes a Lockstep for games that begin with start and are
// abandoned after some moves. Bots are the players by seat; those that are nil
// play at random. It returns nil if such games cannot be played together.
type LockstepMaker[P comparable] func(rules parlour.Full[P], start P, maxMoves int, bots []bot.Bot[P]) Lockstep[P]

// few is the number of games for each worker below which it does not pay to
// begin them together.
const few = 8

// together returns what plays the games at the same time, or nil.
func (t *table[P]) together(c *Config, lockstep LockstepMaker[P]) Lockstep[P] {
	if lockstep == nil || c.Opening > 0 {
		return nil
	}
	return lockstep(t.rules, t.start, t.max, t.bots[:])
}

// playTogether plays many games at the same time until none is left.
func (t *table[P]) playTogether(r *run, many Lockstep[P]) {
	quick := r.Quick
	next := func() (uint64, bool) {
		g, _, ok := r.take(1)
		return r.seed(g), ok
	}
	many.Play(next, func(end *P, n *Tally) {
		if quick {
			n.Captures, n.Passes = 0, 0
		}
		t.add(end, n)
		if r.done.Add(1)%chunk == 0 {
			r.tell(false)
		}
	})
}
