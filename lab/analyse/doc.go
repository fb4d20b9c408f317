// Package analyse judges a game: what every move was worth, which move would have
// been better, how lucky every throw was, and where the game turned.
//
//	a := analyse.Analyst{Moves: adviser, Throws: adviser, Open: cabinet.Open}
//	report, err := a.Record(ctx, rec)
//	for _, i := range report.Turning {
//		fmt.Println(report.Events[i].Text)
//	}
//
// Advisers expect shares of the result: 0.25 is a quarter of it. The unit of the game
// says how they are written, and which errors are doubtful, mistakes or blunders.
// Errors and luck are in that unit: in parts of the result, in points, in men.
//
// The luck of a throw is what the sides can expect after it, minus the mean over all
// throws it could have been. The error of a move is what the player could have
// expected after the best move, minus what the player can expect after the move played.
// The luck share of a game says how much of all ups and downs came from the dice:
// what the throws changed, divided by what throws and errors changed together. It is
// 1 in a game without choices and 0 in a game without dice. A Tally measures it over
// many games of players who make human errors, because players who make fewer errors
// leave more to the dice.
package analyse
