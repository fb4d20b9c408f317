package race

import "parlour"

// appendSimple is AppendMoves for the book without variations and without a
// neutral colour, which covers nearly all games. It uses the same boards and
// makes the same decisions, but writes the list without branching on single
// pieces. A test compares it with the general way.
func (r *Mensch) appendSimple(p *Position, dst []parlour.Move) []parlour.Move {
	m, d := p.turn&3, uint(p.throw)&7
	men := &p.men[m]
	own, _ := spread(men, &seen[0])
	var foes [4]uint64
	foes[1], _ = spread(&p.men[(m+1)&3], &seen[1])
	foes[2], _ = spread(&p.men[(m+2)&3], &seen[2])
	foes[3], _ = spread(&p.men[(m+3)&3], &seen[3])
	if p.present != 0xf {
		for further := range parlour.Seat(4) {
			if !p.has((m + further) & 3) {
				foes[further] = 0
			}
		}
	}
	takes := foes[1] | foes[2] | foes[3]
	shut := own
	if p.seats == twoEach && !r.kinHit {
		takes &^= foes[2]
		shut |= foes[2]
	}
	forward := own & (squares >> d) &^ (shut >> d)
	stem := menschMove | parlour.Move(m)<<colourShift
	if own&waitsBit != 0 {
		switch {
		case forward&squareA != 0: // leave A
			forward = squareA
		case d == 6 && shut&squareA == 0: // enter
			mv := stem | 1<<toShift
			if takes&squareA != 0 {
				mv |= parlour.Move(victim(&foes, m, squareA)+1) << capturedShift
			}
			return append(dst, mv)
		}
	}
	if forward == 0 {
		return append(dst, menschMove)
	}
	// Every piece is written; the next overwrites one that cannot move.
	n := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	list := dst[n : n+4 : n+4]
	stem |= parlour.Move(d) << toShift
	k := 0
	for _, q := range men {
		list[k&3] = stem + parlour.Move(q+1)*(1+1<<toShift)
		k += int(forward >> (uint(q) & 63) & 1)
	}
	if forward&(takes>>d) != 0 {
		for i, mv := range list[:k] {
			if bit := uint64(1) << uint(menschTo(mv)&63); takes&bit != 0 {
				list[i] |= parlour.Move(victim(&foes, m, bit)+1) << capturedShift
			}
		}
	}
	return dst[:n+k]
}
