// Package terminal plays games line by line in a terminal.
//
//	e := cabinet.ByID("checkers")
//	m, err := e.Game.New(parlour.Setup{})
//	...
//	g := &terminal.Game{Entry: e, Start: m}
//	err = g.Play(ctx, terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, terminal.Options{Seed: 1928})
//
// [Open] reads a game that was saved, and [PlayAny] asks which game to play.
// [Show], [Spoken] and [Stands] show a position to somebody who reads it in a
// terminal.
package terminal
