package race

import "parlour"

// quickly is what quick needs, made from the options.
//
// The track is seen through a window of 64 spaces that ends with the last space
// of the course: bit i is the space of progress base + i. Boards with short
// arms fit; on boards with long arms three spaces at the beginning are outside.
type quickly struct {
	usual   bool // the options allow the fast path
	base    int16
	walls   uint64         // the spaces where pairs are walls: all or none
	jumpBit uint64         // set if it matters whether two spaces in front are held
	seen    [4][256]uint64 // like near and far, but for the window
}

func newQuickly(r *ludo) (q quickly) {
	q.usual = !r.sixLimit && !r.decline && !r.ownForbid && !r.noLand && !r.blockAll && (r.block || !r.safePair)
	q.base = max(0, r.last-63)
	if r.block {
		q.walls = ^uint64(0)
	}
	if r.jump.on {
		q.jumpBit = 2
	}
	for k := range q.seen {
		for p := range r.last + 1 {
			space := row{r.near[k][p], r.far[k][p]}
			q.seen[k][p] = space.from(q.base)
		}
	}
	return q
}

// quick lists the moves of most positions of a game with usual options. The
// moves and their order are the same as from the book, but it hardly branches:
// it writes a move for every man and overwrites those that are not legal. Ok is
// false and nothing is appended if the position needs the long way: a jump is
// possible, a space outside the window matters, or dst has no room.
func (r *ludo) quick(p *Position, dst []parlour.Move) (list []parlour.Move, ok bool) {
	n, d := len(dst), int16(p.throw)
	if cap(dst)-n < 8 {
		return dst, false
	}
	m, q := &p.men[p.turn&3], &r.quickly
	men := [5]int16{m[0], m[1], m[2], m[3], waiting - 1} // the last is equal to no man
	out := (*[8]parlour.Move)(dst[n : n+8])
	if men[3] == waiting && d != 6 {
		out[0] = ludoPass
		return dst[:n+1], true
	}
	enemy, pairs := r.around(p)
	k := 0
	long := uint64(0) // not 0: take the long way
	if d == 6 && men[0] == waiting {
		if r.enterAt < q.base {
			return dst, false
		}
		if r.entryFree(p) {
			i := 0
			for i < 3 && men[i+1] == waiting {
				i++
			}
			ahead := enemy >> uint((r.enterAt-q.base)&63)
			long = ahead & (ahead >> 1) & q.jumpBit
			out[0] = parlour.Move(i)<<ludoMan | parlour.Move(r.enterAt+1)<<ludoStop | parlour.Move(ahead&1)*ludoHit
			if k = 1; r.mustEnter {
				return dst[:n+1], long == 0
			}
		}
	}
	most := uint16(r.home - d)          // the last progress from which a man can move d; waiting is beyond it
	step := parlour.Move(d) << ludoStop // from a place to the same place as a stop, d further
	way := uint64(1)<<uint(d&7) - 1     // the spaces a man passes, the next one as the lowest bit
	for i := range 4 {
		at := men[i]
		ahead := enemy >> uint(uint16(at+d-q.base))
		place := parlour.Move(uint16(at+1)) & ludoPlace
		out[k&7] = place | place<<ludoStop + step | parlour.Move(i)<<ludoMan | parlour.Move(ahead&1)*ludoHit
		good := uint64(1)
		if uint16(at) > most {
			good = 0
		}
		if at == men[i+1] {
			good = 0
		}
		if pairs != 0 && pairs>>uint(uint16(at+1-q.base))&way != 0 {
			good = 0
		}
		long |= ahead & (ahead >> 1) & q.jumpBit & -good
		if uint16(at)+1 < uint16(q.base) {
			long |= good
		}
		k += int(good)
	}
	if k == 0 {
		out[0] = ludoPass
		k = 1
	}
	return dst[:n+k], long == 0
}

// entryFree reports whether no opposing pair blocks the spaces that an entering
// man uses.
func (r *ludo) entryFree(p *Position) bool {
	walls := uint64(0)
	for k := parlour.Seat(1); r.block && k < 4; k++ {
		if s := (p.turn + k) & 3; p.has(s) {
			walls |= twos(&r.near[k], &p.men[s])
		}
	}
	return walls&(2<<uint(r.enterAt&63)-1) == 0
}

// around returns the spaces of the window that hold opposing men, and those
// where two or more form a wall.
func (r *ludo) around(p *Position) (enemy, pairs uint64) {
	for k := parlour.Seat(1); k < 4; k++ {
		s := (p.turn + k) & 3
		if !p.has(s) {
			continue
		}
		seen, men := &r.quickly.seen[k], &p.men[s]
		a, b, c, d := seen[uint8(men[0])], seen[uint8(men[1])], seen[uint8(men[2])], seen[uint8(men[3])]
		enemy |= a | b | c | d
		pairs |= a&b | b&c | c&d
	}
	return enemy, pairs & r.quickly.walls
}
