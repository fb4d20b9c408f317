package hall

import (
	"context"
	"time"
)

// A Shared store serves several nodes at once. Any node may append to any
// table; the sequence number decides who was first. The node that holds a
// table's lease runs its clocks and bots. A lease only saves work: if two nodes
// believe they hold it, because one was asleep, the sequence number still lets
// one event through and fences off the other.
type Shared interface {
	Store

	// Lease makes node the one that drives the table until ttl from now, by
	// the clock of the store, and reports whether it is: it is not while
	// another node's lease lasts.
	Lease(ctx context.Context, table, node string, ttl time.Duration) (bool, error)

	// Renew extends the leases that node still holds of the tables, and
	// returns those.
	Renew(ctx context.Context, node string, tables []string, ttl time.Duration) ([]string, error)

	// Release ends the leases of node on the tables, so that another need not
	// wait for their end.
	Release(ctx context.Context, node string, tables []string) error

	// Tips returns the number of the last event of each of the tables; one
	// that does not exist is left out.
	Tips(ctx context.Context, tables []string) (map[string]int64, error)
}

// A Vault keeps small things of the server itself, on which all its nodes must
// agree. Shared stores have one.
type Vault interface {
	// Kept returns what is kept under a name with its version, which is 0 if
	// there is nothing.
	Kept(ctx context.Context, name string) (value []byte, version int64, err error)

	// Keep replaces what is kept under a name, if its version is still the
	// given one; if not the error is ErrConflict. The next version is one
	// higher.
	Keep(ctx context.Context, name string, version int64, value []byte) error
}

// A Crier is a bus that tells other nodes who listens at this one. It is
// repeated every few seconds and forgotten otherwise.
type Crier interface {
	// Cry says that these people of a table have a device that listens here.
	Cry(table string, people []int)

	// Hear returns what other nodes cry about a table, and a function that
	// ends it. A slow reader misses some.
	Hear(table string) (<-chan []int, func())
}

// A Carrier is a bus that carries actions to the node that leads a table, the
// one that holds its lease. What it carries may be lost: the node that sent it
// then acts itself, and the store decides as always.
type Carrier interface {
	// Lead makes this node the one to which the actions of a table are
	// carried, until the function it returns is called. Answer is called for
	// one action of a table at a time.
	Lead(table string, answer func(action []byte) []byte) (end func())

	// Carry carries an action to the node that leads the table and returns
	// its answer. If no other node does, the error is ErrNobody, at once.
	Carry(ctx context.Context, table string, action []byte) ([]byte, error)
}
