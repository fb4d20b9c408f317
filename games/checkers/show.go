package checkers

import "parlour"

// AppendFacts counts the pieces of each side.
func (r *Rules) AppendFacts(dst []parlour.Fact, p *Position) []parlour.Fact {
	for side, set := range p.Pieces {
		dst = append(dst, parlour.Fact{Seat: info.Seats[side].Letter, Code: "men", Value: set.Len()})
	}
	return dst
}

// AppendKinds adds the kings that men become.
func (r *Rules) AppendKinds(dst []parlour.Piece) []parlour.Piece {
	for _, s := range info.Seats {
		dst = append(dst, parlour.Piece{Colour: s.Letter, Kind: "king"})
	}
	return dst
}
