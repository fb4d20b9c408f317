package metrics

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// A Counter counts things by what they are. It is safe for use by many goroutines.
type Counter[K comparable] struct {
	mu sync.Mutex
	n  map[K]int64
}

// Begin sets counters to zero. One that first appears with 1 would hide that from a
// program that computes rates.
func (c *Counter[K]) Begin(keys ...K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = map[K]int64{}
	for _, k := range keys {
		c.n[k] = 0
	}
}

// Add counts one thing. Call Begin before.
func (c *Counter[K]) Add(k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[k]++
}

// Write writes all counters, sorted by their labels.
func (c *Counter[K]) Write(b *Writer, name, help string, labels func(K) string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := make([]string, 0, len(c.n))
	for k, n := range c.n {
		lines = append(lines, fmt.Sprintf("%s{%s} %d\n", name, labels(k), n))
	}
	slices.Sort(lines)
	b.Head(name, "counter", help)
	for _, line := range lines {
		b.WriteString(line)
	}
}

// A Timer keeps histograms of durations by name. It is safe for use by many
// goroutines.
type Timer struct {
	Bounds []float64 // upper bounds in seconds

	mu sync.Mutex
	of map[string]*durations
}

type durations struct {
	counts []int64 // by bound
	all    int64   // including those above the last bound
	sum    float64
}

// Add adds a duration.
func (t *Timer) Add(name string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	d := t.of[name]
	if d == nil {
		if t.of == nil {
			t.of = map[string]*durations{}
		}
		d = &durations{counts: make([]int64, len(t.Bounds))}
		t.of[name] = d
	}
	s := took.Seconds()
	if i, _ := slices.BinarySearch(t.Bounds, s); i < len(t.Bounds) {
		d.counts[i]++
	}
	d.all++
	d.sum += s
}

// Write writes the histograms, sorted by the names, which are the values of a label.
func (t *Timer) Write(b *Writer, name, help, label string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b.Head(name, "histogram", help)
	for _, of := range slices.Sorted(maps.Keys(t.of)) {
		d := t.of[of]
		b.Histogram(name, fmt.Sprintf("%s=%q", label, of), t.Bounds, d.counts, d.all, d.sum)
	}
}
