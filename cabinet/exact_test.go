package cabinet_test

import (
	"math"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/sim"
)

// What is computed of Auto Race is what is counted.
func TestExact(t *testing.T) {
	e := cabinet.ByID("auto-race")
	for _, s := range []parlour.Setup{{}, {Players: 3}, {Colours: "GY"}, {Players: 2, Options: map[string]string{"layout": "hundred", "laps": "1"}}} {
		x := e.Exact(s)
		m, err := e.Game.New(s)
		if err != nil {
			t.Fatal(err)
		}
		const games = 4000
		stats, err := e.Sim(t.Context(), m, sim.Config{Games: games, Seed: 1928}, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum, mean := 0.0, 0.0
		for n, c := range x.Length {
			sum += c
			mean += float64(n) * c
		}
		if math.Abs(sum-1) > 1e-12 || math.Abs(mean-x.Turns) > 1e-9 {
			t.Errorf("%+v: chances of %v in all, mean %v, expected %v", s, sum, mean, x.Turns)
		}
		// Four deviations of the mean; the seed is fixed.
		if got := stats.Turns.Mean(); math.Abs(got-x.Turns) > 4*x.SD/math.Sqrt(games) {
			t.Errorf("%+v: %v turns counted, %v computed", s, got, x.Turns)
		}
		if got := stats.Turns.SD(); math.Abs(got/x.SD-1) > 0.05 {
			t.Errorf("%+v: a deviation of %v counted, of %v computed", s, got, x.SD)
		}
		for i, p := range x.Win {
			if got := stats.Order[i].Share(); math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/games) {
				t.Errorf("%+v: number %d wins %v, computed %v", s, i+1, got, p)
			}
		}
	}
	for _, o := range []map[string]string{{"laps": "2"}, {"share": "bump"}, {"extra-throw": "six"}, {"play-on": "all"}} {
		if x := e.Exact(parlour.Setup{Options: o}); x != nil {
			t.Errorf("%v is computed: %+v", o, x)
		}
	}
	if x := cabinet.ByID("parker").Exact(parlour.Setup{}); x != nil {
		t.Errorf("parker is computed: %+v", x)
	}
}
