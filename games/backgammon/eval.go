package backgammon

import (
	"math/bits"

	"parlour"
)

// Greed is the fixed rule of the greedy player, who looks one move ahead. It
// chooses the play with the highest total, where
//
//	a won game counts 10000,
//	every blot hit 300,
//	every man borne off 200,
//	every point held by two or more men 20, in the player's home board 40,
//	every blot of the player that an opposing man still has to pass, or can enter on, -50,
//	and every pip between a man outside the home board and that board -1.
//
// It never doubles, takes every double, keeps the opening numbers, accepts
// every resignation and never resigns.
func (r *Rules) Greed(p *Position, m parlour.Move) int {
	if m>>wordBits != 0 || p.State != Moving {
		switch m {
		case roll, take, keep, accept, pass:
			return 1
		case double, drop, beaver, raccoon, rethrow, decline:
			return 0
		}
		return -100000
	}
	own, opp := p.Men[p.Turn], p.Men[1-p.Turn]
	before := own.On()
	hits := 0
	for s := uint32(m); s != 0; s >>= stepBits {
		from, die := s>>dieBits&31, s&dieMask
		own = after(own, 1<<from, int(die))
		if from > die {
			if hit := opp.Any() & (1 << (bar - from + die)); hit != 0 {
				opp = opp.take(hit).put(1 << bar)
				hits++
			}
		}
	}
	if own.Any() == 0 {
		return 10000
	}
	held := own.Two() & onPoints
	score := 300*hits + 200*(before-own.On()) +
		20*bits.OnesCount32(held) + 20*bits.OnesCount32(held&inHome)
	// In the player's numbering, opposing men move up. They still have to pass
	// whatever is above the rearmost of them.
	if opp.Any() != 0 {
		rear := bar - (bits.Len32(opp.Any()) - 1)
		score -= 50 * bits.OnesCount32(own.Blots()&onPoints&^(1<<(rear+1)-1))
	}
	for far := own.Any() &^ inHome; far != 0; far &= far - 1 {
		q := bits.TrailingZeros32(far)
		score -= (q - 6) * own.At(q)
	}
	return score
}
