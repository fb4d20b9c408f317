// Package servers starts real servers for tests: the packaged programs, in a
// temporary folder on a free port.
//
//	func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }
//
//	func TestStore(t *testing.T) {
//		url := servers.Postgres(t).Database(t) // a new, empty database
//		bus := servers.NATS(t).URL()
//		...
//	}
//
// The tests of a process share one PostgreSQL server, because it takes a while
// to start. A test that kills its server starts a separate one, see
// OwnPostgres. All servers are stopped and their folders removed at the end; if
// the tests themselves are killed, their servers die with them.
package servers

import (
	"sync"
	"testing"
)

var shared struct {
	sync.Mutex
	keep     bool // keep it until the end of the process, see Main
	postgres *PostgresServer
	users    int
}

// Main runs the tests of a package, which share servers until the end, and
// returns the exit code. Without Main, a server ends with the last test that
// uses it, and the next test starts another.
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
