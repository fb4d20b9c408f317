package bot

import (
	"context"

	"parlour"
)

// Heat says how readily a player confuses moves. It is the temperature of a softmax:
// a move that is worse than the best by the heat is chosen e times less often, one
// that is worse by ten times the heat practically never. So close moves are often
// confused, and blunders are rare. Heat 0 always plays the best move.
type Heat float64

// Pick returns the index of one of the values, which are in the same unit as the
// heat. The same values and the same r give the same index on every machine.
func (h Heat) Pick(values []float64, r *Rand) int {
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	if h <= 0 {
		return best
	}
	sum := 0.0
	for _, v := range values {
		sum += h.weight(values[best] - v)
	}
	left := r.Float64() * sum
	for i, v := range values {
		if left -= h.weight(values[best] - v); left < 0 {
			return i
		}
	}
	return best
}

// weight returns about e^(-cost/h): (1-x/64)^64, which needs no math.Exp, whose last
// bit depends on the machine. The conversions keep compilers from fusing operations.
func (h Heat) weight(cost float64) float64 {
	w := max(0, 1-float64(cost/float64(64*h)))
	for range 6 {
		w = float64(w * w)
	}
	return w
}

// Fallible is a bot that errs as people do: it evaluates moves as another bot does,
// and picks one with some Heat.
//
// Values are shares of the result. A difference counts more when the game is nearly
// decided: the unit of the heat is b(1-b) for a best move worth b, as in log-odds.
//
// A player with a Drive also likes some moves better than others that are worth the
// same, so that it does not wander about where its evaluation sees no difference.
type Fallible[P comparable] struct {
	rules  parlour.Full[P]
	judge  Judge[P]
	bot    Bot[P] // the same
	heat   Heat
	drive  Drive[P] // nil for none
	rand   Rand
	values []float64
}

// Size returns how many bytes the memory of its bot takes.
func (f *Fallible[P]) Size() int {
	if s, ok := f.bot.(Sizer); ok {
		return s.Size()
	}
	return 0
}

// A Drive says by how many heats a player likes a move better than its value.
// Moves are legal in p.
type Drive[P comparable] func(p *P, m parlour.Move) float64

// NewDriven is NewFallible for bots with a Drive, made for the rules.
func NewDriven[P comparable](heat Heat, maker Maker[P], drive func(parlour.Full[P]) Drive[P]) Maker[P] {
	return func(rules parlour.Full[P]) Bot[P] {
		b, ok := NewFallible(heat, maker)(rules).(*Fallible[P])
		if !ok {
			return nil
		}
		b.drive = drive(rules)
		return b
	}
}

// NewFallible returns a Maker of bots with some heat. The bots of maker have to be
// Judges; otherwise there are none.
func NewFallible[P comparable](heat Heat, maker Maker[P]) Maker[P] {
	return func(rules parlour.Full[P]) Bot[P] {
		b := maker(rules)
		j, ok := b.(Judge[P])
		if !ok {
			return nil
		}
		return &Fallible[P]{rules: rules, judge: j, bot: b, heat: heat}
	}
}

// Seed begins a new game.
func (b *Fallible[P]) Seed(seed uint64) {
	b.rand = NewRand(seed)
	b.bot.Seed(Mix(seed, 0))
}

// Recall passes the history of the game to the other bot.
func (b *Fallible[P]) Recall(past []P) {
	if h, ok := b.bot.(Historian[P]); ok {
		h.Recall(past)
	}
}

// Choose returns one of moves, more likely a good one.
func (b *Fallible[P]) Choose(p *P, moves []parlour.Move) parlour.Move {
	return b.Think(context.Background(), p, moves)
}

// Think is Choose with a limit.
func (b *Fallible[P]) Think(ctx context.Context, p *P, moves []parlour.Move) parlour.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	seat := b.rules.Turn(p).Seat
	b.values = b.values[:0]
	most := 0.0
	for _, s := range b.judge.Judge(ctx, p, moves) {
		b.values = append(b.values, s[seat])
		most = max(most, s[seat])
	}
	const least = 1.0 / 64 // a decided game is no reason to stop thinking
	unit := max(least, float64(most*(1-most)))
	for i := range b.values {
		b.values[i] /= unit
		if b.drive != nil {
			b.values[i] += float64(float64(b.heat) * b.drive(p, moves[i]))
		}
	}
	return moves[b.heat.Pick(b.values, &b.rand)]
}
