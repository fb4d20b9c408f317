// Package lockstep plays many games of one-die Ludo at the same time: Mensch,
// Kleefeld's and British Ludo, at random or by the greedy rule.
//
//	stats, err := sim.RunTogether(ctx, rules, start, sim.Config{Games: 20000, Seed: 1}, lockstep.New)
//
// Thirty-two games are in a block. Every step throws one die and makes one move
// in each of them, without a branch on any single game, by AVX2 instructions or
// by plain Go that leaves the same bytes. A game that ends makes room for the
// next one.
//
// It promises that every game goes exactly as in the simulator: the same throws
// and choices from the same seed, the same counts, the same end. Tests compare
// them game by game. Playing allocates nothing.
//
// [race.PatternOf] says which rules can be played this way. A position in which a
// jump is possible is left to the rules themselves. New returns nil for other
// rules, for other players than random and greedy ones, and on processors
// without AVX2.
package lockstep
