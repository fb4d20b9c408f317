package backgammon

import (
	"math"
	"slices"

	"parlour/bot"
	"parlour/games/backgammon"
)

// This file has what trainers of the nets need.

// NetCount is the number of nets. Each is for a kind of position.
const NetCount = netCount

// Kind returns the number of the net that evaluates a position.
func Kind(own, opp *backgammon.Men) int { return kind(own, opp) }

// Exact reports whether a position is evaluated by tables instead of a net: all men
// are home.
func Exact(own, opp *backgammon.Men) bool { return (own.Any()|opp.Any())&^inHome == 0 }

// Inputs returns the inputs of the net for a position that are not zero, by number.
func Inputs(own, opp *backgammon.Men) (idx []int32, val []float32) {
	var in input
	in.set(own, opp, kind(own, opp) != raceNet)
	return in.idx[:in.n], in.val[:in.n]
}

// Chances evaluates a position without looking ahead.
func (s *Searcher) Chances(own, opp *backgammon.Men) Chances { return s.eval.Chances(own, opp) }

// Units returns the number of units in the first layer.
func (n *Net) Units() int { return n.first }

// Params returns all weights of a net, to be changed in place.
func (n *Net) Params() []float32 { return n.params }

// RandomNet returns an untrained net.
func RandomNet(first int, seed uint64) *Net {
	n := NewNet(first)
	rand := bot.NewRand(seed)
	fill := func(w []float32, fan float64) {
		for i := range w {
			// The sum of three is close enough to a normal distribution.
			s := 0.0
			for range 3 {
				s += float64(rand.Uint64()>>40)/(1<<23) - 1
			}
			w[i] = float32(s * math.Sqrt(2/fan))
		}
	}
	fill(n.w1, 40) // about this many inputs are not zero
	fill(n.w2, float64(first))
	fill(n.w3, 8*second)
	// A gammon is one win in four, a backgammon is rare.
	copy(n.b3, []float32{0, -1.9, -5, -1.9, -5})
	return n
}

// Clone returns a copy without a sieve.
func (n *Net) Clone() *Net {
	c := NewNet(n.first)
	copy(c.params, n.params)
	return c
}

// A Work is the workspace of a goroutine that learns.
type Work struct{ scratch *scratch }

// NewWork returns a workspace for nets of up to that many units in the first layer.
func NewWork(first int) *Work { return &Work{newScratch(max(first, units))} }

// Backward adds the gradient of the cross entropy between the net and the target for
// a position to grad.
func (n *Net) Backward(grad *Net, w *Work, own, opp *backgammon.Men, target *Chances) {
	s := w.scratch
	s.in.set(own, opp, kind(own, opp) != raceNet)
	out := n.forward(s)
	var d [outputs]float32
	for o := range out {
		d[o] = out[o] - target[o]
		grad.b3[o] += d[o]
	}
	var d2 [second]float32
	for i, v := range s.h2 {
		if math.Signbit(float64(v)) {
			continue
		}
		row, g := n.w3[i*outputs:][:outputs], grad.w3[i*outputs:][:outputs]
		for o := range out {
			d2[i] += d[o] * row[o]
			g[o] += d[o] * v
		}
		grad.b2[i] += d2[i]
	}
	bot.Scatter(grad.w2, d2[:], s.idx, s.val)
	d1 := s.h1[:n.first]
	clear(d1)
	for _, j := range s.idx {
		row := (*[second]float32)(n.w2[int(j)*second:])
		var a, b, c, e float32
		for i := 0; i < second; i += 4 {
			a += row[i] * d2[i]
			b += row[i+1] * d2[i+1]
			c += row[i+2] * d2[i+2]
			e += row[i+3] * d2[i+3]
		}
		d1[j] = a + b + c + e
		grad.b1[j] += d1[j]
	}
	bot.Scatter(grad.w1, d1, s.in.idx[:s.in.n], s.in.val[:s.in.n])
}

// Params returns all weights of a sieve, to be changed in place.
func (v *Sieve) Params() []float32 { return v.params }

// Guess sets the weights to random ones.
func (v *Sieve) Guess(rand *bot.Rand) {
	for i := range v.w1 {
		v.w1[i] = float32((float64(rand.Uint64()>>40)/(1<<23) - 1) * math.Sqrt(6./25))
	}
	for i := range v.w2 {
		v.w2[i] = float32((float64(rand.Uint64()>>40)/(1<<23) - 1) * 0.1)
	}
}

// SetSieve gives a net a copy of a sieve, rounded as in a file, or takes its sieve
// away if there is none.
func (n *Net) SetSieve(v *Sieve) {
	n.sieve = nil
	if v == nil {
		return
	}
	n.sieve = NewSieve()
	for i, x := range v.params {
		n.sieve.params[i] = fromHalf(toHalf(x))
	}
	n.sieve.prepare()
}

// Forward computes what a sieve says of a position.
func (v *Sieve) Forward(w *Work, own, opp *backgammon.Men) (out Chances) {
	s := w.scratch
	s.in.n = 0
	block{own, nil}.men(&s.in, 0)
	block{opp, nil}.men(&s.in, inJudged)
	bot.Gather(s.h1[:units], v.b1, v.w1, s.in.idx[:s.in.n], s.in.val[:s.in.n])
	copy(out[:], v.b2)
	for j, h := range s.h1[:units] {
		if h > 0 {
			for o := range out {
				out[o] += h * v.w2[j*heads+o]
			}
		}
	}
	return out
}

// Backward adds the gradient for a position to grad, if the outputs of the sieve have
// the slopes d.
func (v *Sieve) Backward(grad *Sieve, w *Work, own, opp *backgammon.Men, d *Chances) {
	v.Forward(w, own, opp)
	s := w.scratch
	h1 := s.h1[:units]
	for o := range d {
		grad.b2[o] += d[o]
	}
	for j, h := range h1 {
		slope := float32(0)
		if h > 0 {
			for o := range d {
				slope += d[o] * v.w2[j*heads+o]
				grad.w2[j*heads+o] += d[o] * h
			}
		}
		h1[j] = slope
		grad.b1[j] += slope
	}
	bot.Scatter(grad.w1, h1, s.in.idx[:s.in.n], s.in.val[:s.in.n])
}

// Sifted reports which plays of a throw the sieves of nets let through in the last
// throw of a look ahead. A play is the men after it: those of the side on roll then,
// and of the other.
func Sifted(nets []*Net, plays [][2]backgammon.Men) []bool {
	var c screen
	c.set(nets, &moneyPrices)
	by, value := &fine, make([]float32, len(plays))
	for i := range plays {
		own, opp := &plays[i][0], &plays[i][1]
		k := kind(own, opp)
		if k == crashedNet {
			by = &coarse
		}
		value[i] = c.value(nets, k, own, opp)
	}
	order := slices.Sorted(slices.Values(value))
	slices.Reverse(order)
	least := max(order[min(by.most, len(order))-1], order[0]-by.near)
	kept := make([]bool, len(plays))
	for i, v := range value {
		kept[i] = v >= least
	}
	return kept
}
