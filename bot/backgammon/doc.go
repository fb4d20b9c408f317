// Package backgammon has the programs that play backgammon.
//
//	maker := backgammon.Level("expert")
//	player := bot.NewPlayer("expert", maker, 1928)
//	move, err := player.Choose(ctx, match)
//
// A [Net] estimates the five chances of a position: to win, to win a gammon or a
// backgammon, and to lose a gammon or a backgammon. It was trained by self-play, and
// its weights are part of the package. They come from the trainer for accelerators
// in the folder gpu; [Train] works on any processor. When both sides bear off, the
// chances are exact, from tables that are computed on first use ([OneSided],
// [TwoSided]).
//
// A [Searcher] looks ahead with these estimates. So that it need not estimate every
// play of every throw, each net has a sieve, a very small net that learned from it
// which plays are worth it ([TrainSieves]). A [Market] turns chances into a
// value that takes the cube into account: points for a stake, or the chance to win a
// match at a score, from a table that is computed here, too ([Table]).
//
// Every level is deterministic under its seed, and none ever offers to resign.
package backgammon
