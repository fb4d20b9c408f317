package backend

import (
	"context"
	"log/slog"

	"parlour/hall"
	"parlour/hall/nats"
	"parlour/hall/sqlite"
)

// A Bus says how to reach the bus that connects several machines. The zero Bus
// works within one process.
type Bus struct {
	Address string // of a NATS server: nats://host:4222
	Creds   string // file with credentials; "" for none
	CA      string // file with the certificate authority of a tls:// bus; "" for those the machine trusts
}

// Options returns the options of a connection. NATS lists the name.
func (b Bus) Options(name string, log *slog.Logger) nats.Options {
	return nats.Options{Name: name, Creds: b.Creds, CA: b.CA, Log: log}
}

// Open opens the bus for the node with that name. The returned function closes
// it.
func (b Bus) Open(ctx context.Context, node string, log *slog.Logger) (hall.Bus, func(), error) {
	if b.Address == "" {
		return &hall.Local{}, func() {}, nil
	}
	bus, err := nats.Open(ctx, b.Address, b.Options(node, log))
	if err != nil {
		return nil, nil, err
	}
	return bus, func() { _ = bus.Close() }, nil
}

// OpenBoth opens a store and a bus for a server. Only one server can use a SQLite
// file. The returned function closes both.
func OpenBoth(ctx context.Context, p Place, b Bus, node string, log *slog.Logger) (hall.Store, hall.Bus, func(), error) {
	unlock, err := p.lock()
	if err != nil {
		return nil, nil, nil, err
	}
	store, err := p.Open(ctx)
	if err != nil {
		unlock()
		return nil, nil, nil, err
	}
	if s, ok := store.(*sqlite.Store); ok && s.Behind() {
		log.Warn("the database is older than the file beside it remembers, or another one: something that players were told may be missing", "database", p.Name())
	}
	bus, end, err := b.Open(ctx, node, log)
	if err != nil {
		store.Close()
		unlock()
		return nil, nil, nil, err
	}
	return store, bus, func() {
		end()
		store.Close()
		unlock()
	}, nil
}
