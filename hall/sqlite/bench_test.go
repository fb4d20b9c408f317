package sqlite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlour/hall/storetest"
	"parlour/table"
)

// BenchmarkAppend appends moves to many tables, 256 at a time, and measures
// the processor time and the bytes written to disk for each:
//
//	go test ./hall/sqlite -run '^$' -bench Append -benchtime 100000x
func BenchmarkAppend(b *testing.B) {
	for _, tables := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) { benchmarkAppend(b, tables) })
	}
}

func benchmarkAppend(b *testing.B, tables int) {
	ctx := context.Background()
	s, err := Open(filepath.Join(b.TempDir(), "t.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	seqs := make([]int64, tables)
	id := func(n int) string { return fmt.Sprintf("table%06d", n*7919%tables) }
	add := func(n int) {
		batch := storetest.Batch(id(n), seqs[n], 1)
		e := &batch.Events[0]
		e.At = time.Now()
		e.Key = fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())
		e.Secret = &table.Secret{Print: e.Key}
		e.Line = "kleefeld G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - -"
		batch.Summary.Changed = e.At
		if err := s.Append(ctx, batch); err != nil {
			b.Error(err)
		}
		seqs[n]++
	}
	workers := min(tables, 256)
	all := func(most int64) {
		var left atomic.Int64
		left.Store(most)
		var wg sync.WaitGroup
		for k := range workers {
			wg.Go(func() {
				for n := k; left.Add(-1) >= 0; n += workers {
					if n >= tables {
						n = k
					}
					add(n)
				}
			})
		}
		wg.Wait()
	}
	all(int64(2 * tables))
	cpu, wrote := usage(b)
	b.ResetTimer()
	all(int64(b.N))
	b.StopTimer()
	after, bytes := usage(b)
	b.ReportMetric(float64((after-cpu).Nanoseconds())/float64(b.N), "cpu-ns/op")
	b.ReportMetric(float64(bytes-wrote)/float64(b.N), "written-B/op")
}

// usage returns the processor time of this process and the bytes it wrote.
func usage(b *testing.B) (time.Duration, int64) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	var wrote int64
	if text, err := os.ReadFile("/proc/self/io"); err == nil {
		var rchar int64
		_, _ = fmt.Sscanf(string(text), "rchar: %d\nwchar: %d", &rchar, &wrote)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), wrote
}
