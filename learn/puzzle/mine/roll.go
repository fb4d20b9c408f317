package mine

import (
	"context"
	"math"
	"slices"

	"parlour"
	"parlour/bot"
)

// A sample collects numbers.
type sample struct {
	n         int
	sum, sums float64 // of the numbers and their squares
}

func (s *sample) add(v float64) {
	s.n++
	s.sum += v
	s.sums += v * v
}

func (s *sample) mean() float64 { return s.sum / float64(s.n) }

// error returns the standard error of the mean.
func (s *sample) error() float64 {
	if s.n < 2 {
		return math.Inf(1)
	}
	m := s.mean()
	return math.Sqrt(max(0, s.sums/float64(s.n)-m*m) / float64(s.n-1))
}

// confirmed plays out the first moves of the list, the same dice for each, until
// it is clear that the first one is better than every other or that it is not.
// It returns those it played out, with the means as values, best first.
func (d *digger[P]) confirmed(ctx context.Context, p *P, list []candidate[P]) ([]candidate[P], bool) {
	r := d.Rolls
	list = list[:min(len(list), r.Wide)]
	seat := d.rules.Turn(p).Seat
	for i := range list {
		c := &list[i]
		if r.First {
			d.settle(&c.after)
		}
	}
	values := make([]sample, len(list))
	scores := make([]float64, len(list))
	for n := 0; n < r.Most; n++ {
		for i := range list {
			scores[i] = d.roll(ctx, &list[i].after, diceOf(n), seat)
			values[i].add(scores[i])
			list[i].diffs.add(scores[0] - scores[i])
		}
		if ctx.Err() != nil {
			return nil, false
		}
		if n+1 < r.Least || (n+1)%r.Batch != 0 {
			continue
		}
		clear, hopeless := true, false
		for i := range list[1:] {
			s := &list[i+1].diffs
			mean, e := s.mean(), s.error()
			clear = clear && mean-stop*e >= r.Clear
			hopeless = hopeless || mean+e < r.Clear
		}
		if hopeless {
			return nil, false
		}
		if clear {
			for i := range list {
				list[i].value = values[i].mean()
			}
			slices.SortStableFunc(list, func(a, b candidate[P]) int { return byValue(b, a) })
			return list, true
		}
	}
	return nil, false
}

// settle makes the choices before the next throw as the expert does.
func (d *digger[P]) settle(p *P) {
	for range 8 {
		turn := d.rules.Turn(p)
		if turn.Over() || turn.Dice != 0 {
			return
		}
		d.moves = d.rules.AppendMoves(p, d.moves[:0])
		d.rules.Play(p, d.judge.(bot.Bot[P]).Choose(p, d.moves))
	}
}

// roll plays a position out once and returns what seat has at the end.
func (d *digger[P]) roll(ctx context.Context, from *P, seed uint64, seat parlour.Seat) float64 {
	rand := bot.NewRand(seed)
	d.policy.Seed(rand.Uint64())
	d.p[1] = *from
	p := &d.p[1]
	for ply := 0; ; ply++ {
		turn := d.rules.Turn(p)
		if turn.Over() {
			return d.ended(ctx, p, seat)
		}
		if d.Rolls.Plies > 0 && ply >= d.Rolls.Plies && (turn.Dice != 0 || ply >= d.Rolls.Plies+4) {
			var s bot.Shares
			d.last.Value(ctx, p, &s)
			return d.value(p, s[seat])
		}
		if ply > 4*d.Most {
			return d.value(p, 0.5)
		}
		if turn.Dice != 0 {
			d.rules.Play(p, turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
			continue
		}
		d.moves = d.rules.AppendMoves(p, d.moves[:0])
		if len(d.moves) == 1 {
			d.rules.Play(p, d.moves[0])
			continue
		}
		d.rules.Play(p, d.policy.Choose(p, d.moves))
	}
}

// diceOf returns the seed of the dice of a game that is played out.
func diceOf(n int) uint64 { return bot.Mix(1928, uint64(n)) }
