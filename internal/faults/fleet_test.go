package faults

import (
	"context"
	"fmt"
	"slices"
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
// real NATS, each behind a proxy that can cut connections.
type fleet struct {
	t        *testing.T
	postgres *servers.PostgresServer
	nats     *servers.NATSServer
	store    hall.Store // connects to the database without the proxy
	toStore  *servers.Proxy
	toBus    *servers.Proxy
	place    []string // flags that name the store and the bus
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
	var bus string
	f.toBus, bus = servers.Through(t, f.nats.URL())
	if !strings.Contains(database, ",") { // several hosts are reached without a proxy
		f.toStore, database = servers.Through(t, database)
	}
	f.place = []string{"--store", database, "--bus", bus}
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
	p, err := launch(slices.Concat(command(executable, f.dir), f.place, []string{"--bot-delay", "50ms", "--drain", f.drain.String(), "--node", fmt.Sprintf("node-%d-%d", i, f.started.Add(1))}))
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
