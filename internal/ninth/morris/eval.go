package morris

import "parlour"

// Greed is the fixed rule of the greedy player. It looks one move ahead and
// counts:
//
//   - 100 for a man it takes,
//   - 40 for a point on which the opponent could close a mill next,
//   - 10 for each line with two own men and an empty point afterwards,
//   - 1 for each empty point beside its men.
func (r *Rules) Greed(p *Position, m parlour.Move) int {
	side := p.Mover
	greed := 100 * r.Captured(p, m)
	if p.Men[side^1].closes(To(m)) {
		greed += 40
	}
	after := *p
	r.Play(&after, m)
	_, open := after.Mills(side)
	return greed + 10*open + after.Near(side)
}
