package bot

import (
	"cmp"
	"context"
	"slices"
	"unsafe"

	"parlour"
)

// AlphaBeta searches for one side against all others, and assumes that they all play
// against it. With two sides that is exact; with more it is the cautious view.
// Throws are weighted by their probability, and lines that cannot matter any more
// are cut off, even after throws.
//
// It deepens move by move until its limit, remembers positions if the evaluator is
// a Hasher, and searches beyond noisy moves if it is Noisy.
type AlphaBeta[P comparable] struct {
	rules  parlour.Full[P]
	sides  parlour.Sides[P] // nil if every seat is its own side
	eval   Evaluator[P]
	hash   Hasher[P] // nil without a memory
	noisy  Noisy[P]  // nil if every position is quiet
	limit  Limit
	meter  meter
	fans   fans
	ply    []abLayer[P]
	me     parlour.Seat // seat that the search is for
	side   parlour.Seat
	root   []candidate
	out    []Shares
	seen   Shares // the last evaluation; a local variable would escape
	memory []memo
	age    uint8
	used   [1 << usedBits]int32 // how often a move caused a cutoff, by usedAt
}

// abLayer is the workspace of one ply.
type abLayer[P comparable] struct {
	p      [1]P
	moves  []parlour.Move
	order  []glance
	killer [2]parlour.Move
}

// A memo is an entry of the transposition table.
type memo struct {
	key   uint64
	move  parlour.Move // best move, or NoMove
	value float32
	depth int8
	bound uint8 // exact, atLeast or atMost
	age   uint8
}

const (
	exact uint8 = iota + 1
	atLeast
	atMost
)

// usedAt returns the index of a move; different moves may share one.
func usedAt(m parlour.Move) uint64 { return uint64(m) * 0x9e3779b97f4a7c15 >> (64 - usedBits) }

const usedBits = 12

// memoBits is the size of the memory: 2^memoBits positions.
const memoBits = 16

// Maximum number of plies of noisy moves beyond the depth.
const noisyPlies = 6

// NewAlphaBeta returns a Maker of searchers with an evaluator made for the rules.
// The evaluator can be nil if the rules have none.
func NewAlphaBeta[P comparable](eval func(parlour.Full[P]) Evaluator[P], limit Limit) Maker[P] {
	return func(rules parlour.Full[P]) Bot[P] {
		e := eval(rules)
		if e == nil {
			return nil
		}
		return SearchAlphaBeta(rules, e, limit)
	}
}

// SearchAlphaBeta returns a searcher.
func SearchAlphaBeta[P comparable](rules parlour.Full[P], eval Evaluator[P], limit Limit) *AlphaBeta[P] {
	limit.Depth = max(1, limit.Depth)
	s := &AlphaBeta[P]{
		rules: rules, eval: eval, limit: limit,
		ply: make([]abLayer[P], 2*(limit.Depth+noisyPlies)+2),
	}
	s.sides, _ = rules.(parlour.Sides[P])
	s.noisy, _ = eval.(Noisy[P])
	if h, ok := eval.(Hasher[P]); ok {
		s.hash = h
		s.memory = make([]memo, 1<<memoBits)
	}
	return s
}

// Seed begins a new game and clears the memory, so that the moves of a game do not
// depend on earlier games.
func (s *AlphaBeta[P]) Seed(uint64) {
	clear(s.memory)
	s.used = [1 << usedBits]int32{}
}

// Size returns how many bytes its memory takes.
func (s *AlphaBeta[P]) Size() int { return len(s.memory) * int(unsafe.Sizeof(memo{})) }

// Looked returns the number of positions that the last search evaluated.
func (s *AlphaBeta[P]) Looked() int { return s.meter.looked() }

// Choose returns the best of moves.
func (s *AlphaBeta[P]) Choose(p *P, moves []parlour.Move) parlour.Move {
	return s.Think(context.Background(), p, moves)
}

// Think is Choose with a limit.
func (s *AlphaBeta[P]) Think(ctx context.Context, p *P, moves []parlour.Move) parlour.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	s.search(ctx, p, moves, false)
	return s.root[0].move
}

// Judge evaluates every move with a full window. The other sides share the rest
// equally.
func (s *AlphaBeta[P]) Judge(ctx context.Context, p *P, moves []parlour.Move) []Shares {
	s.search(ctx, p, moves, true)
	s.out = slices.Grow(s.out[:0], len(moves))[:len(moves)]
	for _, c := range s.root {
		s.out[c.index] = s.spread(p, c.worth)
	}
	return s.out
}

// Value searches as deep as Judge.
func (s *AlphaBeta[P]) Value(ctx context.Context, p *P, out *Shares) {
	turn := s.rules.Turn(p)
	if turn.Seat == parlour.Nobody {
		r := s.rules.Result(p)
		Settle(&r, out)
		return
	}
	s.begin(ctx, p, turn.Seat)
	s.ply[0].p[0] = *p
	for d := 1; d <= lower(s.limit.Depth, BoundsOf(ctx).Depth); d++ {
		v := s.value(0, d, -1, 2)
		if s.meter.over && d > 1 {
			return
		}
		*out = s.spread(p, v)
	}
}

// spread turns the value for our side into shares.
func (s *AlphaBeta[P]) spread(p *P, v float64) (out Shares) {
	first := &s.seen
	s.eval.Shares(p, first)
	rest, others := 0.0, 0.0
	for seat := range parlour.Seat(len(first)) {
		if s.sideOf(p, seat) != s.side {
			rest += first[seat]
			others++
		}
	}
	for seat := range parlour.Seat(len(first)) {
		switch {
		case s.sideOf(p, seat) == s.side:
			out[seat] = v
		case rest > 0:
			out[seat] = first[seat] / rest * (1 - v)
		}
	}
	if s.sides != nil { // each partner has the share of the side
		s.share(p, &out)
	}
	return out
}

// share gives each seat of another side the sum of the parts that spread gave to
// the seats of that side.
func (s *AlphaBeta[P]) share(p *P, out *Shares) {
	var sum Shares
	for seat := range parlour.Seat(len(out)) {
		if side := s.sideOf(p, seat); side >= 0 && side != s.side {
			sum[side] += out[seat]
		}
	}
	for seat := range parlour.Seat(len(out)) {
		if side := s.sideOf(p, seat); side >= 0 && side != s.side {
			out[seat] = sum[side]
		}
	}
}

func (s *AlphaBeta[P]) sideOf(p *P, seat parlour.Seat) parlour.Seat {
	if s.sides == nil || seat < 0 {
		return seat
	}
	return s.sides.Side(p, seat)
}

func (s *AlphaBeta[P]) begin(ctx context.Context, p *P, seat parlour.Seat) {
	s.meter.start(ctx, s.limit.nodes())
	s.me, s.side = seat, s.sideOf(p, seat)
	s.age++
	for i := range s.ply {
		s.ply[i].killer = [2]parlour.Move{}
	}
	for m := range s.used {
		s.used[m] /= 4
	}
}

// search fills in the root, best move first. With full, every move gets an exact
// value; otherwise only the best one does.
func (s *AlphaBeta[P]) search(ctx context.Context, p *P, moves []parlour.Move, full bool) {
	turn := s.rules.Turn(p)
	s.begin(ctx, p, turn.Seat)
	s.root = s.root[:0]
	for i, m := range moves {
		s.root = append(s.root, candidate{move: m, index: i})
	}
	for d := range lower(s.limit.Depth, BoundsOf(ctx).Depth) {
		low, done := -1.0, 0
		for i := range s.root {
			c := &s.root[i]
			next := &s.ply[0].p[0]
			*next = *p
			s.rules.Play(next, c.move)
			v := s.value(0, d, low, 2)
			if s.meter.over && d > 0 {
				break
			}
			c.worth = v
			if !full {
				low = max(low, v)
			}
			done++
		}
		slices.SortStableFunc(s.root[:done], func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
		if s.meter.over {
			break
		}
	}
}

// value returns the value of the position of ply k for our side, with depth more
// moves. Below low or above high it is only a bound.
func (s *AlphaBeta[P]) value(k, depth int, low, high float64) float64 {
	p := &s.ply[k].p[0]
	turn := s.rules.Turn(p)
	if turn.Seat == parlour.Nobody {
		r := s.rules.Result(p)
		var out Shares
		Settle(&r, &out)
		return out[s.me]
	}
	if s.meter.spent() {
		return s.look(p)
	}
	if turn.Dice != 0 {
		if depth <= 0 {
			return s.look(p)
		}
		return s.thrown(k, depth, turn.Dice, low, high)
	}
	return s.chosen(k, depth, turn.Seat, low, high)
}

// look returns the evaluation of the position.
func (s *AlphaBeta[P]) look(p *P) float64 {
	s.eval.Shares(p, &s.seen)
	return s.seen[s.me]
}

// The bounds of every value, including a trifle.
const (
	least = 0.0
	mostV = 1.01
)

// thrown returns the mean over the throws. It stops when the remaining throws cannot
// bring the mean back between low and high.
func (s *AlphaBeta[P]) thrown(k, depth int, dice parlour.Dice, low, high float64) float64 {
	f := s.fans.of(dice)
	sum, rest := 0.0, 1.0
	for i, m := range f.moves {
		part := f.parts[i]
		rest -= part
		next := &s.ply[k+1].p[0]
		*next = s.ply[k].p[0]
		s.rules.Play(next, m)
		d := depth
		if t := s.rules.Turn(next); t.Dice != 0 {
			d-- // a throw without a move, as in a throw-off
		}
		// The window of this throw: the values for which the mean can still end up
		// between low and high, whatever the other throws are worth.
		from := (low - sum - rest*mostV) / part
		to := (high - sum - rest*least) / part
		v := s.value(k+1, d, max(least, from), min(mostV, to))
		sum += part * v
		switch {
		case sum+rest*mostV <= low:
			return sum + rest*mostV
		case sum+rest*least >= high:
			return sum + rest*least
		}
	}
	return sum
}

// chosen returns the value of the best move of seat: best for us if it is of our
// side, worst for us otherwise.
func (s *AlphaBeta[P]) chosen(k, depth int, seat parlour.Seat, low, high float64) float64 {
	l := &s.ply[k]
	p := &l.p[0]
	ours := s.sideOf(p, seat) == s.side
	deep := k+2 < len(s.ply)
	if depth <= 0 && (s.noisy == nil || depth <= -noisyPlies || !deep) {
		return s.look(p)
	}
	best := 2.0
	if ours {
		best = -1
	}
	var key uint64
	var first parlour.Move
	if s.hash != nil && depth > 0 {
		key = s.hash.Hash(p) ^ uint64(s.me)*0x9e3779b97f4a7c15
		if m := &s.memory[key>>(64-memoBits)]; m.key == key {
			first = m.move
			v := float64(m.value)
			if int(m.depth) >= depth && (m.bound == exact || m.bound == atLeast && v >= high || m.bound == atMost && v <= low) {
				return v
			}
		}
	}
	if depth <= 0 { // nobody is forced to make a noisy move
		best = s.look(p)
		if ours && best >= high || !ours && best <= low {
			return best
		}
	}
	l.moves = s.rules.AppendMoves(p, l.moves[:0])
	s.sort(l, p, depth <= 0, first)
	a, b := low, high
	if depth <= 0 {
		if ours {
			a = max(a, best)
		} else {
			b = min(b, best)
		}
	}
	var move parlour.Move
	for _, g := range l.order {
		next := &s.ply[k+1].p[0]
		*next = *p
		s.rules.Play(next, g.move)
		v := s.value(k+1, depth-1, a, b)
		if ours && v > best || !ours && v < best {
			best, move = v, g.move
			if ours {
				a = max(a, v)
			} else {
				b = min(b, v)
			}
		}
		if a >= b {
			if depth > 0 && l.killer[0] != g.move {
				l.killer[0], l.killer[1] = g.move, l.killer[0]
			}
			if depth > 0 {
				s.used[usedAt(g.move)] += int32(depth * depth)
			}
			break
		}
	}
	if s.hash != nil && depth > 0 && !s.meter.over {
		m := memo{key: key, move: move, value: float32(best), depth: int8(min(depth, 127)), bound: exact, age: s.age}
		switch {
		case best <= low:
			m.bound = atMost
		case best >= high:
			m.bound = atLeast
		}
		if old := &s.memory[key>>(64-memoBits)]; old.age != s.age || old.depth <= m.depth || old.key == key {
			*old = m
		}
	}
	return best
}

// sort orders the moves of a ply for the search: first the former best move, then
// noisy moves, then moves that caused cutoffs elsewhere. With loud it keeps only
// noisy ones.
func (s *AlphaBeta[P]) sort(l *abLayer[P], p *P, loud bool, first parlour.Move) {
	l.order = l.order[:0]
	for _, m := range l.moves {
		worth := 0.0
		noise := s.noisy != nil && s.noisy.Noisy(p, m)
		switch {
		case loud && !noise:
			continue
		case m == first:
			worth = 4e9
		case noise:
			worth = 3e9
		case m == l.killer[0]:
			worth = 2e9
		case m == l.killer[1]:
			worth = 1.5e9
		default:
			worth = float64(s.used[usedAt(m)])
		}
		l.order = append(l.order, glance{m, worth})
	}
	slices.SortStableFunc(l.order, func(a, b glance) int { return cmp.Compare(b.worth, a.worth) })
}
