// Package backend opens the store and the bus of a server by their addresses.
// It also backs up, restores and migrates tables for the host.
//
//	place := backend.Place{Store: "postgres://parlour@db/parlour"}
//	store, err := place.Open(ctx)
//	...
//	bus, closeBus, err := backend.Bus{Address: "nats://nats:4222"}.Open(ctx, "node-1", log)
package backend
