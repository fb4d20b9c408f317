package bot

import (
	"math"

	"parlour"
)

// A Term is a part of what is said of a side: the number of a weight and how
// much of it.
type Term struct {
	Index int32
	Value float32
}

// A Sheet is what is said of a position: terms for each side, under the number
// of its lowest seat.
type Sheet struct {
	Terms [parlour.MaxSeats][]Term
	Runs  [parlour.MaxSeats]bool // sides that can still win what is played for now
	Stage float32                // 0 at the beginning of a game, 1 at its end
}

// Clear takes everything off the sheet.
func (s *Sheet) Clear() {
	for i := range s.Terms {
		s.Terms[i] = s.Terms[i][:0]
	}
	s.Runs = [parlour.MaxSeats]bool{}
	s.Stage = 0
}

// Add adds a term to a side.
func (s *Sheet) Add(side parlour.Seat, index int, value float32) {
	s.Terms[side] = append(s.Terms[side], Term{int32(index), value})
}

// Weights are what was learned: a number for each term at the beginning of a
// game and one at its end, between which the weight slides with the stage. A
// few units more see what terms mean together: each adds up its own weights of
// the terms and of the stage and counts, times Out, if it comes out above zero.
type Weights struct {
	Early []float32 `json:"early"`
	Late  []float32 `json:"late"`
	In    []float32 `json:"in,omitempty"`    // by term, and for each by unit
	Stage []float32 `json:"stage,omitempty"` // by unit
	Bias  []float32 `json:"bias,omitempty"`  // by unit
	Out   []float32 `json:"out,omitempty"`   // by unit
}

// units is how many units see terms together.
const units = 16

// NewWeights returns weights for n terms, all zero.
func NewWeights(n int) *Weights {
	return &Weights{
		Early: make([]float32, n), Late: make([]float32, n), In: make([]float32, n*units),
		Stage: make([]float32, units), Bias: make([]float32, units), Out: make([]float32, units),
	}
}

// parts returns all lists of weights.
func (w *Weights) parts() [6][]float32 {
	return [6][]float32{w.Early, w.Late, w.In, w.Stage, w.Bias, w.Out}
}

// fits reports whether these are weights for n terms.
func (w *Weights) fits(n int) bool {
	for i, list := range NewWeights(n).parts() {
		if len(w.parts()[i]) != len(list) {
			return false
		}
	}
	return true
}

// Sum returns the sum of a side.
func (s *Sheet) Sum(side int, w *Weights) float64 {
	var h [units]float32
	return float64(s.sum(side, w, &h))
}

// sum is Sum and tells what the units came to.
func (s *Sheet) sum(side int, w *Weights, h *[units]float32) float32 {
	for i := range h {
		h[i] = w.Bias[i] + s.Stage*w.Stage[i]
	}
	a, b := float32(0), float32(0)
	for _, t := range s.Terms[side] {
		a += w.Early[t.Index] * t.Value
		b += w.Late[t.Index] * t.Value
		in := (*[units]float32)(w.In[int(t.Index)*units:])
		for i := range h {
			h[i] += t.Value * in[i]
		}
	}
	sum := a + s.Stage*(b-a)
	for i, v := range h {
		if v > 0 {
			sum += v * w.Out[i]
		}
	}
	return sum
}

// Chances fills in the chances of the sides that run: the exponentials of
// their sums, in proportion.
func (s *Sheet) Chances(w *Weights, out *Shares) {
	*out = Shares{}
	top := math.Inf(-1)
	for side, runs := range s.Runs {
		if runs {
			out[side] = s.Sum(side, w)
			top = max(top, out[side])
		}
	}
	sum := 0.0
	for side, runs := range s.Runs {
		if runs {
			out[side] = math.Exp(out[side] - top)
			sum += out[side]
		}
	}
	for side, runs := range s.Runs {
		if runs {
			out[side] /= sum
		}
	}
}

// A Student is an Evaluator whose opinion can be learned: it describes
// positions, and weights make shares of the description.
type Student[P comparable] interface {
	Evaluator[P]
	// Terms returns how many weights there are.
	Terms() int
	// Guess fills in weights to begin with.
	Guess(w *Weights)
	// Describe fills in the sheet of p, which is clear.
	Describe(p *P, s *Sheet)
	// Settled tells how much of the game is decided, 0 at first, and what the
	// last decision gave to each side that ran.
	Settled(p *P, out *Shares) int
}
