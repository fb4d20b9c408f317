package race

import (
	"math/bits"

	"parlour"
)

// Greed is the fixed rule of the greedy player. It adds up the following for
// the position after the turn; the weights let the first items nearly always
// decide:
//
//  1. the last man home: 1,000,000;
//  2. each man captured: 10,000, and 100 for each space it had come;
//  3. each man brought home: 5,000;
//  4. each own man that can be hit: minus 100 and minus 20 for each space it has
//     come. A man can be hit if it is alone on the track, neither on its own
//     entrance nor on its own foot, and an opposing man is one to twelve
//     spaces behind it;
//  5. each blockade on the track: 50 [parker/blockade-advice];
//  6. each space advanced: 1.
func (r *Parker) Greed(p *Position, m parlour.Move) int {
	c := p.turn
	m = r.outcome(p, m)
	captured := uint16(m >> captiveShift)
	score := 10_000 * bits.OnesCount16(captured)
	var foreign uint64 // where men of the other colours are left on the track
	for s := range parlour.Seat(4) {
		if s == c || !p.has(s) {
			continue
		}
		for i, q := range p.men[s] {
			if captured>>(4*int(s)+i)&1 != 0 {
				score += 100 * int(q)
			} else {
				foreign |= 1 << r.seen[c][s][(q+1)&63]
			}
		}
	}
	man := func(i int) int16 { return int16(m>>(manBits*i)&(1<<manBits-1)) - 1 }
	for i := range 4 {
		q := man(i)
		score += int(q - p.men[c][i])
		if q == r.home && p.men[c][i] != r.home {
			score += 5_000
		}
		joins := i > 0 && man(i-1) == q
		switch {
		case q <= 0 || q >= r.last:
		case joins:
			score += 50
		case i < 3 && man(i+1) == q:
		case r.hunted(foreign, q):
			score -= 100 + 20*int(q)
		}
	}
	if man(0) == r.home {
		score += 1_000_000
	}
	return score
}

// hunted reports whether an opposing man is one to twelve spaces behind
// progress q. It does not look behind the man's own entrance.
func (r *Parker) hunted(foreign uint64, q int16) bool {
	low := max(0, q-12)
	return foreign&(2<<q-2<<low) != 0
}
