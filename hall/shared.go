package hall

import (
	"context"
	"time"
)

// A Shared store serves several nodes at once. Any node may append to any
// table; the sequence number decides who was first. The node that holds a
// table's lease runs its clocks and bots. A lease only saves work: if two nodes
// believe they hold it, because one was asleep, the sequence number still lets
// only one of them write.
type Shared interface {
	Store

	// Lease gives node the lease of the table for ttl, by the clock of the
	// store. It reports false if another node holds the lease.
	Lease(ctx context.Context, table, node string, ttl time.Duration) (bool, error)

	// Renew extends those leases of the tables that node still holds, and
	// returns their tables.
	Renew(ctx context.Context, node string, tables []string, ttl time.Duration) ([]string, error)

	// Release ends the leases of node on the tables, so that another node need
	// not wait until they expire.
	Release(ctx context.Context, node string, tables []string) error

	// Tips returns the number of the last event of each table. Tables that do
	// not exist are left out.
	Tips(ctx context.Context, tables []string) (map[string]int64, error)
}

// A Vault keeps small values on which all nodes of a server must agree. Shared
// stores have one.
type Vault interface {
	// Kept returns the value under a name and its version, which is 0 if there
	// is none.
	Kept(ctx context.Context, name string) (value []byte, version int64, err error)

	// Keep replaces the value under a name if its version is still the given
	// one; otherwise the error is ErrConflict. The version rises by one.
	Keep(ctx context.Context, name string, version int64, value []byte) error
}

// A PresenceBus is a bus that tells other nodes who is connected to this one.
// Nodes repeat it every few seconds; what is not repeated expires.
type PresenceBus interface {
	// AnnouncePresence tells other nodes that these people have a device here
	// that follows the table.
	AnnouncePresence(table string, people []int)

	// SubscribePresence returns what other nodes announce about a table, and a
	// function that ends it. A slow reader misses some.
	SubscribePresence(table string) (<-chan []int, func())
}

// A Forwarder is a bus that brings actions to the node that leads a table, the one
// that holds its lease. A message may get lost: then the node that sent it acts
// itself, and the store's sequence number decides.
type Forwarder interface {
	// Lead sends the actions of a table to this node until you call the
	// function it returns. Answer gets one action of a table at a time.
	Lead(table string, answer func(action []byte) []byte) (end func())

	// Forward sends an action to the node that leads the table and returns its
	// answer. If no other node leads it, the error is ErrNobody, at once.
	Forward(ctx context.Context, table string, action []byte) ([]byte, error)
}
