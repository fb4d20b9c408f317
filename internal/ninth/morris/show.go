package morris

import "parlour"

// AppendFacts counts the men that each side has left, and those of them in
// hand.
func (r *Rules) AppendFacts(dst []parlour.Fact, p *Position) []parlour.Fact {
	for side, hand := range p.Hand {
		letter := info.Seats[side].Letter
		dst = append(dst, parlour.Fact{Seat: letter, Code: "men", Value: p.Left(parlour.Seat(side))})
		if hand > 0 {
			dst = append(dst, parlour.Fact{Seat: letter, Code: "hand", Value: int(hand)})
		}
	}
	return dst
}
