package postgres

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/hall/storetest"
	"parlour/internal/servers"
)

// BenchmarkAppend appends one event at a time to 1, 16 and 128 tables at once,
// and does the same with SQLite for comparison:
//
//	go test ./postgres -run '^$' -bench Append -benchtime 5s
func BenchmarkAppend(b *testing.B) {
	stores := []struct {
		name string
		open func(*testing.B) hall.Store
	}{
		{"sqlite", func(b *testing.B) hall.Store {
			s, err := sqlite.Open(filepath.Join(b.TempDir(), "t.db"))
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { s.Close() })
			return s
		}},
		{"postgres", func(b *testing.B) hall.Store { return openTest(b, servers.Postgres(b).Database(b)) }},
	}
	for _, tables := range []int{1, 16, 128} {
		for _, s := range stores {
			b.Run(fmt.Sprintf("tables=%d/%s", tables, s.name), func(b *testing.B) { benchmark(b, s.open(b), tables) })
		}
	}
}

// benchmark spreads the appends over tables that each wait for their own.
func benchmark(b *testing.B, s hall.Store, tables int) {
	ctx := context.Background()
	warm := storetest.Batch("warm", 0, 1)
	if err := s.Append(ctx, warm); err != nil {
		b.Fatal(err)
	}
	took := make([][]time.Duration, tables)
	var left atomic.Int64
	left.Store(int64(b.N))
	var wg sync.WaitGroup
	b.ResetTimer()
	for n := range tables {
		wg.Go(func() {
			id := fmt.Sprintf("table %d", n)
			for after := int64(0); left.Add(-1) >= 0; after++ {
				begun := time.Now()
				if err := s.Append(ctx, storetest.Batch(id, after, 1)); err != nil {
					b.Error(err)
					return
				}
				took[n] = append(took[n], time.Since(begun))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(took...)
	slices.Sort(all)
	at := func(share float64) float64 {
		return float64(all[min(len(all)-1, int(share*float64(len(all))))]) / float64(time.Millisecond)
	}
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "appends/s")
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
}
