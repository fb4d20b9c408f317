package race

import "parlour"

// quickly is what quick needs, made from the options.
//
// The track is seen through a window of 64 spaces that ends with the last space
// of the course: bit i is the space of progress base + i. Boards with short
// arms fit; on boards with long arms three spaces at the beginning are outside.
type quickly struct {
	usual bool // the options allow the fast path
	base  int16
	jumps uint64         // the spaces where jumps are possible: all or none
	seen  [4][256]uint64 // like near and far, but for the window
	own   [256]uint64    // like seen[0], but what is outside has the bit of the last space, where no throw meets anything
}

func newQuickly(r *ludo) (q quickly) {
	q.usual = !r.sixLimit && !r.decline && !r.ownForbid && !r.noLand && !r.blockAll && (r.block || !r.safePair)
	q.base = max(0, r.last-63)
	if r.jump.on {
		q.jumps = ^uint64(0)
	}
	for k := range q.seen {
		for p := range r.last + 1 {
			space := row{r.near[k][p], r.far[k][p]}
			q.seen[k][p] = space.from(q.base)
		}
	}
	q.own = q.seen[0]
	q.own[r.last] = 0
	for p := range q.base {
		q.own[p] = outside
	}
	return q
}

// outside is the bit of a man that stands before the window.
const outside = 1 << 63

// quick lists the moves of most positions of a game with usual options. The
// moves and their order are the same as from the book. Ok is false and nothing
// is appended if the position needs the long way: a jump is possible, a space
// outside the window matters, the options are unusual, or dst has no room.
func (r *ludo) quick(p *Position, dst []parlour.Move) (list []parlour.Move, ok bool) {
	n := len(dst)
	if !r.quickly.usual || cap(dst)-n < 8 {
		return dst, false
	}
	out := (*[8]parlour.Move)(dst[n : n+8])
	men := word(&p.men[p.turn&3])
	if men == nobody && p.throw != 6 {
		out[0] = ludoPass
		return dst[:n+1], true
	}
	enemy, walls := r.around(p)
	enter := p.throw == 6 && int16(men) == waiting && (!r.block || r.entryFree(p))
	k := r.write(out, men, uint(p.throw), enemy, walls, enter)
	return dst[:n+k], k != 0
}

// write writes the moves to out and returns how many there are, 0 if the
// position needs the long way. It hardly branches: it writes a move for every
// man, and the next one overwrites it if it is not legal.
func (r *ludo) write(out *[8]parlour.Move, men uint64, d uint, enemy, walls uint64, enter bool) int {
	q := &r.quickly
	k := uint(0)
	if enter {
		at := uint(r.enterAt - q.base)
		if ahead := enemy >> at; at > 63 || ahead>>1&(ahead>>2)&q.jumps&1 != 0 {
			return 0
		}
		last := men>>15&everyLane*everyLane>>48 - 1 // of the waiting men
		out[0] = parlour.Move(last)<<ludoMan | parlour.Move(r.enterAt+1)<<ludoStop | parlour.Move(enemy>>(at&63)&1)*ludoHit
		if k = 1; r.mustEnter {
			return 1
		}
	}
	a, b, c, e := uint8(men), uint8(men>>16), uint8(men>>32), uint8(men>>48)
	own, hits := q.own[a]|q.own[b]|q.own[c]|q.own[e], enemy>>d
	jumps := hits >> 1 & (hits >> 2) & q.jumps
	if own&(jumps|outside) != 0 {
		return 0
	}
	good := movable(men, uint64(r.home)-uint64(d))
	if walls != 0 {
		good &^= blocked(men, walls, d, q.base)
	}
	move := parlour.Move(d+1)<<ludoStop + 1 // of the first man, at progress 0
	const step = 1<<ludoStop + 1
	out[k&7] = move + parlour.Move(a)*step
	k += uint(good>>15) & 1
	out[k&7] = move + parlour.Move(b)*step + 1<<ludoMan
	k += uint(good>>31) & 1
	out[k&7] = move + parlour.Move(c)*step + 2<<ludoMan
	k += uint(good>>47) & 1
	out[k&7] = move + parlour.Move(e)*step + 3<<ludoMan
	k += uint(good >> 63)
	if own&hits != 0 {
		for i, m := range out[:k&7] {
			to := int16(m>>ludoStop&ludoPlace) - 1
			out[i] = m | parlour.Move(enemy>>uint(to-q.base)&1)*ludoHit
		}
	}
	if k == 0 {
		out[0] = ludoPass
		k = 1
	}
	return int(k)
}

// word returns the men of a colour in one word of four lanes, 16 bits each, the
// first man lowest.
func word(men *[4]int16) uint64 {
	return uint64(uint16(men[0])) | uint64(uint16(men[1]))<<16 | uint64(uint16(men[2]))<<32 | uint64(uint16(men[3]))<<48
}

const (
	everyLane = 0x0001_0001_0001_0001
	highLanes = 0x8000 * everyLane
)

// movable returns the highest bit of the lane of each man that is on the board,
// has not come further than most and is not on the same place as the next man.
func movable(men, most uint64) uint64 {
	men &= 0x7f * everyLane // waiting men are further than any number
	differ := men ^ (men>>16 | 0xff<<48)
	return (highLanes + most*everyLane - men) & (differ + 0x7fff*everyLane) & highLanes
}

// blocked returns the same bit for each man that a throw of d brings to a wall
// or past it.
func blocked(men, walls uint64, d uint, base int16) (bad uint64) {
	way := uint64(1)<<d - 1
	for bit := uint64(0x8000); bit != 0; bit <<= 16 {
		if walls>>uint(uint16(int16(men)+1-base))&way != 0 {
			bad |= bit
		}
		men >>= 16
	}
	return bad
}

// entryFree reports whether no opposing pair blocks the spaces that an entering
// man uses.
func (r *ludo) entryFree(p *Position) bool {
	walls := uint64(0)
	for k := parlour.Seat(1); r.block && k < 4; k++ {
		if s := (p.turn + k) & 3; p.has(s) {
			walls |= twos(&r.near[k], word(&p.men[s]))
		}
	}
	return walls&(2<<uint(r.enterAt&63)-1) == 0
}

// around returns the spaces of the window that hold opposing men, and those
// where two or more form a wall.
func (r *ludo) around(p *Position) (enemy, walls uint64) {
	seen, t := &r.quickly.seen, p.turn
	one, two, three := word(&p.men[(t+1)&3]), word(&p.men[(t+2)&3]), word(&p.men[(t+3)&3])
	if p.present != 0xf {
		one, two, three = p.only(t+1, one), p.only(t+2, two), p.only(t+3, three)
	}
	if r.block {
		walls = twos(&seen[1], one) | twos(&seen[2], two) | twos(&seen[3], three)
	}
	return ones(&seen[1], one) | ones(&seen[2], two) | ones(&seen[3], three), walls
}

// nobody is the men of a colour that is not on the board.
const nobody = everyLane * 0xffff

// only returns the men of colour s if it is on the board, otherwise nobody.
func (p *Position) only(s parlour.Seat, men uint64) uint64 {
	if !p.has(s & 3) {
		return nobody
	}
	return men
}
