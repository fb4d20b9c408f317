// Package line makes guests wait for something that serves few at a time, so that
// no address delays the others by asking often.
//
//	drawing := &line.Line{Places: 2, Hold: 1, Limits: line.Limits{All: 50, Each: 8}}
//	err := drawing.Do(ctx, line.Guest{Address: line.Address(addr)}, func() error { return draw() })
//
// Blocks of addresses take turns: IPv4 addresses, and /48s of IPv6. Inside a /48 its
// /56s take turns, inside those the /64s, and behind an address its tokens. The
// guests of one token are served in the order in which they came.
//
// A Room is for guests who need not wait, but who stay: see there.
package line

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// A Line lends out places. Set its fields before it is used.
type Line struct {
	Places int           // guests who are served at the same time
	Hold   int           // of them of one block of addresses; 0 for all
	Slice  time.Duration // how long a guest is served before Yield lets others go first
	Limits Limits        // of guests who wait or are served

	mu     sync.Mutex
	guests guests
	used   int     // places
	roots  [2]node // of guests, and of those who are last
}

// A Ticket is a guest's place in a Line. It belongs to one goroutine, apart from
// Ahead.
type Ticket struct {
	line   *Line
	leaf   *node
	turn   chan struct{} // closed when it is served or turned away
	in     *list.Element // in waiting of leaf, nil if it does not wait
	served bool
	away   bool      // turned away, or it has left
	since  time.Time // it is served
}

// Join takes a place at the end of the guest's line. The guest has to leave.
//
// If there are too many guests in all, the block of addresses that has most of them
// makes room for one that has fewer: the last of its guests who wait is turned away.
func (l *Line) Join(g Guest) (*Ticket, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.guests.admits(g, l.Limits); err != nil {
		return nil, err
	}
	if l.Limits.All > 0 && l.guests.n >= l.Limits.All {
		last := l.guests.largest(g).lastWaiting()
		if last == nil {
			return nil, ErrFull
		}
		l.leave(last)
		close(last.turn)
	}
	root := &l.roots[0]
	if g.Last {
		root = &l.roots[1]
	}
	t := &Ticket{line: l, leaf: l.guests.enter(g, root), turn: make(chan struct{})}
	t.in = t.leaf.waiting.PushBack(t)
	for n := t.leaf; n.parent != nil && n.turn == nil; n = n.parent {
		n.turn = n.parent.waiting.PushBack(n)
	}
	l.lend()
	return t, nil
}

// lastWaiting returns a ticket that is served late, nil if none waits.
func (n *node) lastWaiting() *Ticket {
	for n != nil && n.waiting.Len() > 0 {
		if t, ok := n.waiting.Back().Value.(*Ticket); ok {
			return t
		}
		n = n.waiting.Back().Value.(*node)
	}
	return nil
}

// lend serves guests while there are places.
func (l *Line) lend() {
	for l.used < l.Places {
		t := l.next()
		if t == nil {
			return
		}
		l.used++
		t.leaf.block().held++
		t.stop()
		t.served, t.since = true, time.Now()
		close(t.turn)
	}
}

// next returns the ticket whose turn it is, and puts its blocks at the end of their
// lines.
func (l *Line) next() *Ticket {
	for i := range l.roots {
		for e := l.roots[i].waiting.Front(); e != nil; e = e.Next() {
			n := e.Value.(*node)
			for l.Hold <= 0 || n.block().held < l.Hold {
				n.parent.waiting.MoveToBack(n.turn)
				first := n.waiting.Front().Value
				if t, ok := first.(*Ticket); ok {
					return t
				}
				n = first.(*node)
			}
		}
	}
	return nil
}

// stop makes a ticket wait no longer.
func (t *Ticket) stop() {
	t.leaf.waiting.Remove(t.in)
	t.in = nil
	for n := t.leaf; n.parent != nil && n.waiting.Len() == 0; n = n.parent {
		n.parent.waiting.Remove(n.turn)
		n.turn = nil
	}
}

// free gives the place of a ticket back. Its blocks go to the end of their lines, so
// that guests who came in the meantime are served first.
func (l *Line) free(t *Ticket) {
	t.served = false
	l.used--
	t.leaf.block().held--
	for n := t.leaf; n.parent != nil; n = n.parent {
		if n.turn != nil {
			n.parent.waiting.MoveToBack(n.turn)
		}
	}
}

// Turn returns a channel that is closed when the ticket is served, or turned away.
// Wait tells which.
func (t *Ticket) Turn() <-chan struct{} { return t.turn }

// Wait waits until the ticket is served. It fails with ErrFull if the ticket was
// turned away.
func (t *Ticket) Wait(ctx context.Context) error {
	select {
	case <-t.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	t.line.mu.Lock()
	defer t.line.mu.Unlock()
	if t.away {
		return ErrFull
	}
	return nil
}

// Yield lets others go first, if anybody waits and the ticket was served for long
// enough. It reports whether the ticket has to wait again.
func (t *Ticket) Yield() bool {
	l := t.line
	l.mu.Lock()
	defer l.mu.Unlock()
	if !t.served || time.Since(t.since) < l.Slice || l.roots[0].waiting.Len()+l.roots[1].waiting.Len() == 0 {
		return false
	}
	l.free(t)
	t.turn = make(chan struct{})
	t.in = t.leaf.waiting.PushFront(t)
	for n := t.leaf; n.parent != nil; n = n.parent {
		if n.turn == nil {
			n.turn = n.parent.waiting.PushBack(n)
		}
		n.parent.waiting.MoveToBack(n.turn)
	}
	l.lend()
	return !t.served
}

// Leave gives the ticket back, whether it was served or not.
func (t *Ticket) Leave() {
	t.line.mu.Lock()
	defer t.line.mu.Unlock()
	t.line.leave(t)
	t.line.lend()
}

// leave removes a ticket, unless that was done before.
func (l *Line) leave(t *Ticket) {
	if t.away {
		return
	}
	t.away = true
	if t.in != nil {
		t.stop()
	}
	if t.served {
		l.free(t)
	}
	l.guests.leave(t.leaf)
}

// Ahead returns about how many guests are served before a ticket, counting those who are
// served now, if nobody else comes or goes.
func (t *Ticket) Ahead() (n int) {
	l := t.line
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.in == nil {
		return 0
	}
	turns, at := 1, t.in // how often its line has to be served until the ticket is
	for in := t.leaf; ; in = in.parent {
		rounds := turns // until its own round, others have had as many as it has, and one less afterwards
		for e := in.waiting.Front(); e != nil; e = e.Next() {
			if e == at {
				rounds--
			} else {
				turns += min(rounds, waits(e.Value))
			}
		}
		if in.parent == nil {
			break
		}
		at = in.turn
	}
	return turns - 1 + l.used
}

// waits returns how many tickets wait in an entry of a node.
func waits(entry any) (count int) {
	n, ok := entry.(*node)
	if !ok {
		return 1
	}
	for e := n.waiting.Front(); e != nil; e = e.Next() {
		count += waits(e.Value)
	}
	return count
}

// Do calls f when it is the turn of a guest.
func (l *Line) Do(ctx context.Context, g Guest, f func() error) error {
	t, err := l.Join(g)
	if err != nil {
		return err
	}
	defer t.Leave()
	if err := t.Wait(ctx); err != nil {
		return err
	}
	return f()
}

// Len returns how many guests wait or are served.
func (l *Line) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.guests.n
}

// Free returns how many places nobody uses.
func (l *Line) Free() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Places - l.used
}
