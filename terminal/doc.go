// Package terminal plays games line by line in a terminal.
//
//	e := cabinet.ByID("checkers")
//	m, err := e.Game.New(parlour.Setup{})
//	...
//	g := &terminal.Game{Entry: e, Start: m}
//	err = g.Play(ctx, terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, terminal.Options{Seed: 1928})
//
// [Open] reads a saved game, and [PlayAny] asks which game to play. A [Replayer]
// replays recorded games. [Show], [Spoken] and [Stands] present a position in a
// terminal.
package terminal
