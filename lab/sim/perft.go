package sim

import "parlour"

// Perft counts the sequences of exactly depth throws with their moves from p:
// every distinct throw counts once, whatever its weight, and a throw that is
// followed by no move, as in a throw-off, counts as one entry. Where no throw
// is due it counts moves. A finished game has none.
func Perft[P comparable](rules parlour.Rules[P], p P, depth int) uint64 {
	c := newCounter(rules, p, depth)
	return c.count(0, depth)
}

// PerftFirst is Perft, and tells besides how many of the sequences leave the
// seat in turn that was in turn at the beginning. That shows errors in passing
// the turn which the plain count hides.
func PerftFirst[P comparable](rules parlour.Rules[P], p P, depth int) (all, first uint64) {
	c := newCounter(rules, p, depth)
	c.first = rules.Turn(&c.p[0]).Seat
	c.watch = true
	all = c.count(0, depth)
	return all, c.stayed
}

// A Branch is one beginning of the sequences that Divide counts.
type Branch struct {
	Throw parlour.Move // NoMove where no throw was due
	Move  parlour.Move // NoMove where no move followed the throw
	Count uint64
}

// Divide returns the Perft of every first entry, throws in rising order and
// the moves of each in canonical order.
func Divide[P comparable](rules parlour.Full[P], p P, depth int) []Branch {
	if depth < 1 {
		return nil
	}
	c := newCounter[P](rules, p, depth)
	var out []Branch
	moves := func(p *P, throw parlour.Move) {
		for _, m := range rules.AppendMoveList(p, nil) {
			c.p[1] = *p
			rules.Play(&c.p[1], m)
			out = append(out, Branch{throw, m, c.count(1, depth-1)})
		}
	}
	turn := rules.Turn(&c.p[0])
	switch turn.Needs() {
	case parlour.NeedMove:
		moves(&c.p[0], parlour.NoMove)
	case parlour.NeedThrow:
		q := make([]P, 1)
		for throw := range turn.Dice.All() {
			q[0] = c.p[0]
			rules.Play(&q[0], throw)
			if rules.Turn(&q[0]).Needs() == parlour.NeedMove {
				moves(&q[0], throw)
				continue
			}
			c.p[1] = q[0]
			out = append(out, Branch{throw, parlour.NoMove, c.count(1, depth-1)})
		}
	}
	return out
}

// A counter owns the positions and lists of every level.
type counter[P comparable] struct {
	rules  parlour.Rules[P]
	p      []P // by entries made
	thrown []P // by entries made: after the throw of the entry in hand
	moves  [][]parlour.Move
	watch  bool // count sequences that end with first in turn
	first  parlour.Seat
	stayed uint64
}

func newCounter[P comparable](rules parlour.Rules[P], p P, depth int) *counter[P] {
	n := max(depth, 0) + 1
	c := &counter[P]{rules: rules, p: make([]P, n), thrown: make([]P, n), moves: make([][]parlour.Move, n)}
	c.p[0] = p
	return c
}

// count counts from the position of the given level.
func (c *counter[P]) count(level, depth int) (n uint64) {
	p := &c.p[level]
	if depth <= 0 {
		if c.watch && c.rules.Turn(p).Seat == c.first {
			c.stayed++
		}
		return 1
	}
	turn := c.rules.Turn(p)
	switch turn.Needs() {
	case parlour.NeedOver:
		return 0
	case parlour.NeedMove:
		return c.each(p, level, depth)
	}
	q := &c.thrown[level]
	for throw := range turn.Dice.All() {
		*q = *p
		c.rules.Play(q, throw)
		if c.rules.Turn(q).Needs() == parlour.NeedMove {
			n += c.each(q, level, depth)
			continue
		}
		c.p[level+1] = *q
		n += c.count(level+1, depth-1)
	}
	return n
}

// each counts over the moves of p.
func (c *counter[P]) each(p *P, level, depth int) (n uint64) {
	moves := c.rules.AppendMoves(p, c.moves[level][:0])
	c.moves[level] = moves
	if depth == 1 && !c.watch {
		return uint64(len(moves))
	}
	next := &c.p[level+1]
	for _, m := range moves {
		*next = *p
		c.rules.Play(next, m)
		n += c.count(level+1, depth-1)
	}
	return n
}
