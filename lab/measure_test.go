package lab

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
)

// A study in a folder leaves its report in three forms and its drawings there.
// An interrupted one leaves what it has, and goes on to the same report.
func TestMeasure(t *testing.T) {
	plan := Plan{Game: "auto-race", Games: 60 * ShardGames, Seed: 1928, Options: []string{}}
	whole, err := plan.Measure(t.Context(), hands(), "", nil)
	if err != nil || !whole.Whole {
		t.Fatalf("%+v, %v", whole, err)
	}
	dir := filepath.Join(t.TempDir(), "new")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	part, err := plan.Measure(ctx, hands(), dir, func(games, all int) {
		if cancel(); games > all {
			t.Errorf("%d of %d games", games, all)
		}
	})
	if !errors.Is(err, ErrInterrupted) || part == nil || part.Whole {
		t.Fatalf("interrupted: %v", err)
	}
	again, err := plan.Measure(t.Context(), hands(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	var a, b strings.Builder
	if err := errors.Join(whole.WriteText(&a), again.WriteText(&b)); err != nil || a.String() != b.String() {
		t.Errorf("the study went on to another report: %v", err)
	}
	for _, name := range []string{"report.md", "report.csv", "report.json", "shards.jsonl"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(data) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := filepath.Glob(filepath.Join(dir, "*.svg")); err != nil || len(list) == 0 {
		t.Errorf("drawings: %v, %v", list, err)
	}
}

func TestPlanCommand(t *testing.T) {
	for _, c := range []struct {
		p    Plan
		want string
	}{
		{Plan{Game: "parker", Seed: 1}, "parlour lab parker --seed 1"},
		{Plan{Game: "parker", Seed: 1, Options: []string{}}, "parlour lab parker --seed 1 --options none"},
		{Plan{Game: "mensch", Seed: 2, Setup: parlour.Setup{Players: 3}, Bots: []string{"casual"}, Opening: 4, Games: 5, Options: []string{"must", "tries"}},
			"parlour lab mensch --seed 2 --players 3 --games 5 --bots casual --opening 4 --options must,tries"},
	} {
		if got := c.p.Command(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.p, got, c.want)
		}
	}
}
