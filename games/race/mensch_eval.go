package race

import "parlour"

// Greed is the fixed rule of the greedy player, who looks one move ahead. In
// this order:
//
//  1. lose no piece for failing to capture, or else the least advanced one;
//  2. capture an opponent's piece, the furthest advanced first; never a piece
//     of the player's other colour, and a neutral one only in preference to
//     moves without a capture;
//  3. bring a piece into the finish;
//  4. enter;
//  5. get safer: fewer opposing pieces one to six squares behind the moved
//     piece than before;
//  6. move the most advanced piece; neutral pieces last, unless the player's
//     own are home.
func (r *Mensch) Greed(p *Position, m parlour.Move) int {
	score := 0
	if menschHuffs(m) {
		score -= 1_000_000
		if menschHuffColour(m) == p.turn {
			score -= 10_000 * (1 + int(menschHuffFrom(m)))
		}
	}
	if menschPasses(m) {
		return score - 1000
	}
	c, from, to := menschColour(m), menschFrom(m), menschTo(m)
	if v := menschCaptured(m); v != parlour.Nobody {
		switch owner(p, v) {
		case owner(p, p.turn):
			score -= 500_000
		case parlour.Nobody:
			score += 20_000
		default:
			score += 100_000 + 1000*int(r.progress(v, r.space(c, to)))
		}
	}
	if c != p.turn && !r.isHome(p, p.turn) {
		return score - 500
	}
	switch {
	case from < r.home && to >= r.home:
		score += 50_000
	case from == waiting:
		score += 30_000
	}
	return score + 200*(r.danger(p, c, from)-r.danger(p, c, to)) + int(to)
}

// danger counts the opposing pieces one to six squares behind progress q of c.
func (r *Mensch) danger(p *Position, c parlour.Seat, q int16) (n int) {
	if q < 0 || q >= r.home {
		return 0
	}
	for v := range parlour.Seat(4) {
		if v == c || !p.has(v) || owner(p, v) == owner(p, p.turn) {
			continue
		}
		at := r.progress(v, r.space(c, q))
		for _, f := range p.men[v] {
			if f >= 0 && f < r.home && at-f >= 1 && at-f <= 6 {
				n++
			}
		}
	}
	return n
}
