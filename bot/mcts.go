package bot

import (
	"context"
	"math"
	"slices"

	"parlour"
)

// MCTS is Monte Carlo tree search for any number of sides and with dice. Every step
// descends from the root to a leaf, where each side takes the move that promises
// most to itself, expands the leaf, evaluates its children, and adds the evaluation
// to every node on the way back. Throws are taken in proportion to their
// probability.
type MCTS[P comparable] struct {
	rules parlour.Full[P]
	eval  Evaluator[P]
	limit Limit
	meter meter
	fans  fans
	nodes []node[P]
	path  []int32
	moves []parlour.Move
	out   []Shares
}

// A node is a position of the tree.
type node[P comparable] struct {
	p      P
	sum    Shares // of the evaluations at and below it
	visits int32  // number of evaluations in sum
	first  int32  // index of its first child; the children are consecutive; 0 for a leaf
	count  int32
	prior  float32 // prior of the move to it, or probability of the throw
	move   parlour.Move
	turn   parlour.Turn
}

// mean returns what a seat can expect.
func (n *node[P]) mean(seat parlour.Seat) float64 { return n.sum[seat] / float64(n.visits) }

const (
	curiosity = 0.6  // weight of exploration
	sharpness = 0.05 // the difference of shares that raises the prior of a move by a factor of e
)

// NewMCTS returns a Maker of searchers with an evaluator made for the rules. The
// evaluator can be nil if the rules have none. Nodes of the limit counts the
// evaluations; Depth and Width have no effect.
func NewMCTS[P comparable](eval func(parlour.Full[P]) Evaluator[P], limit Limit) Maker[P] {
	return func(rules parlour.Full[P]) Bot[P] {
		e := eval(rules)
		if e == nil {
			return nil
		}
		return SearchMCTS(rules, e, limit)
	}
}

// SearchMCTS returns a searcher.
func SearchMCTS[P comparable](rules parlour.Full[P], eval Evaluator[P], limit Limit) *MCTS[P] {
	return &MCTS[P]{rules: rules, eval: eval, limit: limit}
}

// Seed does nothing, because the search is deterministic.
func (s *MCTS[P]) Seed(uint64) {}

// Looked returns the number of positions that the last search evaluated.
func (s *MCTS[P]) Looked() int { return s.meter.looked() }

// Choose returns the best of moves.
func (s *MCTS[P]) Choose(p *P, moves []parlour.Move) parlour.Move {
	return s.Think(context.Background(), p, moves)
}

// Think is Choose with a limit.
func (s *MCTS[P]) Think(ctx context.Context, p *P, moves []parlour.Move) parlour.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	s.grow(ctx, p)
	best := s.nodes[s.nodes[0].first]
	for _, n := range s.followers(&s.nodes[0]) {
		if n.visits > best.visits {
			best = n
		}
	}
	return best.move
}

// Judge evaluates every move.
func (s *MCTS[P]) Judge(ctx context.Context, p *P, moves []parlour.Move) []Shares {
	s.grow(ctx, p)
	s.out = slices.Grow(s.out[:0], len(moves))[:len(moves)]
	for _, n := range s.followers(&s.nodes[0]) {
		if i := slices.Index(moves, n.move); i >= 0 {
			s.out[i] = n.shares()
		}
	}
	return s.out
}

// Value searches as much as Judge.
func (s *MCTS[P]) Value(ctx context.Context, p *P, out *Shares) {
	s.grow(ctx, p)
	*out = s.nodes[0].shares()
}

func (n *node[P]) shares() (out Shares) {
	for i := range out {
		out[i] = n.sum[i] / float64(max(1, n.visits))
	}
	return out
}

func (s *MCTS[P]) followers(n *node[P]) []node[P] { return s.nodes[n.first : n.first+n.count] }

// grow builds the tree of p.
func (s *MCTS[P]) grow(ctx context.Context, p *P) {
	s.meter.start(ctx, s.limit.nodes())
	s.nodes = append(s.nodes[:0], node[P]{p: *p, turn: s.rules.Turn(p)})
	if s.nodes[0].turn.Over() {
		r := s.rules.Result(p)
		Settle(&r, &s.nodes[0].sum)
		s.nodes[0].visits = 1
		return
	}
	for {
		at := s.descend()
		n := &s.nodes[at]
		if n.turn.Over() {
			s.back(n.shares(), 1)
			if s.meter.spent() {
				return
			}
			continue
		}
		before := len(s.nodes)
		s.open(at)
		s.back(s.gain(before))
		if s.meter.over || s.meter.left < 0 {
			return
		}
	}
}

// descend returns the most promising leaf and records the path to it.
func (s *MCTS[P]) descend() int32 {
	at := int32(0)
	s.path = append(s.path[:0], at)
	for s.nodes[at].first != 0 {
		n := &s.nodes[at]
		if n.turn.Dice != 0 {
			at = s.luck(n)
		} else {
			at = s.promise(n)
		}
		s.path = append(s.path, at)
	}
	return at
}

// luck returns the throw that was taken least often for its probability.
func (s *MCTS[P]) luck(n *node[P]) (best int32) {
	most := math.Inf(-1)
	for i := range n.count {
		c := &s.nodes[n.first+i]
		if lack := float64(c.prior)*float64(n.visits) - float64(c.visits); lack > most {
			most, best = lack, n.first+i
		}
	}
	return best
}

// promise returns the move that promises most to the seat in turn.
func (s *MCTS[P]) promise(n *node[P]) (best int32) {
	most := math.Inf(-1)
	root := curiosity * math.Sqrt(float64(n.visits))
	for i := range n.count {
		c := &s.nodes[n.first+i]
		v := c.mean(n.turn.Seat) + root*float64(c.prior)/float64(1+c.visits)
		if v > most {
			most, best = v, n.first+i
		}
	}
	return best
}

// open adds the children of a leaf, each with a first evaluation.
func (s *MCTS[P]) open(at int32) {
	first := int32(len(s.nodes))
	turn := s.nodes[at].turn
	if turn.Dice != 0 {
		f := s.fans.of(turn.Dice)
		for i, m := range f.moves {
			s.follow(at, m, float32(f.parts[i]))
		}
	} else {
		s.moves = s.rules.AppendMoves(&s.nodes[at].p, s.moves[:0])
		for _, m := range s.moves {
			s.follow(at, m, 0)
		}
		s.weigh(s.nodes[first:], turn.Seat)
	}
	s.nodes[at].first, s.nodes[at].count = first, int32(len(s.nodes))-first
}

// follow adds one child.
func (s *MCTS[P]) follow(at int32, m parlour.Move, prior float32) {
	s.nodes = append(s.nodes, node[P]{p: s.nodes[at].p, move: m, prior: prior, visits: 1})
	n := &s.nodes[len(s.nodes)-1]
	s.rules.Play(&n.p, m)
	if n.turn = s.rules.Turn(&n.p); n.turn.Over() {
		r := s.rules.Result(&n.p)
		Settle(&r, &n.sum)
		return
	}
	s.meter.spent()
	s.eval.Shares(&n.p, &n.sum)
}

// weigh fills in the priors of moves.
func (s *MCTS[P]) weigh(list []node[P], seat parlour.Seat) {
	top, sum := math.Inf(-1), 0.0
	for i := range list {
		top = max(top, list[i].sum[seat])
	}
	for i := range list {
		sum += math.Exp((list[i].sum[seat] - top) / sharpness)
	}
	for i := range list {
		list[i].prior = float32(math.Exp((list[i].sum[seat]-top)/sharpness) / sum)
	}
}

// gain returns the value of an expanded leaf: that of its best move, or the mean of
// its throws.
func (s *MCTS[P]) gain(first int) (v Shares, n int32) {
	leaf := &s.nodes[s.path[len(s.path)-1]]
	list := s.nodes[first:]
	if leaf.turn.Dice == 0 {
		best := 0
		for i := range list {
			if list[i].sum[leaf.turn.Seat] > list[best].sum[leaf.turn.Seat] {
				best = i
			}
		}
		return list[best].sum, 1
	}
	for i := range list {
		for s := range v {
			v[s] += float64(list[i].prior) * list[i].sum[s]
		}
	}
	return v, 1
}

// back adds an evaluation to every node of the path.
func (s *MCTS[P]) back(v Shares, n int32) {
	for _, at := range s.path {
		node := &s.nodes[at]
		for i := range v {
			node.sum[i] += v[i]
		}
		node.visits += n
	}
}
