package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"parlour"
)

// A Term is a feature of a side: the index of a weight and its factor.
type Term struct {
	Index int32
	Value float32
}

// A Sheet describes a position by the terms of each side, indexed by its lowest
// seat.
type Sheet struct {
	Terms [parlour.MaxSeats][]Term
	Runs  [parlour.MaxSeats]bool // sides that can still win the current stake
	Stage float32                // 0 at the beginning of a game, 1 at its end
}

// Clear clears the sheet.
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

// Weights are learned: one number for each term at the beginning of a game and one
// at its end, interpolated by the stage. A few hidden units capture combinations of
// terms: each sums its own weights of the terms and of the stage, and adds the sum
// times Out if it is above zero.
type Weights struct {
	Early []float32 `json:"early"`
	Late  []float32 `json:"late"`
	In    []float32 `json:"in,omitempty"`    // by term, and for each by unit
	Stage []float32 `json:"stage,omitempty"` // by unit
	Bias  []float32 `json:"bias,omitempty"`  // by unit
	Out   []float32 `json:"out,omitempty"`   // by unit
}

// Units is the number of hidden units.
const Units = 16

// NewWeights returns weights for n terms, all zero.
func NewWeights(n int) *Weights {
	return &Weights{
		Early: make([]float32, n), Late: make([]float32, n), In: make([]float32, n*Units),
		Stage: make([]float32, Units), Bias: make([]float32, Units), Out: make([]float32, Units),
	}
}

// Parts returns all lists of weights.
func (w *Weights) Parts() [6][]float32 {
	return [6][]float32{w.Early, w.Late, w.In, w.Stage, w.Bias, w.Out}
}

// Fits reports whether these are weights for n terms.
func (w *Weights) Fits(n int) bool {
	for i, list := range NewWeights(n).Parts() {
		if len(w.Parts()[i]) != len(list) {
			return false
		}
	}
	return true
}

// ReadWeights reads the weights in a file that a training wrote.
func ReadWeights(data []byte) (*Weights, error) {
	var file struct {
		Weights *Weights `json:"weights"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("not a saved training: %w", err)
	}
	w := file.Weights
	if w != nil && w.Out == nil { // without hidden units
		w = NewWeights(len(w.Early))
		w.Early, w.Late = file.Weights.Early, file.Weights.Late
	}
	if w == nil || !w.Fits(len(w.Early)) {
		return nil, errors.New("not a saved training: its weights are missing or do not fit")
	}
	return w, nil
}

// Sum returns the sum of a side.
func (s *Sheet) Sum(side int, w *Weights) float64 {
	var h [Units]float32
	return float64(s.SumUnits(side, w, &h))
}

// SumUnits is Sum, and fills in the values of the units before the threshold.
func (s *Sheet) SumUnits(side int, w *Weights, h *[Units]float32) float32 {
	for i := range h {
		h[i] = w.Bias[i] + s.Stage*w.Stage[i]
	}
	a, b := float32(0), float32(0)
	for _, t := range s.Terms[side] {
		a += w.Early[t.Index] * t.Value
		b += w.Late[t.Index] * t.Value
		in := (*[Units]float32)(w.In[int(t.Index)*Units:])
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

// Chances fills in the chances of the sides that run: the softmax of their sums.
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

// A Student is an Evaluator that can learn: it describes positions, and weights turn
// the description into shares.
type Student[P comparable] interface {
	Evaluator[P]
	// Terms returns the number of terms.
	Terms() int
	// Guess fills in initial weights.
	Guess(w *Weights)
	// Describe fills in the sheet of p. The sheet is clear before.
	Describe(p *P, s *Sheet)
	// Settled returns how much of the game is decided, 0 at first, and fills in
	// what the last decision gave to each side that ran.
	Settled(p *P, out *Shares) int
}
