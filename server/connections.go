package server

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"parlour/internal/files"
	"parlour/internal/line"
	"parlour/web"
)

// connections are those to all addresses of a server, but for those of trusted proxies.
// If there are too many, the block of addresses that has most loses its oldest to one
// that has fewer.
type connections struct {
	server *web.Server
	room   line.Room

	mu     sync.Mutex
	leave  map[net.Conn]func() // the room
	warned time.Time
}

func newConnections(s *web.Server) *connections {
	cs := &connections{server: s, leave: map[net.Conn]func(){}}
	if s.Limits != web.NoLimits {
		cs.room.Limits.All = mostConnections(files.Most())
	}
	return cs
}

// mostConnections returns how many connections may be open if so many files may. It
// leaves some for the store, the bus and notices.
func mostConnections(open uint64, known bool) int {
	const most, reserved = 1 << 16, 128
	if !known || open > most+reserved {
		return most
	}
	return int(open - min(reserved, open/2))
}

// http returns an HTTP server whose connections count.
func (cs *connections) http(h http.Handler) *http.Server {
	s := web.NewHTTP(h, cs.server.Log)
	s.ConnState = cs.note
	return s
}

// note follows the state of a connection.
func (cs *connections) note(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		cs.enter(c)
	case http.StateClosed, http.StateHijacked:
		cs.mu.Lock()
		leave := cs.leave[c]
		delete(cs.leave, c)
		cs.mu.Unlock()
		if leave != nil {
			leave()
		}
	}
}

// enter counts a new connection, or closes it.
func (cs *connections) enter(c net.Conn) {
	remote, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return // a socket of this machine
	}
	address := remote.AddrPort().Addr().Unmap()
	if cs.server.Trusts(address) {
		return
	}
	bare := c
	if t, ok := c.(*tls.Conn); ok {
		bare = t.NetConn() // its own Close waits for the client
	}
	leave, err := cs.room.Enter(line.Guest{Address: line.Address(address)}, func() { bare.Close() })
	if err != nil {
		bare.Close()
		cs.warn("a connection was refused, because there are too many and its address has most", "connections", cs.room.Len())
		return
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.leave[c] = leave
}

// warn logs a warning, one a minute at most.
func (cs *connections) warn(message string, args ...any) {
	cs.mu.Lock()
	now := time.Now()
	due := now.Sub(cs.warned) >= time.Minute
	if due {
		cs.warned = now
	}
	cs.mu.Unlock()
	if due {
		cs.server.Log.Warn(message, args...)
	}
}

// A watched listener warns of connections that it cannot accept.
type watched struct {
	net.Listener
	all *connections
}

func (w watched) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	if err != nil && !errors.Is(err, net.ErrClosed) {
		w.all.warn("a connection cannot be accepted", "err", err)
	}
	return c, err
}
