// Package arena lets programs play against each other and tells who is
// stronger, and how sure that is.
//
//	a := arena.Contest{Start: match, Players: players, Rounds: 500, Seed: 1928}
//	report, err := a.Run(ctx)
//	fmt.Println(report.Pairs[0].Share, report.Pairs[0].Low, report.Pairs[0].High)
//
// Every pair of players plays rounds. The games of a round have the same dice,
// each seat its own, and the players exchange their seats, so that luck and
// the order of play fall to both alike. The interval of a share comes from the
// differences between rounds, not between games, since the games of a round
// belong together.
//
// A player is a program of this house ([House]), any process that speaks the
// engine protocol ([Process]), or an engine of checkers that speaks PDN ([PDN]).
package arena
