package race

import "parlour"

// A swift lists the turns like a walk, for options that do not change how a
// throw is played; options about stopping and blocking do not matter. It keeps
// the men of the colour to move in one word, as a move does: one byte each,
// progress + 1, the rearmost lowest. A byte is therefore the number of a place.
//
// Two men that play one die each end on the same places, whichever goes first.
// If nobody is captured, one order that works is enough.
type swift struct {
	blocks uint64    // blockades of the others
	closed uint64    // where no man may stop
	prey   uint64    // men that are captured by stopping there
	home   uint64    // the byte of a man in the goal
	view   *view     // of the rules
	who    [64]uint8 // the man on each place with prey

	dst   []parlour.Move
	start int
	used  uint8     // dice used by the turns listed
	known [4]uint64 // a bit for each kind of turn listed, to find repetitions
}

const (
	everyByte = 0x01010101
	highBits  = 0x80808080
	noMan     = 0x7f // a byte behind every man
)

// without takes the man at the given bit out of the word.
func without(men, at uint64) uint64 {
	low := uint64(1)<<(at&63) - 1
	return men&low | men>>8&^low | noMan<<24
}

// with puts a man into a word that has room for it and keeps the order.
func with(men, man uint64) uint64 {
	man *= everyByte
	high := (man | highBits) - men&0x7f7f7f7f
	high &= highBits            // the men it is not behind, which come first
	low := high<<1 - high>>7    // their bytes
	at := (low<<8 | 0xff) ^ low // its own byte
	return (men&low | man&at | men&^low<<8) & 0xffffffff
}

// appendPlain appends the legal turns the short way.
func (r *Parker) appendPlain(p *Position, dst []parlour.Move) []parlour.Move {
	m := &p.men[p.turn]
	men := uint64(uint8(m[0]+1)) | uint64(uint8(m[1]+1))<<8 | uint64(uint8(m[2]+1))<<16 | uint64(uint8(m[3]+1))<<24
	a, b := uint64(p.throw/10), uint64(p.throw%10)
	prisoner := m[0] == waiting
	five := a == 5 || b == 5 || a+b == 5
	if prisoner && !five && (m[1]+1)*(m[1]-r.home) == 0 && (m[2]+1)*(m[2]-r.home) == 0 && (m[3]+1)*(m[3]-r.home) == 0 {
		return append(dst, turnBit|parlour.Move(men)) // [parker/no-five-no-entry]
	}
	f := swift{view: &r.view, home: uint64(r.home) + 1, dst: dst, start: len(dst)}
	f.blocks, f.closed, f.prey = r.look(p, &f.who)
	if prisoner && five && f.prey>>1&1 != 0 {
		return r.appendTurns(p, dst) // entering captures, which is rare
	}
	switch {
	case !prisoner || !five:
		f.counts(men, a, b)
	case a != 5 && b != 5: // [parker/enter-by-sum]
		f.list(with(without(men, 0), 1), 0, 2)
	case a == b && m[1] == waiting: // [parker/double-five-two]
		f.list(with(without(with(without(men, 0), 1), 0), 1), 0, 2)
	default: // [parker/enter-by-die-and-move] [parker/double-five-last]
		f.second(with(without(men, 0), 1), f.prey, 0, 0, a+b-5, 1)
	}
	if len(f.dst) == len(dst) {
		f.dst = append(f.dst, turnBit|parlour.Move(men))
	}
	return f.dst
}

// barriers returns the blockades and the places where no man may stop, as in a
// walk.
func (f *swift) barriers(one, two uint64) (bar, stop uint64) {
	own := two & f.view.blockable
	return f.blocks | own, f.closed | own | one&f.view.foreign
}

// can reports whether a man can go from one place to another.
func (f *swift) can(from, to, bar, stop uint64) bool {
	between := uint64(1)<<(to&63) - uint64(2)<<(from&63)
	return between&bar|stop>>(to&63)&1 == 0 && to <= f.home && from != 0
}

// moved returns the barriers after a man has moved from one place to another.
func (f *swift) moved(one, two, from, to uint64) (bar, stop uint64) {
	gone, come := uint64(1)<<(from&63), uint64(1)<<(to&63)
	left := two & gone
	one, two = one&^gone|left, two^left
	return f.barriers(one|come, two|one&come)
}

// occupied returns the places with one or more, and with two or more, men of
// the colour.
func occupied(men uint64) (one, two uint64) {
	for range 4 {
		b := uint64(1) << (men & 0x3f)
		two |= one & b
		one |= b
		men >>= 8
	}
	return one, two
}

// counts plays the throw with men that are out.
func (f *swift) counts(men, a, b uint64) {
	one, two := occupied(men)
	bar, stop := f.barriers(one, two)
	dice := [2]uint64{a, b}
	var out [4]uint64  // the men that are out, by their first bits in the word
	var quiet [2]uint8 // which men can play a die first without capturing
	n := 0
	for at := uint64(0); at < 32; at += 8 {
		from := men >> at & 0xff
		if from == 0 || from == f.home {
			continue
		}
		i := n & 3
		out[i] = at
		n++
		rest := without(men, at)
		if to := from + a + b; f.can(from, to, bar, stop) {
			f.land(with(rest, to), f.prey, 0, to, 0, 0, 2)
		}
		for d, count := range dice {
			to := from + count
			if !f.can(from, to, bar, stop) {
				continue
			}
			if f.prey>>(to&63)&1 != 0 {
				f.land(with(rest, to), f.prey, 0, to, to, dice[1-d], 1)
				continue
			}
			quiet[d] |= 1 << i
		}
	}
	for i := range n { // plays a
		fromA := men >> out[i&3] & 0xff
		toA := fromA + a
		first := quiet[0]>>i&1 != 0
		if first {
			bar, stop = f.moved(one, two, fromA, toA)
		}
		for j := range n { // plays b
			if i == j || a == b && i > j {
				continue
			}
			fromB := men >> out[j&3] & 0xff
			toB := fromB + b
			last := toB
			if !first || !f.can(fromB, toB, bar, stop) {
				// Then perhaps the other way round. A first step that captures has already
				// been tried: its bonus comes before the other die.
				if quiet[1]>>j&1 == 0 {
					continue
				}
				if bar, stop := f.moved(one, two, fromB, toB); !f.can(fromA, toA, bar, stop) {
					continue
				}
				last = toA
			}
			rest := without(without(men, max(out[i&3], out[j&3])), min(out[i&3], out[j&3]))
			if next := with(with(rest, toA), toB); f.prey>>(last&63)&1 == 0 {
				f.list(next, 0, 2)
			} else {
				f.land(next, f.prey, 0, last, 0, 0, 2)
			}
		}
	}
	if f.used < 2 {
		// No turn uses both dice: one is enough. [parker/r-use-both] [parker/r-one-die-choice]
		for d, count := range dice {
			for i, at := range out[:n] {
				if quiet[d]>>i&1 != 0 {
					f.list(with(without(men, at), men>>at&0xff+count), 0, 1)
				}
			}
		}
	}
}

// land continues after a man has come to a place: with the bonus if that
// captures, then with the remaining die, if any, played by another man than the
// one that played the first. Prey are the men that can still be captured;
// captured are those already captured, as in a move.
func (f *swift) land(men, prey uint64, captured parlour.Move, to, played, die uint64, used uint8) {
	if prey>>(to&63)&1 != 0 {
		prey &^= 1 << (to & 63)
		captured |= 1 << (captiveShift + f.who[to&63]&15)
		if men != f.home*everyByte {
			f.bonus(men, prey, captured, played, die, used)
			return
		}
	}
	if die != 0 && men != f.home*everyByte {
		f.second(men, prey, captured, played, die, used)
		return
	}
	f.list(men, captured, used)
}

// bonus moves a twenty with every man that can. [parker/bonus-twenty] [parker/r-bonus-duty] [parker/r-bonus-chain]
func (f *swift) bonus(men, prey uint64, captured parlour.Move, played, die uint64, used uint8) {
	bar, stop := f.barriers(occupied(men))
	can, before := false, uint64(0)
	for i := range 4 {
		from := men >> (8 * i) & 0xff
		to := from + 20
		twin := from == before
		before = from
		if twin && from != played || !f.can(from, to, bar, stop) {
			continue
		}
		can = true
		next := with(without(men, 8*uint64(i)), to)
		if from == played && !twin { // the man that played the first die, not the one beside it
			f.land(next, prey, captured, to, to, die, used)
		} else {
			f.land(next, prey, captured, to, played, die, used)
		}
	}
	switch {
	case can:
	case die != 0:
		f.second(men, prey, captured, played, die, used) // the bonus lapses [parker/r-bonus-lost]
	default:
		f.list(men, captured, used)
	}
}

// second plays the other die with every man but the one that played the first.
func (f *swift) second(men, prey uint64, captured parlour.Move, played, die uint64, used uint8) {
	bar, stop := f.barriers(occupied(men))
	can, before := false, uint64(0)
	for i := range 4 {
		from := men >> (8 * i) & 0xff
		twin := from == before
		before = from
		// If two men are where the first die was played, one of them may move.
		if from == played && !twin || twin && from != played {
			continue
		}
		if to := from + die; f.can(from, to, bar, stop) {
			can = true
			f.land(with(without(men, 8*uint64(i)), to), prey, captured, to, 0, 0, used+1)
		}
	}
	if !can {
		f.list(men, captured, used)
	}
}

// list adds a turn, unless it is a repetition or another uses more dice.
func (f *swift) list(men uint64, captured parlour.Move, used uint8) {
	if used < f.used {
		return
	}
	if used > f.used {
		f.used, f.known, f.dst = used, [4]uint64{}, f.dst[:f.start]
	}
	m := turnBit | captured | parlour.Move(men)
	hash := uint64(m) * 0x9e3779b97f4a7c15
	known, kind := &f.known[hash>>56&3], uint64(1)<<(hash>>58)
	if *known&kind != 0 {
		for _, other := range f.dst[f.start:] {
			if other == m {
				return
			}
		}
	}
	*known |= kind
	f.dst = append(f.dst, m)
}
