package hall_test

import (
	"context"
	"testing"

	"parlour/internal/wait"
	"parlour/table"
)

// TestGivenUp asks for views by people who give up at once: the table stays as
// it was for everybody else.
func TestGivenUp(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers"}, 1)
	tab := a.table()
	for range 200 {
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		_, _ = tab.View(ctx, a.token) // given up or not
		_, _ = tab.Brief(ctx)
		_, _ = tab.You(ctx, a.token)
		_, _ = tab.Match(ctx)
		_, _, _ = tab.Views(ctx, []string{a.token})
		_, _ = tab.Away(ctx)
		_, _ = tab.Awaited(ctx)
		cancel()
	}
	wait.For(t, "the table to have done what nobody waits for", func() bool {
		v, err := tab.View(context.Background(), a.token)
		return err == nil && v.Game == "checkers"
	})
}
