package bustest

import (
	"context"
	"errors"
	"testing"
	"time"

	"parlour/hall"
	"parlour/internal/wait"
)

// RunForwarder tests that actions reach the node that leads a table. Open returns
// the handles of two nodes.
func RunForwarder(t *testing.T, open func(t *testing.T) (first, second hall.Forwarder)) {
	forward := func(t *testing.T, c hall.Forwarder, id, text string) (string, error) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second) // one that got lost is sent again
		defer cancel()
		answer, err := c.Forward(ctx, id, []byte(text))
		return string(answer), err
	}
	t.Run("Nobody", func(t *testing.T) {
		a, b := open(t)
		end := a.Lead("u", func([]byte) []byte { return []byte("of another table") })
		defer end()
		wait.For(t, "the answer that no node leads", func() bool {
			answer, err := forward(t, b, "t", "x")
			if err == nil {
				t.Fatalf("no node leads, and the answer is %s", answer)
			}
			return errors.Is(err, hall.ErrNobody)
		})
	})
	t.Run("Answers", func(t *testing.T) {
		a, b := open(t)
		end := a.Lead("t", func(data []byte) []byte { return append([]byte("did "), data...) })
		wait.For(t, "the node that leads to be known", func() bool {
			answer, err := forward(t, b, "t", "one")
			return err == nil && answer == "did one"
		})
		end()
		wait.For(t, "the node that led to be forgotten", func() bool {
			_, err := forward(t, b, "t", "two")
			return errors.Is(err, hall.ErrNobody)
		})
	})
	t.Run("Slow", func(t *testing.T) {
		a, b := open(t)
		release := make(chan struct{})
		end := a.Lead("t", func(data []byte) []byte {
			if string(data) == "slow" {
				<-release
			}
			return data
		})
		defer end()
		wait.For(t, "the node that leads to be known", func() bool {
			_, err := forward(t, b, "t", "quick")
			return err == nil
		})
		defer close(release)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := b.Forward(ctx, "t", []byte("slow")); err == nil || errors.Is(err, hall.ErrNobody) {
			t.Errorf("an action without an answer gives %v", err)
		}
	})
}
