package transfer

import (
	"context"
	"iter"
	"sync"

	"parlour/hall"
	"parlour/internal/parallel"
)

// workers is how many items are processed at once: enough to share syncs of
// the disk.
const workers = 16

// each calls a function for every name, several at once. The first error stops
// it.
func each(ctx context.Context, names []string, do func(context.Context, string) error) error {
	return parallel.Do(ctx, workers, len(names), func(ctx context.Context, numbers iter.Seq[int]) error {
		for i := range numbers {
			if err := do(ctx, names[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// counts is a report that several goroutines add to.
type counts struct {
	mu sync.Mutex
	r  Report
}

func (c *counts) add(r Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.r.Events += r.Events
	c.r.Keys += r.Keys
	c.r.Secrets += r.Secrets
	c.r.New += r.New
}

func (c *counts) sum() Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.r
}

// progress counts the events checked, copied or compared.
type progress struct {
	mu          sync.Mutex
	tell        func(done, total int)
	done, total int
}

func newProgress(tell func(done, total int), all map[string]hall.Summary) *progress {
	p := &progress{tell: tell}
	for _, sum := range all {
		p.total += 2 * int(sum.Seq) // first copied or checked, then compared
	}
	if p.tell == nil {
		p.tell = func(int, int) {}
	}
	return p
}

func (p *progress) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	p.tell(p.done, p.total)
}
