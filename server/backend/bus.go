package backend

import (
	"context"
	"log/slog"

	"parlour/hall"
	"parlour/hall/nats"
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

// OpenBoth opens a store and a bus. The returned function closes both.
func OpenBoth(ctx context.Context, p Place, b Bus, node string, log *slog.Logger) (hall.Store, hall.Bus, func(), error) {
	store, err := p.Open(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	bus, end, err := b.Open(ctx, node, log)
	if err != nil {
		store.Close()
		return nil, nil, nil, err
	}
	return store, bus, func() {
		end()
		store.Close()
	}, nil
}
