package bot

import (
	"cmp"
	"context"
	"math"
	"slices"

	"parlour"
)

// Playouts say how moves are played out.
type Playouts struct {
	Gap    float64 // moves that are worse than the best by more are not played out
	Moves  int     // how many moves to play out at most
	Throws int     // throws of a playout
	Nodes  int     // positions to evaluate; 0 for none, unless the whole time may be used
}

// Playout is MaxN for games with dice that then plays the best moves out, several
// throws further, with the best move of the evaluator after every throw. All moves
// get the same dice. The luck of a throw is what it brings compared with the mean
// over all throws; it is left out of the result, so that few playouts tell much. A
// move that is clearly worse than the best is given up.
type Playout[P comparable] struct {
	*MaxN[P]
	how   Playouts
	p     []P // now, after a throw, after a move, after the throw and the move made
	moves []parlour.Move
	seen  Shares // the last evaluation; a local variable would escape
	arms  []arm
	live  int // arms that are still played out; those behind them were given up
	all   int // positions that may be evaluated
	left  int
}

// An arm is a move that is played out.
type arm struct {
	candidate
	sum   Shares
	worth []float64 // of each playout, for the seat in turn
}

// The value of the search counts as much as prior playouts. A move is given up after
// trial playouts at the earliest, if it is worse than the best by more than doubt
// standard deviations.
const (
	prior = 16
	trial = 32
	doubt = 2.5
	most  = 20_000 // playouts of a move, however much time there is
)

// NewPlayout returns a Maker of searchers that play moves out, with an evaluator
// made for the rules. The evaluator can be nil if the rules have none.
func NewPlayout[P comparable](eval func(parlour.Full[P]) Evaluator[P], limit Limit, how Playouts) Maker[P] {
	return func(rules parlour.Full[P]) Bot[P] {
		e := eval(rules)
		if e == nil {
			return nil
		}
		return &Playout[P]{MaxN: SearchMaxN(rules, e, limit), how: how, p: make([]P, 4)}
	}
}

// Looked returns the number of positions that the last search evaluated.
func (s *Playout[P]) Looked() int { return s.MaxN.Looked() + s.all - s.left }

// Choose returns the best of moves.
func (s *Playout[P]) Choose(p *P, moves []parlour.Move) parlour.Move {
	return s.Think(context.Background(), p, moves)
}

// Think is Choose with a limit.
func (s *Playout[P]) Think(ctx context.Context, p *P, moves []parlour.Move) parlour.Move {
	s.all, s.left = 0, 0
	if len(moves) == 1 {
		return moves[0]
	}
	s.compare(ctx, p, moves)
	return s.arms[0].move
}

// Judge evaluates every move. What the playouts say about the best move corrects
// the values of the moves that were not played out.
func (s *Playout[P]) Judge(ctx context.Context, p *P, moves []parlour.Move) []Shares {
	s.compare(ctx, p, moves)
	s.out = slices.Grow(s.out[:0], len(moves))[:len(moves)]
	best := &s.arms[0]
	var more Shares
	for k := range more {
		more[k] = best.share(k) - best.shares[k]
	}
	for _, c := range s.root {
		for k := range more {
			s.out[c.index][k] = max(0, c.shares[k]+more[k])
		}
	}
	for i := range s.arms {
		a := &s.arms[i]
		for k := range more {
			s.out[a.index][k] = max(0, a.share(k))
		}
	}
	return s.out
}

// compare searches, and plays the best moves out. The best one comes first.
func (s *Playout[P]) compare(ctx context.Context, p *P, moves []parlour.Move) {
	s.search(ctx, p, moves)
	best := s.root[0].worth
	s.arms = s.arms[:0]
	for _, c := range s.root[:min(len(s.root), s.how.Moves)] {
		if c.worth >= best-s.how.Gap {
			s.arms = append(s.arms, arm{candidate: c})
		}
	}
	s.live = len(s.arms)
	bounds := BoundsOf(ctx)
	s.all = s.how.Nodes
	if TakesWholeTime(ctx) {
		s.all = math.MaxInt
	}
	if bounds.Nodes > 0 {
		s.all = min(s.all, max(0, bounds.Nodes-s.MaxN.Looked()))
	}
	if bounds.Depth > 0 {
		s.all = 0 // a playout looks further ahead
	}
	s.left = s.all
	seat := s.rules.Turn(p).Seat
	for n := 1; n <= most && s.left > 0 && s.live > 1 && !Ended(ctx); n++ {
		for i := range s.arms[:s.live] {
			a := &s.arms[i]
			s.p[0] = *p
			s.rules.Play(&s.p[0], a.move)
			out := s.playout(NewRand(Mix(1928, uint64(n))))
			a.worth = append(a.worth, out[seat])
			for k := range out {
				a.sum[k] += out[k]
			}
		}
		if n%16 == 0 || s.left <= 0 {
			s.cull(n, int(seat))
		}
	}
}

// share returns what a seat can expect: the mean of the playouts and the search.
func (a *arm) share(seat int) float64 {
	return (prior*a.shares[seat] + a.sum[seat]) / float64(prior+len(a.worth))
}

// cull sorts the arms after n playouts, and gives up those that are clearly worse
// than the best.
func (s *Playout[P]) cull(n, seat int) {
	slices.SortStableFunc(s.arms[:s.live], func(a, b arm) int { return cmp.Compare(b.share(seat), a.share(seat)) })
	if n < trial {
		return
	}
	best := &s.arms[0]
	for i := s.live - 1; i > 0; i-- {
		a := &s.arms[i]
		sum, squares := 0.0, 0.0
		for k, w := range a.worth {
			d := best.worth[k] - w
			sum += d
			squares += d * d
		}
		mean := sum / float64(n)
		deviation := math.Sqrt(max(0, squares/float64(n)-mean*mean) / float64(n))
		if best.share(seat)-a.share(seat) > doubt*deviation {
			given := *a
			s.live--
			copy(s.arms[i:], s.arms[i+1:s.live+1])
			s.arms[s.live] = given
		}
	}
}

// playout plays the first position on. It returns the value at the end less the
// luck.
func (s *Playout[P]) playout(rand Rand) (out Shares) {
	now := &s.p[0]
	s.look(now)
	out = s.seen
	var luck Shares
	for range s.how.Throws {
		turn := s.rules.Turn(now)
		if turn.Seat == parlour.Nobody {
			break
		}
		f := s.fans.of(turn.Dice)
		at, thrown := rand.Float64(), false
		var mean Shares
		for i, m := range f.moves {
			s.p[1] = *now
			s.rules.Play(&s.p[1], m)
			this := !thrown && (at < f.parts[i] || i == len(f.moves)-1)
			at -= f.parts[i]
			best := s.reply(this)
			if this {
				out, thrown = best, true
			}
			for k := range mean {
				mean[k] += f.parts[i] * best[k]
			}
		}
		for k := range luck {
			luck[k] += out[k] - mean[k]
		}
		*now = s.p[3]
	}
	for k := range out {
		out[k] -= luck[k]
	}
	return out
}

// reply returns the value of the best move after a throw. It keeps the position
// after that move if asked to.
func (s *Playout[P]) reply(keep bool) (best Shares) {
	after := s.rules.Turn(&s.p[1])
	if after.Dice != 0 || after.Seat == parlour.Nobody { // a throw without a move
		s.look(&s.p[1])
		if keep {
			s.p[3] = s.p[1]
		}
		return s.seen
	}
	s.moves = s.rules.AppendMoves(&s.p[1], s.moves[:0])
	top := -1.0
	for _, m := range s.moves {
		s.p[2] = s.p[1]
		s.rules.Play(&s.p[2], m)
		s.look(&s.p[2])
		if s.seen[after.Seat] > top {
			top, best = s.seen[after.Seat], s.seen
			if keep {
				s.p[3] = s.p[2]
			}
		}
	}
	return best
}

// look evaluates a position.
func (s *Playout[P]) look(p *P) {
	s.left--
	if s.rules.Turn(p).Seat == parlour.Nobody {
		r := s.rules.Result(p)
		Settle(&r, &s.seen)
		return
	}
	s.eval.Shares(p, &s.seen)
}
