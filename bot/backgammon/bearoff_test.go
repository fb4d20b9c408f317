package backgammon

import (
	"math"
	"testing"

	"parlour/games/backgammon"
)

// home returns men on the points from 1 to 6.
func home(n ...int) (m backgammon.Men) {
	for i, k := range n {
		put(&m, i+1, k)
	}
	return m
}

func TestRank(t *testing.T) {
	for r := range homePositions {
		m := unrank(r)
		if got := rank(&m); got != r {
			t.Fatalf("%d comes back as %d", r, got)
		}
		if (m.On() <= 6) != (r < smallPositions) {
			t.Fatalf("%d has %d men", r, m.On())
		}
	}
}

// The numbers were computed by an independent program.
func TestOneSided(t *testing.T) {
	one := TheOneSided()
	sum := 0.0
	for _, v := range one.mean {
		sum += v
	}
	if math.Abs(sum-394310.933338) > 0.01 {
		t.Errorf("all means add up to %f", sum)
	}
	for _, c := range []struct {
		men  backgammon.Men
		want float64
	}{
		{home(0, 0, 0, 0, 0, 1), 1.25},
		{home(0, 0, 0, 0, 0, 15), 12.266187172},
		{home(2, 2, 2, 3, 3, 3), 8.138923203},
		{home(7, 5, 3), 6.984378161},
	} {
		if got := one.Mean(&c.men); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%v: %.9f throws, want %.9f", c.men, got, c.want)
		}
		var all float32
		for _, v := range one.all[rank(&c.men)] {
			all += v
		}
		if math.Abs(float64(all)-1) > 1e-5 {
			t.Errorf("%v: the chances add up to %f", c.men, all)
		}
	}
	// Fifteen men against one on the ace point: he is off at once, and it is a
	// gammon if he is on roll, or if 19 of 36 throws take no man.
	one1, many := home(1), home(0, 0, 0, 0, 0, 15)
	if c := one.Chances(&one1, &many); c[Win] != 1 || c[WinGammon] < 0.999999 {
		t.Errorf("on roll with one man: %v", c)
	}
	if c := one.Chances(&many, &one1); c[Win] > 1e-6 || math.Abs(float64(c[LoseGammon])-19.0/36) > 1e-6 {
		t.Errorf("fifteen men on the six point against one man: %v", c)
	}
}

func TestTwoSided(t *testing.T) {
	two := TheTwoSided()
	own, opp := home(0, 1, 0, 0, 1), home(0, 1, 1)
	if got := float64(two.Win(&own, &opp)); math.Abs(got-1957.0/2916) > 1e-6 {
		t.Errorf("5 and 2 against 3 and 2 win %f", got)
	}
	owned, centre, theirs := two.Points(&own, &opp)
	for i, c := range [][2]float64{{float64(owned), 0.3441}, {float64(centre), 0.3210}, {float64(theirs), 0.1605}} {
		if math.Abs(c[0]-c[1]) > 5e-5 {
			t.Errorf("value %d is %f, want %f", i, c[0], c[1])
		}
	}
	// Both tables agree closely where both know a position.
	worst := 0.0
	for r := 1; r < smallPositions; r += 7 {
		for s := 1; s < smallPositions; s += 11 {
			a, b := unrank(r), unrank(s)
			worst = max(worst, math.Abs(float64(TheOneSided().Chances(&a, &b)[Win]-two.Win(&a, &b))))
		}
	}
	if worst > 0.02 {
		t.Errorf("the tables differ by %f", worst)
	}
}
