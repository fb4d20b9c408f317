package study

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A bench is where guests wait for something that serves one at a time. Every
// address has a line of its own, and the lines take turns.
type bench struct {
	most int // tickets in all
	each int // tickets of one address
	own  int // tickets of one token; 0 for any number
	open int // lines that take turns before their first guest is done; other lines wait until one is

	slice time.Duration // how long a guest is served before the next line has its turn

	twice, crowd, full *Busy // too many tickets of a token, of an address, in all

	mu    sync.Mutex
	lines []*line // the first ticket of the first line is served
	n     int     // tickets
}

// A line holds the tickets of an address, in the order they came.
type line struct {
	address string
	tickets []*ticket
}

// A ticket is a place in a line.
type ticket struct {
	Guest
	turn  chan struct{} // closed when it is served
	since time.Time     // when that was
}

func (t *ticket) serve() {
	t.since = time.Now()
	close(t.turn)
}

// sit takes a place at the end of the line of a guest's address.
func (b *bench) sit(g Guest) (*ticket, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.lineOf(g.Address)
	own := 0
	for _, l := range b.lines {
		for _, t := range l.tickets {
			if t.Token == g.Token {
				own++
			}
		}
	}
	switch {
	case b.own > 0 && own >= b.own:
		return nil, b.twice
	case i >= 0 && len(b.lines[i].tickets) >= b.each:
		return nil, b.crowd
	case b.n >= b.most:
		return nil, b.full
	}
	t := &ticket{Guest: g, turn: make(chan struct{})}
	if i < 0 {
		i = len(b.lines)
		b.lines = append(b.lines, &line{address: g.Address})
	}
	b.lines[i].tickets = append(b.lines[i].tickets, t)
	if b.n++; b.n == 1 {
		t.serve()
	}
	return t, nil
}

// wait waits for the turn of a ticket.
func (t *ticket) wait(ctx context.Context) error {
	select {
	case <-t.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *bench) lineOf(address string) int {
	return slices.IndexFunc(b.lines, func(l *line) bool { return l.address == address })
}

// ahead returns how many tickets are served before one.
func (b *bench) ahead(t *ticket) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := b.lineOf(t.Address)
	if at < 0 {
		return 0
	}
	mine := max(0, slices.Index(b.lines[at].tickets, t))
	for i, l := range b.lines {
		turns := mine
		if i < at {
			turns++
		}
		n += min(turns, len(l.tickets))
	}
	return n
}

// len returns how many tickets are served or wait.
func (b *bench) len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

// yield gives the next line its turn, if there is one and the ticket was served
// long enough. It reports whether the ticket has to wait again.
func (b *bench) yield(t *ticket) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	last := min(b.open, len(b.lines)) - 1
	if last < 1 || time.Since(t.since) < b.slice {
		return false
	}
	t.turn = make(chan struct{})
	b.rotate(last)
	return true
}

// rotate moves the first line back to a place and serves the next line.
func (b *bench) rotate(to int) {
	first := b.lines[0]
	copy(b.lines, b.lines[1:to+1])
	b.lines[to] = first
	b.lines[0].tickets[0].serve()
}

// leave gives a ticket back, whether it was served or not.
func (b *bench) leave(t *ticket) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.lineOf(t.Address)
	if i < 0 {
		return
	}
	l := b.lines[i]
	k := slices.Index(l.tickets, t)
	if k < 0 {
		return
	}
	b.n--
	l.tickets = slices.Delete(l.tickets, k, k+1)
	served := i == 0 && k == 0
	switch {
	case len(l.tickets) == 0:
		b.lines = slices.Delete(b.lines, i, i+1)
		if served && b.n > 0 {
			b.lines[0].tickets[0].serve()
		}
	case served:
		b.rotate(len(b.lines) - 1)
	}
}

// await waits for the turn of a ticket, and sends "waiting" with the number of
// guests ahead meanwhile.
func (b *bench) await(ctx context.Context, t *ticket, send func(kind string, v any) error) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-t.turn:
			return nil
		default:
		}
		if err := send("waiting", map[string]int{"ahead": b.ahead(t)}); err != nil {
			return err
		}
		select {
		case <-t.turn:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
