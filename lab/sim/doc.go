// Package sim plays many games and counts the results.
//
//	stats, err := sim.Run(ctx, rules, sim.Config{Games: 20000, Seed: 1})
//	fmt.Println(stats.Turns.Mean())
//
// Every game has its own seed, made from the seed of the run and the number of the
// game, and all counts are whole numbers. So a run gives the same figures with any
// number of workers. Playing a game allocates nothing.
//
// [Perft] counts the sequences of throws and moves from a position, the best known
// test of an implementation of rules.
package sim
