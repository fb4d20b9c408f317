// Package bot holds players that are programs.
//
// At the edge, where a Match is played, a program is a [Player]:
//
//	p := bot.NewPlayer("greedy", bot.NewGreedy[race.Position], 1928)
//	move, err := p.Choose(ctx, match)
//
// Where millions of games are played it is a [Bot], which works on positions
// of one type, trusts what it is given and allocates nothing.
//
// Both are deterministic: the same seed and the same positions give the same
// moves, unless a deadline cuts a search short; then they give the best found
// by then.
//
// The searchers are [Greedy], [MaxN], [AlphaBeta], [MCTS] and [Rollout]. Each
// serves one goroutine, and what uses many processors gives each a searcher of
// its own: games of a contest, tables of a server, lessons of a school. That
// keeps all of them busy, and moves do not depend on how many there are.
package bot
