package cabinet_test

import (
	"math"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/learn/theory"
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

// Two men on the six point against men that will be off with the next throw:
// only doubles of three or more save the game.
func TestExactAt(t *testing.T) {
	e := cabinet.ByID("backgammon")
	at := func(line string) *theory.Numbers {
		t.Helper()
		m, err := e.Game.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		return e.ExactAt(m)
	}
	x := at("backgammon[doubling=none] XGID=------B-----------------b-:0:0:1:00:0:0:0:0:0 throw")
	if want := 4.0 / 36; x == nil || math.Abs(x.Win[0]-want) > 1e-6 || math.Abs(x.Win[0]+x.Win[1]-1) > 1e-9 {
		t.Errorf("computed %+v, want %v", x, want)
	}
	for _, line := range []string{
		"backgammon[doubling=none] XGID=-------B----------------b-:0:0:1:00:0:0:0:0:0 throw", // a man outside
		"backgammon[doubling=none] XGID=------B-----------------b-:0:0:1:66:0:0:0:0:0 move",  // after the throw
		"backgammon XGID=------B-----------------b-:0:0:1:00:0:0:0:0:10 roll",                // with a cube
	} {
		if x := at(line); x != nil {
			t.Errorf("%s is computed: %+v", line, x)
		}
	}
}

func TestEndgames(t *testing.T) {
	list := cabinet.ByID("checkers").Endgames()
	seen := map[string]theory.Endgame{}
	for _, g := range list {
		seen[g.Name] = g
		if g.Wins+g.Draws+g.Losses != g.Positions {
			t.Errorf("%+v does not add up", g)
		}
	}
	if g := seen["1 king : 2 kings"]; g.Positions != 14880 || g.Losses < g.Wins {
		t.Errorf("%+v", g)
	}
	if cabinet.ByID("parker").Endgames() != nil {
		t.Error("Parker's Ludo has endgames")
	}
}
