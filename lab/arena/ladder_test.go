package arena

import (
	"math"
	"testing"
)

// Ratings follow from shares, also of players who never met, and the interval of a
// player farther from the anchor is wider.
func TestLadder(t *testing.T) {
	r := &Report{Pairs: []Pair{
		{A: "low", B: "middle", Games: 10_000, Wins: 2_402.5}, // 200 apart
		{A: "middle", B: "high", Games: 10_000, Wins: 3_599},  // 100 apart
		{A: "high", B: "nobody"},
	}}
	got := r.Ladder("low", 1000)
	if len(got) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range []float64{1000, 1200, 1300} {
		if math.Abs(got[i].Elo-want) > 1 {
			t.Errorf("%s has %.1f, want %.0f", got[i].Name, got[i].Elo, want)
		}
	}
	// One pair of n games with the share p: the standard error of the logit is
	// 1/sqrt(n p (1-p)).
	want := 1.96 * 400 / math.Ln10 / math.Sqrt(10_001*0.24*0.76)
	if e := got[1].Error; got[0].Error != 0 || math.Abs(e-want) > 0.1 || got[2].Error <= e {
		t.Errorf("intervals %.2f, %.2f, %.2f; want 0, %.2f and more", got[0].Error, e, got[2].Error, want)
	}
	// A pair with a narrow interval, because many games were ties, counts more.
	tied := &Report{Pairs: []Pair{{A: "a", B: "b", Rounds: 500, Games: 1000, Wins: 500, Share: 0.5, Low: 0.48, High: 0.52}}}
	if e := tied.Ladder("b", 0)[0].Error; math.Abs(e-13.9) > 0.2 {
		t.Errorf("half of the interval of the share is 0.02, which is 13.9, not %.1f", e)
	}
	for _, p := range (&Report{Pairs: []Pair{{A: "a", B: "b", Games: 50, Wins: 50}}}).Ladder("b", 0) {
		if math.IsInf(p.Elo, 0) || math.IsNaN(p.Elo) || math.IsNaN(p.Error) {
			t.Errorf("%+v", p)
		}
	}
}

// Only the pairs of a contest that are named meet, as often as they say.
func TestMeetings(t *testing.T) {
	c := Contest{Players: make([]Player, 3), Rounds: 2}
	if n := len(c.due()); n != 6 {
		t.Errorf("%d rounds of all pairs, want 6", n)
	}
	c.Pairs = []Meeting{{[2]int{0, 1}, 3}, {[2]int{1, 2}, 1}}
	c.Done = []Round{{Players: [2]int{0, 1}, Number: 1}}
	count := map[[2]int]int{}
	for _, r := range c.due() {
		count[r.Players]++
	}
	if count[[2]int{0, 1}] != 2 || count[[2]int{1, 2}] != 1 || len(count) != 2 {
		t.Errorf("rounds %v", count)
	}
}
