package main

import (
	"fmt"
	"strings"
	"time"

	"parlour/terminal"
)

// A bar shows progress on standard error, if that is a terminal.
type bar struct {
	s     *streams
	total int
	on    bool
	last  time.Time
}

func newBar(s *streams, total int) *bar { return &bar{s: s, total: total, on: terminal.Is(s.err)} }

func (b *bar) show(done int) {
	if !b.on || time.Since(b.last) < 100*time.Millisecond {
		return
	}
	b.last = time.Now()
	const wide = 40
	full := done * wide / max(1, b.total)
	fmt.Fprintf(b.s.err, "\r[%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", wide-full), done, b.total)
}

// showOf shows progress towards a total that may change.
func (b *bar) showOf(done, total int) {
	b.total = total
	b.show(done)
}

// clear removes the bar.
func (b *bar) clear() {
	if b.on && !b.last.IsZero() {
		fmt.Fprint(b.s.err, "\r\x1b[K")
	}
}
