package arena_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/arena"
)

// A log gives back what was written, forgets a line that was cut short, and
// refuses the rounds of another contest.
func TestLog(t *testing.T) {
	start, err := cabinet.ByID("checkers").Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	file, players := filepath.Join(t.TempDir(), "log"), []string{"greedy", "random"}
	for n := range 3 {
		c := &arena.Contest{Start: start, Seed: 1928}
		l, err := arena.OpenLog(file, c, players)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Done) != n || n > 0 && c.Done[n-1].Number != n {
			t.Fatalf("after %d rounds the log holds %v", n, c.Done)
		}
		if err := l.Write(arena.Round{Players: [2]int{0, 1}, Number: n + 1}); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, slices.Concat(text, []byte(`{"players":[0,`)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := arena.OpenLog(file, &arena.Contest{Start: start, Seed: 2}, players); err == nil || !strings.Contains(err.Error(), "another contest") {
		t.Errorf("a log of another contest: %v", err)
	}
	if !arena.WithoutChance(start) {
		t.Error("checkers is said to have dice")
	}
}
