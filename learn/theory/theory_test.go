package theory

import (
	"slices"
	"testing"
)

// A quick win is best, and a slow loss better than a quick one.
func TestRank(t *testing.T) {
	order := []Verdict{{Wins, 3}, {Wins, 9}, {Draws, 0}, {Loses, 8}, {Loses, 2}}
	got := []Verdict{order[3], order[0], order[4], order[2], order[1]}
	slices.SortFunc(got, func(x, y Verdict) int { return y.Rank() - x.Rank() })
	if !slices.Equal(got, order) {
		t.Errorf("the order is %v, want %v", got, order)
	}
}
