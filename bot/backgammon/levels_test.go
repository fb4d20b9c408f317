package backgammon_test

import (
	"os"
	"testing"

	"parlour"
	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/games/backgammon"
	train "parlour/lab/train/backgammon"
)

// count is raised by PARLOUR_SOAK.
func count(n int) int {
	if os.Getenv("PARLOUR_SOAK") != "" {
		return 20 * n
	}
	return n
}

func level(t testing.TB, name string) bot.Maker[backgammon.Position] {
	t.Helper()
	mk := backgammonbot.Level(name)
	if mk == nil {
		t.Fatalf("no level %s", name)
	}
	return mk
}

// Each level beats the one below, and a strong player the written rule of the
// game.
func TestLevels(t *testing.T) {
	r, err := backgammon.New(parlour.Setup{Options: map[string]string{"doubling": "none"}})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"beginner", "casual", "strong"}
	for i, name := range names[1:] {
		s := train.Duel(t.Context(), r, level(t, name), level(t, names[i]), count(100), 2, 11)
		t.Logf("%s against %s: %v", name, names[i], s)
		if s.Points-1.96*s.Err <= 0 {
			t.Errorf("%s against %s: %v", name, names[i], s)
		}
	}
	// Looking ahead takes time. What the expert thinks at first sight is clear of
	// strong already; that looking ahead keeps it so, hundreds of games show.
	s := train.Duel(t.Context(), r, backgammonbot.Style{}.Maker(nil), level(t, "strong"), 200, 2, 11)
	t.Logf("expert at first sight against strong: %v", s)
	if s.Points-1.96*s.Err <= 0 {
		t.Errorf("expert at first sight against strong: %v", s)
	}
	if os.Getenv("PARLOUR_SOAK") != "" {
		s := train.Duel(t.Context(), r, level(t, "expert"), level(t, "strong"), 100, 2, 11)
		t.Logf("expert against strong: %v", s)
		if s.Points-1.96*s.Err <= 0 {
			t.Errorf("expert against strong: %v", s)
		}
	}
	s = train.Duel(t.Context(), r, level(t, "strong"), bot.NewGreedy[backgammon.Position], count(40), 2, 11)
	t.Logf("strong against greedy: %v", s)
	if s.Points-1.96*s.Err <= 0 {
		t.Errorf("strong against greedy: %v", s)
	}
}

func TestOpenings(t *testing.T) {
	list, err := os.ReadFile("../../games/backgammon/testdata/opening_gnubg107_2ply_cubeless.json")
	if err != nil {
		t.Fatal(err)
	}
	best, loss, err := train.Openings(backgammonbot.Nets(), list)
	if err != nil {
		t.Fatal(err)
	}
	if best < 12 || loss > 0.01 {
		t.Errorf("%d of 15 opening plays are the best of GNU Backgammon 1.07 at 2-ply, the others lose %.4f points together", best, loss)
	}
}
