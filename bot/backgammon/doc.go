// Package backgammon holds the programs that play backgammon.
//
//	maker := backgammon.Level("expert")
//	player := bot.NewPlayer("expert", maker, 1928)
//	move, err := player.Choose(ctx, match)
//
// A [Net] tells the five chances of a position: to win, to win a gammon, a
// backgammon, to lose a gammon, a backgammon. It has learned them by playing
// against itself; its weights are part of the package. They come from the
// trainer for accelerators in the folder gpu; [Train] works on any processor.
// Where both sides bear off the chances are exact, from tables made on first
// use ([OneSided], [TwoSided]).
//
// A [Searcher] looks ahead on top of that, and a [Market] turns chances into
// what they are worth with the cube as it stands: in points for a stake, in
// chances of the match at a score, which come from a table that is computed
// here too ([Table]).
//
// Every level is deterministic under its seed, and none ever offers to resign.
package backgammon
