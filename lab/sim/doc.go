// Package sim plays games in bulk and counts.
//
//	stats, err := sim.Run(ctx, rules, sim.Config{Games: 20000, Seed: 1})
//	fmt.Println(stats.Turns.Mean())
//
// Every game has its own seed, made of the seed of the run and the number of
// the game, and all counts are whole numbers. So a run gives the same figures
// whatever the number of workers. Nothing is allocated while a game is played.
//
// [Perft] counts the sequences of throws and moves from a position, which is
// the best known test of a set of rules.
package sim
