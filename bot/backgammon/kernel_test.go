package backgammon

import (
	"math"
	"slices"
	"testing"

	"parlour/bot"
)

// Both ways of collecting the units that are not zero give the same.
func TestPositive(t *testing.T) {
	rand := bot.NewRand(2)
	var idx, idx2 [64 + slack]int32
	var val, val2 [64 + slack]float32
	for range 500 {
		h := make([]float32, 8*(1+rand.Intn(8)))
		for i := range h {
			h[i] = float32(rand.Intn(201)-100) / 7
			if h[i] == 0 && rand.Intn(2) == 0 {
				h[i] = float32(math.Copysign(0, -1))
			}
		}
		n, m := positive(h, idx[:], val[:]), positivePlain(h, idx2[:], val2[:])
		if n != m || !slices.Equal(idx[:n], idx2[:n]) || !slices.Equal(val[:n], val2[:n]) {
			t.Fatalf("%v: %v and %v", h, idx[:n], idx2[:m])
		}
	}
}
