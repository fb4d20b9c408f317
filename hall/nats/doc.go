// Package nats connects the nodes of a house by a NATS server: it announces
// events between them, and hands long work to as many machines as there are.
//
//	bus, err := nats.Open(ctx, "nats://127.0.0.1:4222", nats.Options{})
//	defer bus.Close()
//	news, end := bus.Subscribe(table)
//
// A Bus implements hall.Bus and hall.Crier on plain subjects, one for each
// table that somebody watches. What it says may be lost; the log of the table
// is the truth. A server that is stopped, slow or gone never makes a caller
// wait: announcements reach watchers of the same node at once, those to other
// nodes are kept, the latest of each table, until the server is back, and then
// everybody is told to look again.
//
// # Work
//
//	crew, err := nats.Hire(ctx, address, nats.Options{})       // who asks
//	err = crew.Run(ctx, tasks, each)
//
//	worker := &nats.Worker{Doer: lab.Doers()}                  // who works, anywhere
//	err = worker.Work(ctx, address, nats.Options{})
//
// A Crew implements work.Crew: it hands tasks out on a work queue that the
// server stores, and workers send the results back. A task belongs to a worker
// only as long as it gives word; after that another gets it. Workers do tasks
// of their own release only, so that results are the same to the last bit
// whoever made them.
//
// # Addresses
//
// An address is that of one server, or of several with commas between them:
// nats://host:4222, tls://host:4222, nats://user:password@host. A path names
// the house, so that several share a server without hearing each other:
// nats://host:4222/club. Without one it is "main".
package nats
