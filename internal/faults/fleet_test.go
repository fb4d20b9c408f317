package faults

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/postgres"
	"parlour/internal/servers"
	"parlour/table"
)

// A fleet is several nodes that form one server, with a real PostgreSQL and a
// real NATS, each behind a pipe that can be cut.
type fleet struct {
	t        *testing.T
	postgres *servers.PostgresServer
	nats     *servers.NATSServer
	store    hall.Store // connects to the database without the pipe
	toStore  *pipe
	toBus    *pipe
	dir      string
	at       address
	started  atomic.Int64
	drain    time.Duration // of nodes that start from now on

	mu    sync.Mutex
	nodes []*process
	all   []*process // including killed and stopped ones
}

func newFleet(t *testing.T, nodes int) *fleet {
	t.Helper()
	server := servers.OwnPostgres(t)
	return fleetOn(t, nodes, server, server.Database(t))
}

// fleetOn makes a fleet on an existing database.
func fleetOn(t *testing.T, nodes int, server *servers.PostgresServer, database string) *fleet {
	t.Helper()
	f := &fleet{t: t, postgres: server, nats: servers.NATS(t), dir: t.TempDir()}
	f.at.patience = 2 * time.Second
	store, err := postgres.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	f.store = store
	f.toBus = newPipe(t, f.nats.URL())
	if f.toStore = (&pipe{url: database}); !strings.Contains(database, ",") { // several hosts are reached without one
		f.toStore = newPipe(t, database)
	}
	f.nodes = make([]*process, nodes)
	for i := range nodes {
		f.start(i)
	}
	t.Cleanup(func() {
		for _, p := range f.all {
			p.kill()
			said := p.said()
			for _, word := range []string{"panicked", "DATA RACE", "level=ERROR msg=request"} {
				if strings.Contains(said, word) {
					t.Errorf("a node says %q", word)
				}
			}
			if t.Failed() {
				t.Logf("a node said:\n%s", said)
			}
		}
	})
	return f
}

// start starts a node, with an address of its own.
func (f *fleet) start(i int) {
	f.t.Helper()
	p, err := launch(append(command(executable, f.dir), "--bot-delay", "50ms", "--drain", f.drain.String(), "--store", f.toStore.url, "--bus", f.toBus.url, "--node", fmt.Sprintf("node-%d-%d", i, f.started.Add(1))))
	if err != nil {
		f.t.Fatal(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nodes[i], f.all = p, append(f.all, p)
	f.balance()
}

// stop stops a node as a load balancer does: it sends nobody there any more
// before the node ends.
func (f *fleet) stop(i int) {
	f.t.Helper()
	f.mu.Lock()
	p := f.nodes[i]
	f.nodes[i] = nil
	f.balance()
	f.mu.Unlock()
	p.stop(f.t)
}

// balance tells everybody which nodes there are, under the lock.
func (f *fleet) balance() {
	var all []string
	for _, p := range f.nodes {
		if p != nil {
			all = append(all, p.base)
		}
	}
	f.at.set(all...)
}

// signal sends a node a signal.
func (f *fleet) signal(i int, s syscall.Signal) {
	f.t.Helper()
	if err := syscall.Kill(-f.nodes[i].cmd.Process.Pid, s); err != nil {
		f.t.Fatal(err)
	}
}

// logs returns the log of every table, except those whose length is known
// already.
func (f *fleet) logs(known map[string][]table.Event) map[string][]table.Event {
	f.t.Helper()
	all, err := logsOf(context.Background(), f.store, known, true)
	if err != nil {
		f.t.Fatal(err)
	}
	return all
}

// A pipe carries connections to a server and can cut them all.
type pipe struct {
	url string // where clients find the server

	mu    sync.Mutex
	conns map[net.Conn]struct{}
}

// newPipe makes a pipe to the server at an address.
func newPipe(t *testing.T, address string) *pipe {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	target := u.Host
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u.Host = l.Addr().String()
	p := &pipe{url: u.String(), conns: map[net.Conn]struct{}{}}
	t.Cleanup(func() {
		l.Close()
		p.cut()
	})
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go p.carry(in, target)
		}
	}()
	return p
}

func (p *pipe) carry(in net.Conn, target string) {
	out, err := net.Dial("tcp", target)
	if err != nil {
		in.Close()
		return
	}
	p.mu.Lock()
	p.conns[in], p.conns[out] = struct{}{}, struct{}{}
	p.mu.Unlock()
	var wg sync.WaitGroup
	for from, to := range map[net.Conn]net.Conn{in: out, out: in} {
		wg.Go(func() {
			_, _ = io.Copy(to, from) // until one end is closed or cut
			to.Close()
			from.Close()
		})
	}
	wg.Wait()
	p.mu.Lock()
	delete(p.conns, in)
	delete(p.conns, out)
	p.mu.Unlock()
}

// cut drops all connections at once, without closing them cleanly.
func (p *pipe) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		c.Close()
	}
}
