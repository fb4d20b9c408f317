package web

import (
	"slices"
	"sync"
)

// A bench is where people wait for their turn in the laboratory: one works, the
// others sit in a line of bounded length, each client once.
type bench struct {
	most int // that wait or work
	mu   sync.Mutex
	line []*ticket // the first works
}

// A ticket is a place in the line.
type ticket struct {
	client string
	turn   chan struct{} // closed when it is the first
}

// The reasons why nobody can sit down.
var (
	errTwice = &Error{Code: Limited, Message: "An experiment of yours is running already. Stop it, or wait for its end.", retry: 10}
	errLine  = &Error{Code: Busy, Message: "Too many people wait for the laboratory. Try again in a minute.", retry: 60}
)

// sit takes a place at the end of the line.
func (b *bench) sit(client string) (*ticket, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case slices.ContainsFunc(b.line, func(t *ticket) bool { return t.client == client }):
		return nil, errTwice
	case len(b.line) >= b.most:
		return nil, errLine
	}
	t := &ticket{client, make(chan struct{})}
	if b.line = append(b.line, t); len(b.line) == 1 {
		close(t.turn)
	}
	return t, nil
}

// ahead returns how many come before a ticket.
func (b *bench) ahead(t *ticket) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, slices.Index(b.line, t))
}

// len returns how many work or wait.
func (b *bench) len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.line)
}

// leave gives a place up, whether its turn came or not.
func (b *bench) leave(t *ticket) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.line, t)
	if i < 0 {
		return
	}
	b.line = slices.Delete(b.line, i, i+1)
	if i == 0 && len(b.line) > 0 {
		close(b.line[0].turn)
	}
}
