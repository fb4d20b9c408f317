package sim

import "parlour"

// Perft counts the sequences of exactly depth throws with their moves from p. Each
// distinct throw counts once, whatever its weight. A throw without a move after it,
// as in a throw-off, counts as one entry. In a game without dice it counts moves. A
// finished game has no sequences.
func Perft[P comparable](rules parlour.Rules[P], p P, depth int) uint64 {
	c := newCounter(rules, p, depth)
	return c.count(0, depth)
}

// PerftFirst is Perft, and also returns how many of the sequences end with the
// first seat in turn. That reveals errors in passing the turn that the plain count
// hides.
func PerftFirst[P comparable](rules parlour.Rules[P], p P, depth int) (all, first uint64) {
	c := newCounter(rules, p, depth)
	c.first = rules.Turn(&c.p[0]).Seat
	c.watch = true
	all = c.count(0, depth)
	return all, c.stayed
}

// A Branch is the first entry of some of the sequences that Divide counts.
type Branch struct {
	Throw parlour.Move // NoMove if no throw was due
	Move  parlour.Move // NoMove if no move followed the throw
	Count uint64
}

// Divide returns the Perft after each first entry, with throws in ascending order
// and the moves of each in canonical order.
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

// A counter owns the positions and move lists of every level.
type counter[P comparable] struct {
	rules  parlour.Rules[P]
	p      []P // by level
	thrown []P // by level: after the throw of the current entry
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

// count counts from the position of a level.
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

// each counts the sequences after each move of p.
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
