package bot

import (
	"cmp"
	"context"
	"slices"

	"parlour"
)

// A Limit bounds a search.
type Limit struct {
	Depth int // moves to search ahead, not counting throws
	Nodes int // positions to evaluate; 0 for a million
	Width int // moves to search below the root, the most promising ones; 0 for all
}

func (l Limit) nodes() int {
	if l.Nodes == 0 {
		return 1_000_000
	}
	return l.Nodes
}

// MaxN searches games with any number of sides and with dice: every side chooses
// the move that is best for itself, and throws are weighted by their probability.
// With two sides this is expectimax. It deepens move by move until its limit.
type MaxN[P comparable] struct {
	rules parlour.Full[P]
	eval  Evaluator[P]
	limit Limit
	meter meter
	fans  fans
	ply   []layer[P]
	root  []candidate
	out   []Shares
}

// A layer is the workspace of one ply.
type layer[P comparable] struct {
	p     [1]P
	moves []parlour.Move
	sight []glance
	v     Shares // the value of the position; a local variable would escape
}

// A glance is the value of a move without search.
type glance struct {
	move  parlour.Move
	worth float64
}

// A candidate is a move at the root.
type candidate struct {
	move   parlour.Move
	index  int // in the list of the caller
	worth  float64
	shares Shares
}

// NewMaxN returns a Maker of searchers with an evaluator made for the rules. The
// evaluator can be nil if the rules have none.
func NewMaxN[P comparable](eval func(parlour.Full[P]) Evaluator[P], limit Limit) Maker[P] {
	return func(rules parlour.Full[P]) Bot[P] {
		e := eval(rules)
		if e == nil {
			return nil
		}
		return SearchMaxN(rules, e, limit)
	}
}

// SearchMaxN returns a searcher.
func SearchMaxN[P comparable](rules parlour.Full[P], eval Evaluator[P], limit Limit) *MaxN[P] {
	limit.Depth = max(1, limit.Depth)
	// A throw and a move for each step of the depth, and one more for the leaf.
	return &MaxN[P]{rules: rules, eval: eval, limit: limit, ply: make([]layer[P], 2*limit.Depth+2)}
}

// Seed does nothing, because the search is deterministic.
func (s *MaxN[P]) Seed(uint64) {}

// Looked returns the number of positions that the last search evaluated.
func (s *MaxN[P]) Looked() int { return s.meter.looked() }

// Choose returns the best of moves.
func (s *MaxN[P]) Choose(p *P, moves []parlour.Move) parlour.Move {
	return s.Think(context.Background(), p, moves)
}

// Think is Choose with a limit.
func (s *MaxN[P]) Think(ctx context.Context, p *P, moves []parlour.Move) parlour.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	s.search(ctx, p, moves)
	return s.root[0].move
}

// Judge evaluates every move.
func (s *MaxN[P]) Judge(ctx context.Context, p *P, moves []parlour.Move) []Shares {
	s.search(ctx, p, moves)
	s.out = slices.Grow(s.out[:0], len(moves))[:len(moves)]
	for _, c := range s.root {
		s.out[c.index] = c.shares
	}
	return s.out
}

// Value searches as deep as Judge: before a throw it is the mean over the throws,
// before a move the value of the best one.
func (s *MaxN[P]) Value(ctx context.Context, p *P, out *Shares) {
	s.meter.start(ctx, s.limit.nodes())
	s.ply[0].p[0] = *p
	for d := 1; d <= lower(s.limit.Depth, BoundsOf(ctx).Depth); d++ {
		v := &s.ply[0].v
		s.value(0, d, v)
		if s.meter.over && d > 1 {
			return
		}
		*out = *v
	}
}

// search fills in the root, best move first.
func (s *MaxN[P]) search(ctx context.Context, p *P, moves []parlour.Move) {
	s.meter.start(ctx, s.limit.nodes())
	seat := s.rules.Turn(p).Seat
	s.root = s.root[:0]
	for i, m := range moves {
		s.root = append(s.root, candidate{move: m, index: i})
	}
	for d := range lower(s.limit.Depth, BoundsOf(ctx).Depth) {
		done := 0
		for i := range s.root {
			c := &s.root[i]
			next := &s.ply[0].p[0]
			*next = *p
			s.rules.Play(next, c.move)
			v := &s.ply[0].v
			s.value(0, d, v)
			if s.meter.over && d > 0 {
				break
			}
			c.shares, c.worth = *v, v[seat]
			done++
		}
		// Moves that were not reached at this depth stay behind those that were.
		slices.SortStableFunc(s.root[:done], func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
		if s.meter.over {
			break
		}
	}
}

// value fills in the value of the position of ply k with depth more moves.
func (s *MaxN[P]) value(k, depth int, out *Shares) {
	l := &s.ply[k]
	p := &l.p[0]
	turn := s.rules.Turn(p)
	if turn.Seat == parlour.Nobody {
		r := s.rules.Result(p)
		Settle(&r, out)
		return
	}
	if depth == 0 {
		s.meter.near++
		s.eval.Shares(p, out)
		return
	}
	if s.meter.spent() {
		s.eval.Shares(p, out)
		return
	}
	if turn.Dice == 0 {
		s.best(k, depth, turn.Seat, out)
		return
	}
	f := s.fans.of(turn.Dice)
	var sum Shares
	for i, m := range f.moves {
		next := &s.ply[k+1].p[0]
		*next = *p
		s.rules.Play(next, m)
		v := &s.ply[k+1].v
		if t := s.rules.Turn(next); t.Dice == 0 && t.Seat != parlour.Nobody {
			s.best(k+1, depth, t.Seat, v)
		} else {
			s.value(k+1, depth-1, v) // a throw without a move, as in a throw-off
		}
		for j := range sum {
			sum[j] += f.parts[i] * v[j]
		}
	}
	*out = sum
}

// best fills in the value of the best move for seat.
func (s *MaxN[P]) best(k, depth int, seat parlour.Seat, out *Shares) {
	l := &s.ply[k]
	p, next := &l.p[0], &s.ply[k+1].p[0]
	l.moves = s.rules.AppendMoves(p, l.moves[:0])
	moves := l.moves
	if depth > 1 && s.limit.Width > 0 && len(moves) > s.limit.Width {
		moves = s.narrow(k, seat)
	}
	most := -1.0
	for _, m := range moves {
		*next = *p
		s.rules.Play(next, m)
		v := &s.ply[k+1].v
		s.value(k+1, depth-1, v)
		if v[seat] > most {
			most, *out = v[seat], *v
		}
	}
}

// narrow returns the most promising moves of ply k.
func (s *MaxN[P]) narrow(k int, seat parlour.Seat) []parlour.Move {
	l := &s.ply[k]
	p, next := &l.p[0], &s.ply[k+1].p[0]
	l.sight = l.sight[:0]
	for _, m := range l.moves {
		*next = *p
		s.rules.Play(next, m)
		v := &s.ply[k+1].v
		s.value(k+1, 0, v)
		l.sight = append(l.sight, glance{m, v[seat]})
	}
	slices.SortStableFunc(l.sight, func(a, b glance) int { return cmp.Compare(b.worth, a.worth) })
	l.moves = l.moves[:0]
	for _, g := range l.sight[:s.limit.Width] {
		l.moves = append(l.moves, g.move)
	}
	return l.moves
}
