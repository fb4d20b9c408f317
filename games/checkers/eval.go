package checkers

import "parlour"

// The units of the greedy player, each worth more than all below it.
const (
	greedPiece = 1000 // a man won or lost; a king is worth one and a half
	greedCrown = 400
	greedRow   = 10
)

// Greed is the fixed rule of the greedy player. It looks one move ahead and
// counts, in order of weight:
//
//   - the pieces it captures and huffs, a man 1000 and a king 1500,
//   - less the most that the opponent could capture in reply,
//   - a man crowned, 400,
//   - rows a man advances, 10 each, but -5 for leaving its own back row.
//
// Compel is worth nothing. In the losing game captures, losses and crowns count
// the other way round.
func (r *Rules) Greed(p *Position, m parlour.Move) int {
	if m == compel {
		return 0
	}
	material, progress := 0, 0
	side := p.Mover
	if h, ok := Huffed(m); ok {
		material += p.worth(Of(h))
	}
	material += p.worth(Taken(m))
	after := p.board(m)
	if from, to := From(m), To(m); !after.Kings.Has(from) {
		a, _ := rowCol(from)
		b, _ := rowCol(to)
		progress += max(a-b, b-a) * greedRow
		if crownRow[side^1].Has(from) {
			progress -= greedRow / 2
		}
		if crownRow[side].Has(to) {
			material += greedCrown
		}
	}
	after.make(side, m)
	material -= after.threat(side ^ 1)
	if r.lose {
		material = -material
	}
	return material + progress
}

// worth returns the value of the pieces on the squares.
func (s *Stand) worth(set Squares) int {
	return set.Len()*greedPiece + (set&s.Kings).Len()*greedPiece/2
}

// threat returns the value of the most that a side could capture in one move.
func (s *Stand) threat(side parlour.Seat) int {
	if s.jumpers(side) == 0 {
		return 0
	}
	var buf [64]parlour.Move
	most := 0
	for _, m := range s.appendBound(side, buf[:0]) {
		most = max(most, s.worth(Taken(m)))
	}
	return most
}
