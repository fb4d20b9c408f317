package bot

import (
	"context"

	"parlour"
)

// Rollout evaluates positions by playing them out at random many times. That is
// accurate for a game without choices, and weak for others.
type Rollout[P comparable] struct {
	rules parlour.Full[P]
	games int
	p     []P // the position to play out, and the one after a move
	moves []parlour.Move
	out   []Shares
	seed  uint64
}

// NewRollout returns a Maker of judges that play each position out that many times.
func NewRollout[P comparable](games int) Maker[P] {
	return func(rules parlour.Full[P]) Bot[P] {
		return &Rollout[P]{rules: rules, games: games, p: make([]P, 2)}
	}
}

// Seed begins a new game.
func (r *Rollout[P]) Seed(seed uint64) { r.seed = seed }

// Choose returns the move after which the seat in turn does best.
func (r *Rollout[P]) Choose(p *P, moves []parlour.Move) parlour.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	seat, best := r.rules.Turn(p).Seat, 0
	out := r.Judge(context.Background(), p, moves)
	for i := range out {
		if out[i][seat] > out[best][seat] {
			best = i
		}
	}
	return moves[best]
}

// Judge evaluates every move.
func (r *Rollout[P]) Judge(ctx context.Context, p *P, moves []parlour.Move) []Shares {
	r.out = r.out[:0]
	for _, m := range moves {
		r.p[1] = *p
		r.rules.Play(&r.p[1], m)
		var v Shares
		r.Value(ctx, &r.p[1], &v)
		r.out = append(r.out, v)
	}
	return r.out
}

// Value plays p out with the same random numbers every time, so that equal
// positions have equal values.
func (r *Rollout[P]) Value(ctx context.Context, p *P, out *Shares) {
	rand, n := NewRand(r.seed), 0
	*out = Shares{}
	for ; n < r.games && (n == 0 || !Ended(ctx)); n++ {
		r.p[0] = *p
		for {
			q := &r.p[0]
			turn := r.rules.Turn(q)
			if turn.Seat == parlour.Nobody {
				break
			}
			if turn.Dice != 0 {
				r.rules.Play(q, turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
				continue
			}
			r.moves = r.rules.AppendMoves(q, r.moves[:0])
			r.rules.Play(q, r.moves[rand.Intn(len(r.moves))])
		}
		res := r.rules.Result(&r.p[0])
		for s, share := range res.Share {
			out[s] += share
		}
	}
	for s := range out {
		out[s] /= float64(n)
	}
}
