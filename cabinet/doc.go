// Package cabinet is the catalogue: every game by its id, with its book, its
// board, its players and its simulator.
//
//	e := cabinet.ByID("kleefeld")
//	m, err := e.Game.New(parlour.Setup{Players: 2})
//	stats, err := e.Sim(ctx, m, sim.Config{Games: 1000}, []string{"greedy", "random"})
//
// It is an explicit list, and the one place where the types of positions are
// put in; everything that takes an Entry works for all games alike.
package cabinet
