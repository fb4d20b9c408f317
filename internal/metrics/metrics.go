// Package metrics writes metrics in the text format of Prometheus.
//
//	var w metrics.Writer
//	w.Single("parlour_streams", "gauge", "Open streams.", 3)
package metrics

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"parlour/internal/build"
)

// A Writer collects the text of metrics.
type Writer struct{ strings.Builder }

// Head begins a metric.
func (b *Writer) Head(name, kind, help string) {
	fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// Single writes a metric with one value.
func (b *Writer) Single(name, kind, help string, v any) {
	b.Head(name, kind, help)
	fmt.Fprintf(b, "%s %v\n", name, v)
}

// Program writes which program this is, and how its runtime and its process are
// doing, under the names that dashboards for Go programs know.
func (b *Writer) Program(started time.Time) {
	is := build.Info()
	b.Head("parlour_build_info", "gauge", "Which program this is; always 1.")
	fmt.Fprintf(b, "parlour_build_info{version=%q,commit=%q,go=%q,os=%q,arch=%q} 1\n", is.Version, is.Commit, is.Go, is.OS, is.Arch)
	b.Head("go_info", "gauge", "Which Go this is; always 1.")
	fmt.Fprintf(b, "go_info{version=%q} 1\n", is.Go)
	b.Single("go_goroutines", "gauge", "Goroutines.", runtime.NumGoroutine())
	b.Single("go_gomaxprocs", "gauge", "Processors that Go uses.", runtime.GOMAXPROCS(0))
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	b.Single("go_memstats_alloc_bytes", "gauge", "Bytes of live and dead objects on the heap.", mem.HeapAlloc)
	b.Single("go_memstats_alloc_bytes_total", "counter", "Bytes allocated, even if freed.", mem.TotalAlloc)
	b.Single("go_memstats_mallocs_total", "counter", "Objects allocated, even if freed.", mem.Mallocs)
	b.Single("go_memstats_frees_total", "counter", "Objects freed.", mem.Frees)
	b.Single("go_memstats_heap_inuse_bytes", "gauge", "Bytes of the heap in use.", mem.HeapInuse)
	b.Single("go_memstats_heap_objects", "gauge", "Objects on the heap.", mem.HeapObjects)
	b.Single("go_memstats_stack_inuse_bytes", "gauge", "Bytes of stacks in use.", mem.StackInuse)
	b.Single("go_memstats_sys_bytes", "gauge", "Bytes from the system.", mem.Sys)
	b.Single("go_memstats_next_gc_bytes", "gauge", "Bytes on the heap at which the next collection begins.", mem.NextGC)
	var gc debug.GCStats
	gc.PauseQuantiles = make([]time.Duration, 5)
	debug.ReadGCStats(&gc)
	b.Head("go_gc_duration_seconds", "summary", "How long collections stopped the program.")
	for i, q := range []string{"0", "0.25", "0.5", "0.75", "1"} {
		fmt.Fprintf(b, "go_gc_duration_seconds{quantile=%q} %g\n", q, gc.PauseQuantiles[i].Seconds())
	}
	fmt.Fprintf(b, "go_gc_duration_seconds_sum %g\ngo_gc_duration_seconds_count %d\n", gc.PauseTotal.Seconds(), gc.NumGC)
	b.Single("process_start_time_seconds", "gauge", "When the server started, in seconds since 1970.", started.Unix())
	b.process()
}

// Histogram writes counts of durations by bound. All is the number of durations,
// including those above the last bound. Label may be "".
func (b *Writer) Histogram(name, label string, bounds []float64, counts []int64, all int64, sum float64) {
	first, whole := "", ""
	if label != "" {
		first, whole = label+",", "{"+label+"}"
	}
	n := int64(0)
	for i, bound := range bounds {
		n += counts[i]
		fmt.Fprintf(b, "%s_bucket{%sle=\"%g\"} %d\n", name, first, bound, n)
	}
	fmt.Fprintf(b, "%s_bucket{%sle=\"+Inf\"} %d\n%s_sum%s %g\n%s_count%s %d\n", name, first, all, name, whole, sum, name, whole, all)
}
