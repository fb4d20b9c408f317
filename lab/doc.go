// Package lab measures games: who wins, how long a game lasts, and what each
// option of its book changes.
//
//	e := lab.Experiment{Game: "kleefeld", Bots: []string{"greedy"}, Games: 2000, Seed: 1928}
//	stats, err := e.Run(ctx, work.Hands{Doer: lab.Doers()}, nil)
//	fmt.Println(stats.Turns.Mean())
//
// An [Experiment] is plain data. It is split into shards of [ShardGames] games,
// and each shard is a task for any crew, in this process or on many machines. Each
// game has its own seed, made from the seed of the experiment and the number of the
// game, and all counts are whole numbers that are added in the order of the shards.
// So the result does not depend on who did the work.
//
// A [Study] is a set of experiments about one game: as the book sets it up, with
// other numbers of players, and with each value of each option by itself. Its
// [Report] compares them. [Plan.Measure] runs a study. A [Notebook] keeps the results
// of tasks in a file, so that an interrupted study continues where it stopped.
//
// [Rounds] has a crew play a contest of the arena, and [Analyse] has one analyse
// records. [LuckTrial] measures how much of a game is luck.
package lab
