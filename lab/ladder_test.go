package lab

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"parlour/cabinet"
	"parlour/lab/arena"
)

// What two neighbouring levels play now fits their stored ratings. In a long run all
// neighbours of all games do.
func TestLadder(t *testing.T) {
	long := os.Getenv("PARLOUR_SOAK") != ""
	for _, e := range cabinet.Games() {
		if e.Levels == nil || !long && e.Info.ID != "kleefeld" && e.Info.ID != "backgammon" {
			continue
		}
		for i := range len(e.Levels) - 1 {
			if !long && i > 0 {
				break
			}
			c, err := Ladder(e, 60, 20)
			if err != nil {
				t.Fatal(err)
			}
			var pair []arena.Meeting
			for _, m := range c.Pairs {
				if c.Players[m.Players[0]].Name == e.Levels[i] && c.Players[m.Players[1]].Name == e.Levels[i+1] {
					pair = append(pair, m)
				}
			}
			c.Pairs, c.Seed = pair, 7
			r, err := c.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			low, high := e.RatingOf(e.Levels[i]), e.RatingOf(e.Levels[i+1])
			if low == nil || high == nil {
				t.Fatalf("%s: ratings %v, %v", e.Info.ID, low, high)
			}
			want, got := float64(high.Elo-low.Elo), r.Ladder(e.Levels[i], 0)[1]
			// Half is 1.96 standard errors: allow four of both measurements, and 40
			// because three levels rarely fit on a line exactly.
			if wide := 2.1*math.Hypot(got.Error, float64(high.Half())) + 40; math.Abs(got.Elo-want) > wide {
				t.Errorf("%s: %s is %.0f above %s in %d games, stored are %.0f ± %.0f", e.Info.ID, e.Levels[i+1], got.Elo, e.Levels[i], r.Pairs[0].Games, want, wide)
			}
		}
	}
}

// The strongest level plays fewer rounds, and nobody plays somebody three levels away.
func TestLadderPairs(t *testing.T) {
	e := cabinet.ByID("checkers")
	c, err := Ladder(e, 8, 3)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, m := range c.Pairs {
		got[c.Players[m.Players[0]].Name+" "+c.Players[m.Players[1]].Name] = m.Rounds
	}
	want := map[string]int{"random beginner": 8, "greedy beginner": 8, "greedy casual": 8, "beginner casual": 8, "beginner strong": 8, "casual strong": 8, "casual expert": 3, "strong expert": 3}
	if len(got) != len(want) {
		t.Errorf("%v, want %v", got, want)
	}
	for pair, n := range want {
		if got[pair] != n {
			t.Errorf("%s play %d rounds, want %d", pair, got[pair], n)
		}
	}
	if !c.Ballots || c.Start.Turn().Dice.Ballots() == 0 {
		t.Error("the games do not begin with ballots")
	}
	if _, err := Ladder(cabinet.ByID("auto-race"), 8, 3); err == nil {
		t.Error("a ladder of a game without levels")
	}
}

// Ratings of a game replace those in a file and leave the other games alone.
func TestStoreRatings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ratings.txt")
	rating := func(elo int) []cabinet.Rating {
		return []cabinet.Rating{{Player: "beginner", Elo: elo, Low: elo - 5, High: elo + 5, Games: 100}}
	}
	for _, s := range []struct {
		game string
		elo  int
	}{{"checkers", 1000}, {"mensch", 1100}, {"checkers", 1200}} {
		if err := StoreRatings(file, s.game, rating(s.elo)); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := cabinet.ParseRatings(string(text))
	if err != nil || len(all) != 2 || all["checkers"][0].Elo != 1200 || all["mensch"][0].Elo != 1100 {
		t.Errorf("the file is %q: %v", text, err)
	}
	if err := os.WriteFile(file, []byte("nonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := StoreRatings(file, "mensch", rating(1)); err == nil {
		t.Error("a file of something else is overwritten")
	}
}
