package parallel_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"

	"parlour/internal/parallel"
)

// Every number is given out once, whatever the number of workers.
func TestNumbers(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 200} {
		taken := make([]int, 100)
		if err := parallel.Do(t.Context(), workers, len(taken), func(_ context.Context, numbers iter.Seq[int]) error {
			for i := range numbers {
				taken[i]++
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(taken, func(n int) bool { return n != 1 }) {
			t.Errorf("%d workers: the numbers were given out so often: %v", workers, taken)
		}
	}
	if err := parallel.Do(t.Context(), 2, 0, func(context.Context, iter.Seq[int]) error {
		t.Error("a worker has nothing to do")
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// The first error ends the others, and so does the end of the context.
func TestEnds(t *testing.T) {
	bad := errors.New("bad")
	err := parallel.Do(t.Context(), 3, 3, func(ctx context.Context, numbers iter.Seq[int]) error {
		for i := range numbers {
			if i == 1 {
				return bad
			}
			<-ctx.Done()
		}
		return nil
	})
	if !errors.Is(err, bad) {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	given := 0
	err = parallel.Do(ctx, 1, 100, func(_ context.Context, numbers iter.Seq[int]) error {
		for range numbers {
			given++
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || given != 1 {
		t.Errorf("after the context has ended: %d numbers, %v", given, err)
	}
}

// A panic ends the others, and comes to the caller.
func TestPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "bad" {
			t.Errorf("the panic is %v", got)
		}
	}()
	err := parallel.Do(t.Context(), 2, 2, func(ctx context.Context, numbers iter.Seq[int]) error {
		for i := range numbers {
			if i == 1 {
				panic("bad")
			}
			<-ctx.Done()
		}
		return nil
	})
	t.Errorf("nobody panics: %v", err)
}
