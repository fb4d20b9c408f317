package checkers

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlour/games/gametest"
)

// TestRandomPlay compares uniformly random games with another program's
// numbers, within four standard errors of 1000 games around each mean.
func TestRandomPlay(t *testing.T) {
	for _, x := range []struct {
		options      string
		plies, sd    float64
		black, white float64 // share of games won
		list, forced float64 // mean length of the list, share of lists with one move
		captures     float64 // moves that capture per game
	}{
		{"", 70.0, 35.0, .476, .515, 5.21, .205, 16.8},
		{"[huff=yes]", 118.1, 48.9, .502, .479, 8.84, .019, 7.4},
		{"[capture=may]", 232.9, 72.9, .378, .384, 7.43, .005, 18.5},
	} {
		r, start := mustRead(t, "checkers"+x.options+" B:W21-32:B1-12")
		rng := rand.NewPCG(11, 12)
		games := gametest.Times(1000, 20)
		var plies, moves, forced, captures int
		var won [2]int
		for range games {
			p := start
			for !r.Turn(&p).Over() {
				list := r.AppendMoves(&p, nil)
				m := choose(list, rng)
				plies++
				moves += len(list)
				if len(list) == 1 {
					forced++
				}
				if r.Captured(&p, m) > 0 {
					captures++
				}
				r.Play(&p, m)
			}
			if res := r.Result(&p); res.Winner() >= 0 {
				won[res.Winner()]++
			}
		}
		n := float64(games)
		within := func(name string, got, want, band float64) {
			if math.Abs(got-want) > band {
				t.Errorf("%s %s: %.3f, want %.3f within %.3f", x.options, name, got, want, band)
			}
		}
		within("plies", float64(plies)/n, x.plies, 8*x.sd/math.Sqrt(1000))
		within("Black wins", float64(won[Black])/n, x.black, .09)
		within("White wins", float64(won[White])/n, x.white, .09)
		within("list", float64(moves)/float64(plies), x.list, .2)
		within("forced", float64(forced)/float64(plies), x.forced, .02)
		within("captures", float64(captures)/n, x.captures, .5)
	}
}
