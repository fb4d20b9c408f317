// Package parallel spreads numbered work over several workers.
//
//	err := parallel.Do(ctx, 0, len(files), func(ctx context.Context, numbers iter.Seq[int]) error {
//		z := newPacker() // every worker has its own
//		for i := range numbers {
//			packed[i] = z.pack(files[i])
//		}
//		return nil
//	})
package parallel

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// Do runs workers and waits until all have ended. Each of them takes the next of the
// numbers from 0 to n-1, as often as it asks, until none is left or the context has
// ended. The first error of a worker ends the context of the others and is returned.
// If a worker panics, so does Do, as soon as the others have ended.
// If workers is not above zero, there is one for each processor.
func Do(ctx context.Context, workers, n int, work func(ctx context.Context, numbers iter.Seq[int]) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	numbers := func(yield func(int) bool) {
		for ctx.Err() == nil {
			if i := int(next.Add(1)) - 1; i >= n || !yield(i) {
				return
			}
		}
	}
	var wg sync.WaitGroup
	var panicked atomic.Pointer[any]
	for range min(workers, n) {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					panicked.Store(&p)
					cancel(nil)
				}
			}()
			if err := work(ctx, numbers); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
	return context.Cause(ctx)
}
