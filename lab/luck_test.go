package lab

import (
	"context"
	"errors"
	"testing"

	"parlour/cabinet"
)

// Luck does not depend on the number of workers, and a game without choices is
// luck alone.
func TestLuckTrial(t *testing.T) {
	var reports []LuckReport
	for _, workers := range []int{1, 3} {
		done := 0
		trial := LuckTrial{Game: cabinet.ByID("auto-race"), Level: "random", Games: 3, Workers: workers, Seed: 7, Progress: func(n int) { done = n }}
		r, err := trial.Run(t.Context())
		if err != nil || done != 3 {
			t.Fatalf("%d workers: %d games, %v", workers, done, err)
		}
		reports = append(reports, *r)
	}
	if reports[0] != reports[1] || reports[0].Share != 1 || reports[0].ErrorsMoved != 0 {
		t.Errorf("the reports are %+v", reports)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	trial := LuckTrial{Game: cabinet.ByID("auto-race"), Level: "random", Games: 3}
	if _, err := trial.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	trial.Level = "deep"
	if _, err := trial.Run(t.Context()); err == nil {
		t.Error("a player that does not exist played")
	}
}
