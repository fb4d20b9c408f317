// Package terminal plays games in a terminal, full-screen or line by line: here
// against bots and people, or at a table of a server.
//
//	e := cabinet.ByID("checkers")
//	m, err := e.Game.New(parlour.Setup{})
//	...
//	g := &terminal.Game{Entry: e, Start: m}
//	err = g.Play(ctx, terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, terminal.Options{Seed: 1928})
//
// [Open] reads a saved game, and [PlayAny] asks which game to play. [Join] sits down
// at a table of a server. A [Replayer] replays recorded games. [Show] and [Spoken]
// present a position and a move in a terminal.
package terminal
