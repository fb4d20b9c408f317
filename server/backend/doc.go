// Package backend opens the store and the bus of a server by their addresses,
// and does what its host does with them: back up, restore and migrate tables.
//
//	place := backend.Place{Store: "postgres://parlour@db/parlour"}
//	store, err := place.Open(ctx)
//	...
//	bus, closeBus, err := backend.Bus{Address: "nats://nats:4222"}.Open(ctx, "node-1", log)
package backend
