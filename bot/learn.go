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
// game and one at its end, between which the weight slides with the stage.
type Weights struct {
	Early []float32 `json:"early"`
	Late  []float32 `json:"late"`
}

// NewWeights returns n weights that are zero.
func NewWeights(n int) *Weights { return &Weights{make([]float32, n), make([]float32, n)} }

// Sum returns the sum of the terms of a side.
func (s *Sheet) Sum(side int, w *Weights) float64 {
	a, b := float32(0), float32(0)
	for _, t := range s.Terms[side] {
		a += w.Early[t.Index] * t.Value
		b += w.Late[t.Index] * t.Value
	}
	return float64(a + s.Stage*(b-a))
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
