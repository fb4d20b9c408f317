package contact

import "parlour"

// AppendFacts counts the tiles that each seat has left.
func (r *Rules) AppendFacts(dst []parlour.Fact, p *Position) []parlour.Fact {
	for _, s := range r.mode.seats {
		dst = append(dst, parlour.Fact{Seat: seatLetters[s : s+1], Code: "tiles", Value: p.Left(s)})
	}
	return dst
}

// AppendKinds adds the starting tiles in every rotation and turned over.
func (r *Rules) AppendKinds(dst []parlour.Piece) []parlour.Piece {
	for _, t := range r.start.tiles[:r.start.count] {
		for range 4 {
			dst = append(dst, *t.piece())
			t = t.spun(t.At())
		}
		dst = append(dst, *t.turned().piece())
	}
	return dst
}
