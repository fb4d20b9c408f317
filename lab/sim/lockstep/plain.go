package lockstep

import "math/bits"

// The stages of a step in plain Go. The assembly does the same with all games at
// once, and a test compares what they leave in the block.
//
// Numbers wrap around as bytes do. What is nowhere stays out of reach of every
// comparison, because no progress exceeds 80 and no die 6.

// The generator of bot.Rand.
const (
	stride = 0xa0761d6478bd642f
	salt   = 0xe7037ed1a0b428db
)

// draw returns a number below n for a state of the generator.
func draw(state uint64, n int) int {
	hi, lo := bits.Mul64(state, state^salt)
	return int((hi ^ lo) >> 32 * uint64(n) >> 32)
}

// plainThrow throws the dice.
func plainThrow(b *block) {
	for l := range lanes {
		s := b.state.at(l)
		*s += stride
		b.die[l] = int8(draw(*s, 6)) + 1
	}
}

// plainLook finds the men of the seat to move, and the others as it sees them.
func plainLook(b *block) {
	for l := range lanes {
		c := b.cur[l] & 3
		for i := range 4 {
			b.from[i][l] = b.men[4*int(c)+i][l]
		}
		for k := range 16 {
			f := b.men[k][l]
			y := f + b.ahead[k/4][c]
			if y > b.less[l] {
				y -= b.track[l]
			}
			if uint8(f) > uint8(b.last[l]) || y > b.last[l] {
				y = nowhere
			}
			b.seen[k][l] = y
		}
	}
}

// plainWalls finds the moves that opposing pairs stop.
func plainWalls(b *block) {
	for l := range lanes {
		var shut [5]int8
		for k := range 16 {
			w := b.seen[k][l]
			if k%4 == 3 || w != b.seen[k+1][l] {
				continue
			}
			if uint8(w) <= uint8(b.enter[l]) {
				shut[0] = -1
			}
			for i := range 4 {
				if uint8(w-1-b.from[i][l]) < uint8(b.die[l]) {
					shut[i+1] = -1
				}
			}
		}
		for i := range shut {
			b.shut[i][l] = shut[i]
		}
	}
}

// plainLudo lists the moves of Kleefeld's and British Ludo.
func plainLudo(b *block) {
	for l := range lanes {
		die := b.die[l]
		b.to[0][l] = b.enter[l]
		enters := yes(die == 6 && b.from[0][l] == -1) &^ b.shut[0][l]
		b.legal[0][l] = enters & b.live[l]
		for i := range 4 {
			from := b.from[i][l]
			to := from + die
			b.to[i+1][l] = to
			good := yes(from >= 0 && to < b.past[l] && (i == 3 || from != b.from[(i+1)&3][l]))
			b.legal[i+1][l] = good &^ b.shut[i+1][l] &^ (enters & b.must[l]) & b.live[l]
		}
		b.tell(l)
	}
}

// plainMensch lists the moves of Mensch.
func plainMensch(b *block) {
	for l := range lanes {
		die := b.die[l]
		b.to[0][l] = b.enter[l]
		var good, first [4]int8
		onFirst, leaves := int8(0), int8(0)
		for i := range 4 {
			from := b.from[i][l]
			to := from + die
			b.to[i+1][l] = to
			good[i] = yes(from >= 0 && to < b.past[l])
			for k := i + 1; k < 4; k++ {
				good[i] &^= yes(b.from[k][l] == to)
			}
			first[i] = yes(from == 0)
			onFirst |= first[i]
			leaves |= first[i] & good[i]
		}
		waits := yes(b.from[0][l] == -1)
		enters := waits & yes(die == 6) &^ onFirst
		b.legal[0][l] = enters & b.live[l]
		for i := range 4 {
			good[i] &= first[i] | ^(waits & leaves)
			b.legal[i+1][l] = good[i] &^ enters & b.live[l]
		}
		b.tell(l)
	}
}

// tell counts the legal moves of a game.
func (b *block) tell(l int) {
	b.count[l] = 0
	for i := range b.legal {
		b.count[l] -= b.legal[i][l]
	}
	b.active[l] = b.live[l]
}

// plainJumps finds the games in which a jump is possible and keeps them out of
// the step.
func plainJumps(b *block) {
	b.slow = 0
	for l := range lanes {
		var slow int8
		for i := range b.legal {
			var one, two int8
			for k := range b.seen {
				one |= yes(b.seen[k][l] == b.to[i][l]+1)
				two |= yes(b.seen[k][l] == b.to[i][l]+2)
			}
			slow |= one & two & b.legal[i][l]
		}
		for i := range b.legal {
			b.legal[i][l] &^= slow
		}
		b.count[l] &^= slow
		b.active[l] &^= slow
		b.slow |= uint32(slow&1) << l
	}
}

// plainPick chooses at random, with the numbers that also give the dice.
func plainPick(b *block) {
	for l := range lanes {
		s := b.state.at(l)
		b.index[l] = int8(draw(*s+stride, int(b.count[l])))
		if b.count[l] > 1 && b.greedy[b.cur[l]&3] == 0 {
			*s += stride
		}
	}
}

// plainPickOwn chooses at random, with numbers of the seat's own.
func plainPickOwn(b *block) {
	for l := range lanes {
		s := b.own[b.cur[l]&3].at(l)
		b.index[l] = int8(draw(*s+stride, int(b.count[l])))
		if b.count[l] > 1 {
			*s += stride
		}
	}
}

// plainGreed chooses by the greedy rule, where the seat plays by it.
func plainGreed(b *block) {
	for l := range lanes {
		if b.greedy[b.cur[l]&3] == 0 {
			continue
		}
		best, rank := int16(-1<<15), int8(0)
		b.index[l] = 0
		for i := range b.legal {
			if b.legal[i][l] == 0 {
				continue
			}
			if w := b.worthOf(l, i); w > best {
				best, b.index[l] = w, rank
			}
			rank++
		}
	}
}

// worthOf returns what the greedy rule thinks of a move.
func (b *block) worthOf(l, i int) int16 {
	to, taken, where := b.to[i][l], int16(0), int8(0)
	for k := range b.seen {
		if b.seen[k][l] == to {
			taken++
			where |= b.men[k][l]
		}
	}
	w := taken*(b.worth[0][0]+int16(where)*b.worth[1][0]) + int16(to)
	safe := -b.danger(l, to)
	if i == 0 {
		w += b.worth[4][0]
	} else {
		from := b.from[i-1][l]
		safe += b.danger(l, from)
		switch {
		case to == b.end[l]:
			w += b.worth[2][0]
		case from <= b.last[l] && to > b.last[l]:
			w += b.worth[3][0]
		}
	}
	return w + safe*b.worth[5][0]
}

// danger counts the opponents up to six steps behind a place.
func (b *block) danger(l int, q int8) (n int16) {
	if uint8(q) > uint8(b.last[l]) {
		return 0
	}
	for k := range b.men {
		x := q + b.behind[k/4][b.cur[l]&3]
		if x > b.less[l] {
			x -= b.track[l]
		}
		if f := b.men[k][l]; x <= b.last[l] && f >= 0 && uint8(x-f-1) < 6 {
			n++
		}
	}
	return n
}

// plainPlay makes the chosen moves and passes the turn.
func plainPlay(b *block) {
	b.home = 0
	for l := range lanes {
		active, cur := b.active[l], b.cur[l]
		if cur != b.mover[l] {
			b.turns[l] -= active
		}
		if b.count[l] > 1 {
			b.choices[l]++
		}
		land, rank := int8(127), int8(0)
		men := [4]int8{b.from[0][l], b.from[1][l], b.from[2][l], b.from[3][l]}
		for i := range b.legal {
			if b.legal[i][l] != 0 && rank == b.index[l] {
				land = b.to[i][l]
				men[max(i-1, 0)] = land
			}
			rank -= b.legal[i][l]
		}
		passed := yes(land == 127) & active
		b.passes[l] -= passed
		for i := range 3 {
			men[i], men[i+1] = min(men[i], men[i+1]), max(men[i], men[i+1])
		}
		for k := range b.men {
			if b.seen[k][l] == land {
				b.men[k][l] = -1
				b.captures[l]++
			}
		}
		for s := range 4 {
			b.sort(l, s)
		}
		series := b.series[l] & passed
		for i := range 4 {
			b.men[4*int(cur&3)+i][l] = men[i]
			series &= yes(b.from[i][l] == -1 || b.from[i][l] == b.rest[i][l])
		}
		again := yes(b.die[l] == 6) &^ (b.dead[l] & passed)
		retry := series & yes(b.from[0][l] == -1) & yes(b.tries[l] < 2) &^ again
		if active != 0 {
			b.tries[l] = (b.tries[l] - retry) & passed & (again | retry)
			b.mover[l] = cur
			if again|retry == 0 {
				b.cur[l] = b.next[cur&3][l]
			}
		}
		if active != 0 && men[0] > b.home1[l] {
			b.home |= 1 << l
		}
	}
}

// sort brings the men of a seat into rising order.
func (b *block) sort(l, s int) {
	m := b.men[4*s : 4*s+4]
	for _, x := range [...][2]int{{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}} {
		m[x[0]][l], m[x[1]][l] = min(m[x[0]][l], m[x[1]][l]), max(m[x[0]][l], m[x[1]][l])
	}
}
