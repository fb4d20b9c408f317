// Package bot has programs that play games.
//
// For a Match, a program is a [Player]:
//
//	p := bot.NewPlayer("greedy", bot.NewGreedy[race.Position], 1928)
//	move, err := p.Choose(ctx, match)
//
// To play millions of games, use a [Bot], which works on positions of one type,
// trusts its input and allocates nothing.
//
// Both are deterministic: the same seed and the same positions give the same moves,
// unless a deadline ends a search early. Then they return the best move so far.
//
// The searchers are [Greedy], [MaxN], [AlphaBeta], [Playout] and [Rollout]. Each serves
// one goroutine. Callers that use several processors give each its own searcher, for
// example one per game of a contest or per table of a server. So all processors are
// busy, and moves do not depend on their number.
package bot
