package servers

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// A Proxy sits between a client and a server and can break the connection.
type Proxy struct {
	target string
	l      net.Listener

	mu    sync.Mutex
	conns map[net.Conn]bool
	loses bool // requests get through, but an answer breaks the connection
	gone  bool // no connections are accepted
	wg    sync.WaitGroup
}

// Through starts a proxy for the server of a URL, and returns the URL by which it is
// reached through the proxy. It runs until the end of the test.
func Through(t testing.TB, server string) (p *Proxy, through string) {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p = &Proxy{target: u.Host, l: l, conns: map[net.Conn]bool{}}
	p.wg.Go(p.serve)
	t.Cleanup(func() {
		p.l.Close()
		p.Gone(true)
		p.wg.Wait()
	})
	u.Host = l.Addr().String()
	return p, u.String()
}

// Cut breaks all connections without closing them cleanly; new ones are accepted.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		c.Close()
	}
}

// Gone breaks all connections and accepts none until it is called with false.
func (p *Proxy) Gone(gone bool) {
	p.mu.Lock()
	p.gone = gone
	p.mu.Unlock()
	if gone {
		p.Cut()
	}
}

// LoseAnswers lets requests through to the server and breaks a connection when the
// answer comes, so the client does not know what happened.
func (p *Proxy) LoseAnswers(lose bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.loses = lose
}

func (p *Proxy) serve() {
	for {
		client, err := p.l.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			client.Close()
			continue
		}
		if !p.enter(client, server) {
			client.Close()
			server.Close()
			continue
		}
		p.wg.Go(func() { p.pass(server, client, false) })
		p.wg.Go(func() { p.pass(client, server, true) })
	}
}

func (p *Proxy) enter(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		p.conns[c] = true
	}
	return !p.gone
}

// pass copies from one side to the other until either closes, and then closes
// both.
func (p *Proxy) pass(to, from net.Conn, answers bool) {
	defer func() {
		to.Close()
		from.Close()
		p.mu.Lock()
		delete(p.conns, to)
		delete(p.conns, from)
		p.mu.Unlock()
	}()
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		p.mu.Lock()
		loses := p.loses
		p.mu.Unlock()
		if answers && loses {
			return
		}
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
