// Package analyse tells what there is to learn from a game: what every move
// was worth, which would have been better, how lucky every throw was and where
// the game turned.
//
//	a := analyse.Analyst{Moves: adviser, Throws: adviser, Open: cabinet.Open}
//	report, err := a.Record(ctx, rec)
//	for _, i := range report.Turning {
//		fmt.Println(report.Events[i].Text)
//	}
//
// An error of at least Little makes a move inaccurate, one of at least Much a
// mistake.
//
// All numbers are shares of the result, as an adviser expects them: 0.25 is a
// quarter of what is played for.
//
// The luck of a throw is what the sides may expect after it, less the mean over
// all throws that could have fallen. The error of a move is what the player
// could have expected after the best move, less what there is after the one
// that was played. For a whole game the luck share is the part of all ups and
// downs that the throws made: the sum of what the throws moved, divided by the
// sum of what throws and errors moved. It is 1 where nothing can be chosen and
// 0 where nothing is thrown. How much of a game is luck is measured by a Tally
// over many games of players who err as people do: whoever errs less leaves
// more to the dice.
package analyse
