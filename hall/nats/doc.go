// Package nats connects the nodes of a house through a NATS server: it
// announces events between them, and distributes long work over any number of
// machines.
//
//	bus, err := nats.Open(ctx, "nats://127.0.0.1:4222", nats.Options{})
//	defer bus.Close()
//	news, end := bus.Subscribe(table)
//
// A Bus implements hall.Bus and hall.PresenceBus on plain subjects, one for each
// table that somebody watches. Announcements may be lost; the table's log is
// the truth. A server that is stopped, slow or gone never makes a caller wait.
// Watchers on the same node hear announcements at once. For other nodes, the
// latest announcement of each table is kept until the server is back, and then
// every watcher is told to look again.
//
// # Work
//
//	crew, err := nats.Hire(ctx, address, nats.Options{})       // the side that asks
//	err = crew.Run(ctx, tasks, each)
//
//	worker := &nats.Worker{Doer: lab.Doers()}                  // the side that works, on any machine
//	err = worker.Work(ctx, address, nats.Options{})
//
// A Crew implements work.Crew: it puts tasks on a work queue stored by the
// server, and workers send the results back. A worker keeps a task only while
// it sends heartbeats; after that the task goes to another. Workers only do
// tasks of their own release, so results are identical to the last bit no
// matter which worker made them.
//
// # Addresses
//
// An address names one server, or several separated by commas:
// nats://host:4222, tls://host:4222, nats://user:password@host. A path names
// the house, so that several can share a server without hearing each other:
// nats://host:4222/club. The default is "main".
package nats
