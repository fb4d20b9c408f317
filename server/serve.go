package server

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"parlour/web"
)

// serve answers until ctx ends, and then finishes the requests under way. Before
// that, /healthz says unready for the duration drain, so that load balancers
// send people to other nodes, and in its second half the streams end one by one.
func serve(ctx context.Context, s *web.Server, all *connections, l net.Listener, drain time.Duration) error {
	server := all.http(s)
	guests := newcomers{list: map[net.Conn]bool{}}
	server.ConnState = func(c net.Conn, state http.ConnState) {
		guests.note(c, state)
		all.note(c, state)
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(watched{l, all}) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.Drain(drain)
	select {
	case err := <-failed:
		return err
	case <-time.After(drain):
	}
	// Shutdown drops requests that it finds unread, so first stop to accept, and answer
	// everybody who was accepted.
	l.Close()
	<-failed
	s.Close()
	server.SetKeepAlivesEnabled(false)
	grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	guests.wait(grace)
	if err := server.Shutdown(grace); err != nil {
		return server.Close()
	}
	return nil
}

// newcomers are connections whose first request has not been answered.
type newcomers struct {
	mu   sync.Mutex
	list map[net.Conn]bool
}

// note follows the state of a connection.
func (n *newcomers) note(c net.Conn, state http.ConnState) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch state {
	case http.StateNew:
		n.list[c] = true
	case http.StateActive: // it is being answered
	default:
		delete(n.list, c)
	}
}

// wait waits until all are answered, for a second at most: browsers also open
// connections that they do not use.
func (n *newcomers) wait(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for again := time.Tick(5 * time.Millisecond); ; {
		n.mu.Lock()
		left := len(n.list)
		n.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-again:
		case <-ctx.Done():
			return
		}
	}
}
