package mine

import (
	"math"
	"testing"
)

func TestStatistics(t *testing.T) {
	var s sample
	for _, v := range []float64{1, 2, 3, 4} {
		s.add(v)
	}
	// The standard deviation of 1, 2, 3, 4 is 1.29, divided by the root of four.
	if s.mean() != 2.5 || math.Abs(s.error()-1.2909944487/2) > 1e-9 {
		t.Errorf("mean %v, error %v", s.mean(), s.error())
	}
}
