package checkers

import (
	"math/bits"

	"parlour"
	checkersbot "parlour/bot/checkers"
	"parlour/games/checkers"
)

// plain is the evaluation with which a training begins: it counts the pieces and how
// far the men are.
type plain struct{}

func (plain) Value(s *checkers.Stand, side parlour.Seat) int {
	own, their, kings := checkersbot.Facing(s, side)
	return plainly(own, kings) - plainly(bits.Reverse32(their), bits.Reverse32(kings))
}

func plainly(own, kings uint32) int {
	v := 100*bits.OnesCount32(own) + 30*bits.OnesCount32(own&kings)
	for men := own &^ kings; men != 0; men &= men - 1 {
		v += bits.TrailingZeros32(men) / 4 * 2
	}
	return v
}
