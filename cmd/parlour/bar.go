package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"parlour/terminal"
)

// A bar shows progress on standard error, if that is a terminal, and how much time
// is left.
type bar struct {
	s     *streams
	total int
	on    bool
	begin time.Time // when it was first shown
	first int       // how much was done then
	last  time.Time // when it was last shown
}

// newBar shows an empty bar at once. The total may be 0 until it is known.
func newBar(s *streams, total int) *bar {
	b := &bar{s: s, total: total, on: terminal.Is(s.err)}
	if b.on {
		fmt.Fprintf(s.err, "\r[%s] beginning\x1b[K", strings.Repeat(".", wide))
	}
	return b
}

// wide is the width of a bar.
const wide = 40

// interrupted says that Ctrl-C ended some work, and what became of it. It returns nil
// if there was no error.
func interrupted(err error, what string) error {
	if err == nil {
		return nil
	}
	return errors.New("interrupted; " + what)
}

func (b *bar) show(done int) {
	if !b.on || time.Since(b.last) < 100*time.Millisecond {
		return
	}
	b.last = time.Now()
	if b.begin.IsZero() {
		b.begin, b.first = b.last, done
	}
	full := min(done*wide/max(1, b.total), wide)
	fmt.Fprintf(b.s.err, "\r[%s%s] %d of %d%s\x1b[K", strings.Repeat("#", full), strings.Repeat(".", wide-full), done, b.total, b.left(done))
}

// left says how much time is left if the work goes on as it did so far. Work that
// an earlier run did tells nothing.
func (b *bar) left(done int) string {
	took := b.last.Sub(b.begin)
	if done <= b.first || took < 2*time.Second || done >= b.total {
		return ""
	}
	left := time.Duration(float64(took) / float64(done-b.first) * float64(b.total-done))
	switch {
	case left < time.Minute:
		return fmt.Sprintf(", %d s left", int(left.Seconds())+1)
	case left < time.Hour:
		return fmt.Sprintf(", %d min left", int(left.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf(", %d h %d min left", int(left.Hours()), int(left.Minutes())%60)
}

// showOf shows progress towards a total that may change.
func (b *bar) showOf(done, total int) {
	b.total = total
	b.show(done)
}

// clear removes the bar.
func (b *bar) clear() {
	if b.on {
		fmt.Fprint(b.s.err, "\r\x1b[K")
	}
}
