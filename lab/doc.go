// Package lab measures games: who wins, how long a game lasts, and what each
// option of a book changes.
//
//	e := lab.Experiment{Game: "kleefeld", Bots: []string{"greedy"}, Games: 2000, Seed: 1928}
//	stats, err := e.Run(ctx, work.Hands{Doer: lab.Doers()}, nil)
//	fmt.Println(stats.Turns.Mean())
//
// An [Experiment] is plain data. It is cut into shards of [ShardGames] games,
// each a task that any crew can do, in this process or on many machines. A
// game has its own seed, made of the seed of the experiment and the number of
// the game, and all counts are whole numbers added in the order of the shards.
// So the outcome is the same whoever worked on it.
//
// A [Study] is the experiments that tell about one game: the game as the book
// has it, other numbers of players, and each choice of each option by itself.
// Its [Report] compares them. [Notebook] keeps the results of tasks in a file,
// so that a study that was interrupted goes on where it stopped.
//
// [Rounds] has a contest of the arena played by a crew, and [Analyse] has one
// look at records.
package lab
