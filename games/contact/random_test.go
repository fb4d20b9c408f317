package contact

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

// TestRandomPlay compares random games with known statistics of a thousand
// games each: the mean length, the mean number of moves to choose from, and how
// the games end.
func TestRandomPlay(t *testing.T) {
	for _, c := range []struct {
		mode, quiet  string
		turns        float64
		moves        float64
		last, silent float64 // percent of games that end with a last tile, and quietly
	}{
		{"duel6", "100", 476, 23.9, 8.6, 88.5},
		{"duel12", "100", 545, 44.0, 2.0, 97.2},
		{"three", "100", 860, 15.1, 25.2, 61.7},
		{"four", "100", 988, 12.9, 27.0, 55.0},
		{"pairs", "100", 976, 13.4, 52.5, 43.4},
		{"duel6", "400", 1119, 17.5, 68.2, 3.5},
		{"duel12", "400", 2120, 26.8, 80.2, 4.3},
		{"three", "400", 1119, 13.7, 69.4, 2.4},
		{"four", "400", 1203, 12.1, 63, 3},
		{"pairs", "400", 1154, 12.9, 88.1, 0.9},
	} {
		r, err := Open(parlour.Setup{Mode: c.mode, Options: map[string]string{"quiet": c.quiet}})
		if err != nil {
			t.Fatal(err)
		}
		games := gametest.Times(300, 10)
		rng := rand.New(rand.NewPCG(5, 6))
		var list []parlour.Move
		turns, moves, last, silent := 0., 0., 0., 0.
		for range games {
			p := r.Start()
			own, choices := 0., 0.
			for !r.Turn(&p).Over() {
				list = r.AppendMoves(&p, list[:0])
				own++
				choices += float64(len(list))
				r.Play(&p, list[rng.IntN(len(list))])
			}
			turns += own
			moves += choices / own
			switch r.end(&p) {
			case lastTile:
				last++
			case quiet:
				silent++
			}
		}
		n := float64(games)
		// Four standard deviations of a share in both samples. The standard deviation
		// of the length is about two fifths of its mean.
		near := func(what string, got, want, slack float64) {
			if math.Abs(got-want) > slack {
				t.Errorf("%s quiet=%s: %s %.1f, want about %.1f", c.mode, c.quiet, what, got, want)
			}
		}
		spread := math.Sqrt(1/n + 1./1000)
		share := func(percent float64) float64 {
			f := max(percent, 2) / 100
			return 400*math.Sqrt(f*(1-min(f, 0.98)))*spread + 0.5
		}
		near("turns", turns/n, c.turns, 4*0.5*c.turns*spread)
		near("moves", moves/n, c.moves, 0.04*c.moves)
		near("last-tile", 100*last/n, c.last, share(c.last))
		near("quiet", 100*silent/n, c.silent, share(c.silent))
		t.Logf("%s quiet=%s: %.0f turns, %.1f moves, %.1f %% last-tile, %.1f %% quiet", c.mode, c.quiet, turns/n, moves/n, 100*last/n, 100*silent/n)
	}
}
