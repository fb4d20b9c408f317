package checkers

import (
	"parlour"
	"parlour/checkers"
)

type Tables struct{}

func Endgames() *Tables                                                            { return nil }
func trained() *weights                                                            { return byHand() }
func (s *search) probe(st *checkers.Stand, side parlour.Seat, ply int) (int, bool) { return 0, false }
