package backgammon

import (
	"math"
	"testing"

	"parlour"
	"parlour/games/backgammon"
)

func mustNew(t testing.TB, options ...string) *backgammon.Rules {
	t.Helper()
	o := map[string]string{}
	for i := 0; i < len(options); i += 2 {
		o[options[i]] = options[i+1]
	}
	r, err := backgammon.New(parlour.Setup{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Without gammons a perfectly live cube is cashed at 80 % and taken at 20 %,
// and a dead one is taken at 25 %.
func TestLiveCube(t *testing.T) {
	m := NewMarket(mustNew(t))
	s := stand{owner: -1}
	even := gameOf(&Chances{Win: 0.5})
	if got := m.cash(&s, &even, 0, 0); math.Abs(got-0.8) > 0.005 {
		t.Errorf("cashed at %.4f", got)
	}
	if got := m.cash(&s, &even, 1, 0); math.Abs(got-0.2) > 0.005 {
		t.Errorf("taken at %.4f", got)
	}
	dead := NewMarket(mustNew(t, "cube-max", "1"))
	if got := dead.cash(&s, &even, 0, 0); math.Abs(got-0.75) > 1e-9 {
		t.Errorf("the last cube is cashed at %.4f", got)
	}
	if got := m.worth(&s, &Chances{Win: 0.5, WinGammon: 0.1, LoseGammon: 0.1}, 0, -1); math.Abs(got) > 1e-6 {
		t.Errorf("an even game is worth %v", got)
	}
	// With Jacoby's rule gammons count nothing before the cube is turned.
	j := NewMarket(mustNew(t, "jacoby", "yes"))
	if p := j.prices(&s); p[WinGammon] != 0 || p[LoseGammon] != 0 {
		t.Errorf("prices %v", p)
	}
	s.owner = 0
	if p := j.prices(&s); p != moneyPrices {
		t.Errorf("prices %v", p)
	}
	triple := NewMarket(mustNew(t, "triple", "no"))
	if p := triple.prices(&s); p[WinBackgammon] != 0 || p[WinGammon] != 1 {
		t.Errorf("prices %v", p)
	}
}

// The chances of a match lie near a published table (Kazaross XG2), which was
// made with far stronger means.
func TestTable(t *testing.T) {
	tab := NewMarket(mustNew(t, "match", "15")).table
	for _, c := range []struct {
		name   string
		got    float64
		want   float64
		within float64
	}{
		{"2-2", tab.value([2]int{2, 2}, false), 0.5, 1e-9},
		{"7-7", tab.value([2]int{7, 7}, false), 0.5, 1e-9},
		{"1-2 Crawford", tab.value([2]int{1, 2}, true), 0.67736, 0.015},
		{"1-3 Crawford", tab.value([2]int{1, 3}, true), 0.75076, 0.015},
		{"2-3", tab.value([2]int{2, 3}, false), 0.59947, 0.015},
		{"2-4", tab.value([2]int{2, 4}, false), 0.66870, 0.015},
		{"3-4", tab.value([2]int{3, 4}, false), 0.57150, 0.015},
		{"5-7", tab.value([2]int{5, 7}, false), 0.62638, 0.015},
		{"2 after Crawford", tab.value([2]int{2, 1}, false), 0.48803, 0.015},
		{"3 after Crawford", tab.value([2]int{3, 1}, false), 0.32264, 0.015},
		{"4 after Crawford", tab.value([2]int{4, 1}, false), 0.31002, 0.015},
		{"5 after Crawford", tab.value([2]int{5, 1}, false), 0.19012, 0.015},
	} {
		if math.Abs(c.got-c.want) > c.within {
			t.Errorf("%s: %.4f, want about %.4f", c.name, c.got, c.want)
		}
	}
	for a := 1; a <= 15; a++ {
		for b := 1; b <= 15; b++ {
			v, w := tab.value([2]int{a, b}, false), tab.value([2]int{b, a}, false)
			if math.Abs(v+w-1) > 1e-9 {
				t.Errorf("%d-%d: %v and %v", a, b, v, w)
			}
			if a > 1 && tab.value([2]int{a - 1, b}, false) < v-1e-9 {
				t.Errorf("%d-%d: %v is better than one point nearer", a, b, v)
			}
		}
	}
}
