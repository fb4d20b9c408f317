package web

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"parlour/internal/build"
)

// exposer writes metrics in the text format of Prometheus.
type exposer struct{ strings.Builder }

// head begins a metric.
func (b *exposer) head(name, kind, help string) {
	fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// single writes a metric with one value.
func (b *exposer) single(name, kind, help string, v any) {
	b.head(name, kind, help)
	fmt.Fprintf(b, "%s %v\n", name, v)
}

// program writes which program this is, and how its runtime and its process are
// doing, under the names that dashboards for Go programs know.
func (b *exposer) program(started time.Time) {
	is := build.Info()
	b.head("parlour_build_info", "gauge", "Which program this is; always 1.")
	fmt.Fprintf(b, "parlour_build_info{version=%q,commit=%q,go=%q,os=%q,arch=%q} 1\n", is.Version, is.Commit, is.Go, is.OS, is.Arch)
	b.head("go_info", "gauge", "Which Go this is; always 1.")
	fmt.Fprintf(b, "go_info{version=%q} 1\n", is.Go)
	b.single("go_goroutines", "gauge", "Goroutines.", runtime.NumGoroutine())
	b.single("go_gomaxprocs", "gauge", "Processors that Go uses.", runtime.GOMAXPROCS(0))
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	b.single("go_memstats_alloc_bytes", "gauge", "Bytes of live and dead objects on the heap.", mem.HeapAlloc)
	b.single("go_memstats_alloc_bytes_total", "counter", "Bytes allocated, even if freed.", mem.TotalAlloc)
	b.single("go_memstats_mallocs_total", "counter", "Objects allocated, even if freed.", mem.Mallocs)
	b.single("go_memstats_frees_total", "counter", "Objects freed.", mem.Frees)
	b.single("go_memstats_heap_inuse_bytes", "gauge", "Bytes of the heap in use.", mem.HeapInuse)
	b.single("go_memstats_heap_objects", "gauge", "Objects on the heap.", mem.HeapObjects)
	b.single("go_memstats_stack_inuse_bytes", "gauge", "Bytes of stacks in use.", mem.StackInuse)
	b.single("go_memstats_sys_bytes", "gauge", "Bytes from the system.", mem.Sys)
	b.single("go_memstats_next_gc_bytes", "gauge", "Bytes on the heap at which the next collection begins.", mem.NextGC)
	var gc debug.GCStats
	gc.PauseQuantiles = make([]time.Duration, 5)
	debug.ReadGCStats(&gc)
	b.head("go_gc_duration_seconds", "summary", "How long collections stopped the program.")
	for i, q := range []string{"0", "0.25", "0.5", "0.75", "1"} {
		fmt.Fprintf(b, "go_gc_duration_seconds{quantile=%q} %g\n", q, gc.PauseQuantiles[i].Seconds())
	}
	fmt.Fprintf(b, "go_gc_duration_seconds_sum %g\ngo_gc_duration_seconds_count %d\n", gc.PauseTotal.Seconds(), gc.NumGC)
	b.single("process_start_time_seconds", "gauge", "When the server started, in seconds since 1970.", started.Unix())
	b.process()
}
