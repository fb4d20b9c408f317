// Package servers starts real servers for tests: the programs themselves, as a
// distribution packages them, in a temporary folder on a free port.
//
//	func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }
//
//	func TestStore(t *testing.T) {
//		url := servers.Postgres(t).Database(t) // a new, empty database
//		bus := servers.NATS(t).URL()
//		...
//	}
//
// The tests of a process share one PostgreSQL server, which takes a while to
// start; a test that kills it starts one of its own, see OwnPostgres. All are stopped, and their folders removed, at the end; should the
// tests themselves be killed, their servers go with them.
package servers

import (
	"sync"
	"testing"
)

var shared struct {
	sync.Mutex
	keep     bool // until the end of the process, see Main
	postgres *PostgresServer
	users    int
}

// Main runs the tests of a package, which share servers until the end, and
// returns the exit code. Without it a server ends with the last test that uses
// it, and the next test starts another.
func Main(m *testing.M) int {
	shared.Lock()
	shared.keep = true
	shared.Unlock()
	code := m.Run()
	shared.Lock()
	defer shared.Unlock()
	shared.keep = false
	if shared.postgres != nil {
		shared.postgres.remove()
		shared.postgres = nil
	}
	return code
}
