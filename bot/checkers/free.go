package checkers

import (
	"slices"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
)

// mostFree is the maximum number of positions that the free search evaluates.
const mostFree = 80_000

// wide multiplies the number of positions, because optional captures make long move
// lists.
const wide = 5

// deepest is the maximum depth of the free search, in plies.
const deepest = 40

// A free search plays the variants: optional captures, huffing, the losing game. It
// is alpha-beta over the rules themselves and only counts pieces.
type free struct {
	rules   *checkers.Rules
	eval    Evaluation
	p       []checkers.Position
	moves   [deepest + 2][]parlour.Move
	killer  [deepest + 2]parlour.Move
	past    []checkers.Position // positions after its own moves since the last irreversible move
	values  []float64
	nodes   int
	limits  limits
	stopped bool
}

func newFree(r *checkers.Rules) *free {
	f := &free{rules: r, eval: trainedNets().Sight(), p: make([]checkers.Position, deepest+2)}
	for i := range f.moves {
		f.moves[i] = make([]parlour.Move, 0, 128)
	}
	return f
}

// best deepens until a limit is reached.
func (f *free) best(p *checkers.Position, moves []parlour.Move, l limits) (best parlour.Move, value int) {
	f.limits, f.nodes, f.stopped = l, 0, false
	f.limits.nodes = wide * l.nodes
	if l.nodes <= 0 || f.limits.nodes > mostFree {
		f.limits.nodes = mostFree
	}
	best = moves[0]
	last := l.depth
	if last == 0 {
		last = deepest / 2
	}
	for depth := 1; depth <= last; depth++ {
		m, top := f.root(p, moves, best, depth)
		if m != parlour.NoMove {
			best, value = m, top
		}
		if f.stopped || max(top, -top) > surely {
			break
		}
	}
	return best, value
}

// root tries the move that was best before first.
func (f *free) root(p *checkers.Position, moves []parlour.Move, first parlour.Move, depth int) (best parlour.Move, top int) {
	top = -endless
	try := func(m parlour.Move) {
		f.p[0] = *p
		f.rules.Play(&f.p[0], m)
		v := 0 // a repeated position counts as a draw
		if !slices.Contains(f.past, f.rules.Key(&f.p[0])) {
			v = -f.node(0, depth-1, -endless, -top)
		}
		if v > top && !f.stopped {
			best, top = m, v
		}
	}
	try(first)
	for _, m := range moves {
		if m != first && !f.stopped {
			try(m)
		}
	}
	return best, top
}

// note remembers the position after a move. Positions before a capture or a move of
// a man cannot occur again.
func (f *free) note(p *checkers.Position, m parlour.Move) {
	f.p[0] = *p
	f.rules.Play(&f.p[0], m)
	f.add()
}

// recall sets the past to the positions of a game, in the last of which it was the
// other side's turn.
func (f *free) recall(past []checkers.Position) {
	f.past = f.past[:0]
	for i := range past {
		if past[i].Mover == past[len(past)-1].Mover {
			f.p[0] = past[i]
			f.add()
		}
	}
}

// add adds the first position to the past.
func (f *free) add() {
	if f.p[0].Quiet <= 1 && f.p[0].Huff == 0 {
		f.past = f.past[:0]
	}
	f.past = append(f.past, f.rules.Key(&f.p[0]))
}

// heated searches every move a few plies and picks one with the heat of the style.
func (f *free) heated(p *checkers.Position, moves []parlour.Move, st Style, r *bot.Rand) parlour.Move {
	f.limits, f.nodes, f.stopped = limits{nodes: mostFree}, 0, false
	f.values = f.values[:0]
	for _, m := range moves {
		f.p[0] = *p
		f.rules.Play(&f.p[0], m)
		f.values = append(f.values, float64(-f.node(0, st.Depth-1, -endless, endless)))
	}
	return moves[st.Heat.Pick(f.values, r)]
}

// node evaluates the position at ply for the side to move. Every move, even compel,
// passes the turn to the other side.
func (f *free) node(ply, depth, alpha, beta int) int {
	f.nodes++
	if f.nodes >= f.limits.nodes || f.limits.context != nil && f.nodes&255 == 0 && f.limits.context.Err() != nil {
		f.stopped = true
	}
	if f.stopped {
		return 0
	}
	p := &f.p[ply]
	if res := f.rules.Result(p); res.Over {
		return int((2*res.Share[p.Mover] - 1) * float64(win-ply))
	}
	calm := p.Huff == 0 && p.Jumpers(p.Mover) == 0
	top := -endless
	if depth <= 0 {
		top = f.value(p)
		if calm || depth <= -6 || ply >= deepest || top >= beta {
			return top
		}
		alpha = max(alpha, top)
	}
	moves := f.rules.AppendMoves(p, f.moves[ply][:0])
	f.moves[ply] = moves
	if len(moves) == 1 {
		depth++ // forced moves cost no depth; the number of frames is the limit
	}
	for i, m := range moves {
		if m == f.killer[ply] {
			moves[0], moves[i] = m, moves[0]
		}
	}
	for pass := range 2 {
		for _, m := range moves {
			_, huffs := checkers.Huffed(m)
			takes := huffs || checkers.Taken(m) != 0 || checkers.IsCompel(m)
			if takes != (pass == 0) || depth <= 0 && !takes {
				continue
			}
			f.p[ply+1] = *p
			f.rules.Play(&f.p[ply+1], m)
			v := -f.node(ply+1, min(depth-1, deepest-ply-1), -beta, -alpha)
			if f.stopped {
				return 0
			}
			if v <= top {
				continue
			}
			top, alpha = v, max(alpha, v)
			if v >= beta {
				f.killer[ply] = m
				return top
			}
		}
	}
	return top
}

// value evaluates a position without search. In the losing game fewer pieces are
// better. The right to huff is worth about a piece.
func (f *free) value(p *checkers.Position) int {
	if f.rules.Loses() {
		own, their := p.Pieces[p.Mover], p.Pieces[p.Mover^1]
		return 100*(their.Len()-own.Len()) + 20*((their&p.Kings).Len()-(own&p.Kings).Len())
	}
	v := f.eval.Value(&p.Stand, p.Mover)
	if p.Huff != 0 {
		v += 60
	}
	return v
}
