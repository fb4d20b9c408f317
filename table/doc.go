// Package table lets people play. A Table is an append-only log of events; its
// position is a fold over them. One goroutine for each table validates what
// people do, appends it to a Store, waits until it is durable, and only then
// acknowledges and announces it. The goroutine is a cache: the Store's check of
// the sequence number is the arbiter between several writers.
//
//	hall := table.NewHall(table.Config{Store: store, Bus: bus, Shelf: shelf})
//	t, err := hall.Create(ctx, token, table.Terms{Game: "kleefeld"}, table.Action{Key: key, Name: "Ann"})
//	_, err = t.Do(ctx, token, table.Action{Kind: table.Sit, Chair: 1, Key: key})
//	reply, err := t.Do(ctx, token, table.Action{Kind: table.Throw, Seq: 4, Key: "k1"})
//
// Several halls, each in a process of its own, may have one Shared store: then a
// Table is a copy that follows what others write, and what tables do by
// themselves is done by the hall that holds the lease.
//
// Words: a person holds a token and may sit on several chairs; a chair decides
// for one or more seats of the game; a bot may hold a chair or stand in for a
// person who is away. The host is a person with some more rights.
package table
