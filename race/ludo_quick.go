package race

import (
	"slices"

	"parlour"
)

// quick lists the moves of most positions of a game with usual options, the
// same as the books do and in the same order, almost without branches: every
// man is tried and written down, and what is not legal is written over. Ok is
// false, and nothing is appended, where the long way has to be gone: a jump is
// on offer, or a man may come to the spaces beyond the first 64 of its course.
func (r *ludo) quick(p *Position, dst []parlour.Move) (list []parlour.Move, ok bool) {
	d, n := int16(p.throw), len(dst)
	men := &p.men[p.turn&3]
	if men[3] == waiting && d != 6 {
		return append(dst, ludoPass), true
	}
	var enemy, pairs uint64
	for k := parlour.Seat(1); k < 4; k++ {
		s := (p.turn + k) & 3
		if !p.has(s) {
			continue
		}
		seen, men := &r.near[k], &p.men[s]
		a, b, c, d := seen[uint8(men[0])], seen[uint8(men[1])], seen[uint8(men[2])], seen[uint8(men[3])]
		enemy |= a | b | c | d
		pairs |= a&b | b&c | c&d
	}
	pairs &= r.walls

	list = slices.Grow(dst, 5)[:n+5]
	long := uint64(0) // not 0: the long way
	if d == 6 && men[0] == waiting && pairs&(2<<uint(r.enterAt)-1) == 0 {
		i := 0
		for i < 3 && men[i+1] == waiting {
			i++
		}
		ahead := enemy >> uint(r.enterAt)
		long = ahead & (ahead >> 1) & r.jumpBit
		list[n] = parlour.Move(i)<<ludoMan | parlour.Move(r.enterAt+1)<<ludoStop | parlour.Move(ahead&1)*ludoHit
		n++
		if r.mustEnter {
			return list[:n], long == 0
		}
	}
	most := uint16(r.home - d) // the last progress from which d can be moved; waiting is beyond it
	next := men[0]
	for i := range 4 {
		at := next
		next = men[(i+1)&3]
		ahead := enemy >> uint(at+d)
		list[n] = parlour.Move(at+1) | parlour.Move(at+d+1)<<ludoStop | parlour.Move(i)<<ludoMan | parlour.Move(ahead&1)*ludoHit
		good := 1
		if uint16(at) > most {
			good = 0
		}
		if at == next && i < 3 {
			good = 0
		}
		if pairs != 0 && pairs>>uint(at+1)&(1<<uint(d)-1) != 0 {
			good = 0
		}
		long |= ahead & (ahead >> 1) & r.jumpBit & -uint64(good)
		if uint16(at-r.edge) < uint16(r.beyond) {
			long = 1
		}
		n += good
	}
	if n == len(dst) {
		list[n] = ludoPass
		n++
	}
	return list[:n], long == 0
}
