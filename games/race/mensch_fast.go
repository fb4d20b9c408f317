package race

import "parlour"

// isSimple reports whether appendSimple can list the moves of p.
func (r *Mensch) isSimple(p *Position, dst []parlour.Move) bool {
	return r.simple && neutral(p) == parlour.Nobody && cap(dst)-len(dst) >= 4
}

// appendSimple is AppendMoves for the book without variations and without a
// neutral colour, which covers nearly all games. It uses the same boards and
// makes the same decisions, but writes the list without branching on single
// pieces. Dst must have room for four moves. A test compares it with the general
// way.
func (r *Mensch) appendSimple(p *Position, dst []parlour.Move) []parlour.Move {
	n, m, d := len(dst), p.turn&3, uint(p.throw)&7
	out := (*[4]parlour.Move)(dst[n : n+4])
	men := word(&p.men[m])
	own := ones(&seen[0], men)
	next, after, before := word(&p.men[(m+1)&3]), word(&p.men[(m+2)&3]), word(&p.men[(m+3)&3])
	if p.present != 0xf {
		next, after, before = p.only(m+1, next), p.only(m+2, after), p.only(m+3, before)
	}
	one, two, three := ones(&seen[1], next), ones(&seen[2], after), ones(&seen[3], before)
	takes, shut := one|two|three, own
	if p.seats == twoEach && !r.kinHit {
		takes &^= two
		shut |= two
	}
	forward := own & (squares >> d) &^ (shut >> d)
	stem := menschMove | parlour.Move(m)<<colourShift
	waits := own >> 63
	forward &= squareA | (waits&forward&1 - 1)         // if a piece waits and one can leave A, it must
	if six := uint64(d+2) >> 3; waits&six&^shut != 0 { // enter on A
		out[0] = stem | 1<<toShift
		if takes&squareA != 0 {
			out[0] |= capturing(m, squareA, one, two)
		}
		return dst[:n+1]
	}
	if forward == 0 {
		out[0] = menschMove
		return dst[:n+1]
	}
	// Every piece is written; the next overwrites one that cannot move.
	stem += parlour.Move(d+1)<<toShift + 1 // from progress 0
	k := uint64(0)
	const step = 1<<toShift + 1
	out[0] = stem + parlour.Move(men&63)*step
	k = forward >> (men & 63) & 1
	out[k&3] = stem + parlour.Move(men>>16&63)*step
	k += forward >> (men >> 16 & 63) & 1
	out[k&3] = stem + parlour.Move(men>>32&63)*step
	k += forward >> (men >> 32 & 63) & 1
	out[k&3] = stem + parlour.Move(men>>48&63)*step
	k += forward >> (men >> 48 & 63) & 1
	if forward&(takes>>d) != 0 {
		for i, mv := range out[:k] {
			if bit := uint64(1) << uint(menschTo(mv)&63); takes&bit != 0 {
				out[i] |= capturing(m, bit, one, two)
			}
		}
	}
	return dst[:n+int(k)]
}

// capturing returns the part of a move by m that names the colour it captures
// on bit: the next one, the second, or otherwise the third.
func capturing(m parlour.Seat, bit, one, two uint64) parlour.Move {
	further := parlour.Seat(3)
	if two&bit != 0 {
		further = 2
	}
	if one&bit != 0 {
		further = 1
	}
	return parlour.Move((m+further)&3+1) << capturedShift
}
