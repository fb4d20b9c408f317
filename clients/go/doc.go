// Package client takes part in the tables of a Parlour server: it follows a table,
// checks its dice as they fall, and acts there for a person or a program.
//
//	at, err := client.ParseAddress("https://parlour.example.org/t/k3q7j2m5xw4tzabc")
//	c := &client.Client{Server: at.Server}
//	err = c.Register(ctx)
//	_, err = c.Act(ctx, at.Table, table.Action{Kind: table.Sit, Chair: 1, Name: "Ann"})
//	t, err := client.Follow(ctx, client.Config{Client: c, Table: at.Table, Open: cabinet.Open})
//	defer t.Close()
//	for s := t.State(); s.Err == nil; s = t.State() {
//		changed := t.Changed()
//		... // act with t.Throw and t.Act if s.Mine()
//		<-changed
//	}
//
// A [Table] verifies every event before it shows it, takes part in the dice on
// behalf of its person, and remembers what it opened, did and was shown, so that a
// server that changes its story is found out (see docs/FAIR-DICE.md). If the dice
// break their promise, it refuses to act until it is told to go on; then it plays
// without taking part in them. It connects again by itself and resumes after the last
// event.
package client
