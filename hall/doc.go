// Package hall keeps tables alive. Each table in memory has a lock around its
// state, which package table folds and judges. An action takes the lock, appends
// events to a Store, waits until they are durable, and only then acknowledges and
// announces them. A table also runs its clocks and bots.
//
//	h, err := hall.New(ctx, hall.Config{Store: store, Bus: &hall.Local{}, Shelf: shelf})
//	t, err := h.Create(ctx, token, table.Terms{Game: "kleefeld"}, table.Action{Key: key, Name: "Ann"})
//	reply, err := t.Do(ctx, token, table.Action{Kind: table.Throw, Seq: 4, Key: "k1"})
//
// The state in memory is a cache: if two nodes write at once, the Store's check of
// the sequence number decides. Several halls, each in its own process, can share
// one Shared store. A Table is then a copy that follows what other nodes write, and
// the hall that holds the table's lease runs its clocks and bots.
package hall
