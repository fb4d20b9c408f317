package mine_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/learn/puzzle/mine"
)

// The same job finds the same puzzles on any number of threads, and tells of
// what it has found.
func TestSameSeed(t *testing.T) {
	var texts [][]byte
	for _, threads := range []int{1, 2} {
		told := 0
		job := mine.Job{Game: "kleefeld", Count: 1, Seed: 12, Threads: threads, Found: func(s *puzzle.Set, games int) error {
			told = len(s.Puzzles)
			return nil
		}}
		set, err := job.Run(t.Context())
		if err != nil || len(set.Puzzles) != 1 || told != 1 {
			t.Fatalf("%d puzzles, told of %d, %v", len(set.Puzzles), told, err)
		}
		for i := range set.Puzzles {
			g := cabinet.ByID("kleefeld").Game
			if err := puzzle.Check(&set.Puzzles[i], g); err != nil {
				t.Errorf("puzzle %d: %v", i+1, err)
			}
		}
		texts = append(texts, set.Append(nil))
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Errorf("one thread found\n%s\ntwo found\n%s", texts[0], texts[1])
	}
}

// An interrupted job returns what it has.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	job := mine.Job{Game: "kleefeld", Count: 100, Seed: 2, Threads: 2, Found: func(s *puzzle.Set, _ int) error {
		if len(s.Puzzles) > 0 {
			cancel()
		}
		return nil
	}}
	set, err := job.Run(ctx)
	if err != nil || len(set.Puzzles) == 0 || len(set.Puzzles) == 100 {
		t.Errorf("%d puzzles, %v", len(set.Puzzles), err)
	}
	if _, err := (&mine.Job{Game: "auto-race"}).Run(t.Context()); err == nil {
		t.Error("a game without choices has puzzles")
	}
}

// A false puzzle is contradicted: one whose best move is another one.
func TestFalsePuzzle(t *testing.T) {
	for _, c := range []struct {
		game, position, best, other string
	}{
		{"checkers", "checkers W:W19,20,24,28:BK10,11,12,22,K30 q=0", "19-16", "20-16"},
		{"kleefeld", "kleefeld G:0,41,h3,h4/B:2,*,*,* G 2 - -", "0>2xB", "h4>*"},
		{"backgammon", "backgammon XGID=-aa-BBC-A--BcB---b-e-cBA--:0:0:1:64:0:0:0:0:10 move", "8/2* 6/2", "13/7 11/7"},
	} {
		p := puzzle.Puzzle{Position: c.position, Best: []string{c.best}, Others: []puzzle.Choice{{Move: c.other}}}
		if err := mine.Check(t.Context(), c.game, &p, 0.05); err != nil {
			t.Errorf("%s: %v", c.game, err)
		}
		p.Best, p.Others = []string{c.other}, []puzzle.Choice{{Move: c.best}}
		if err := mine.Check(t.Context(), c.game, &p, 0.05); err == nil || !strings.Contains(err.Error(), c.best) {
			t.Errorf("%s: %s is said to be best, and nobody contradicts: %v", c.game, c.other, err)
		}
	}
}
