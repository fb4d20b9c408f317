// Package arena lets bots play against each other and measures which one is
// stronger, with confidence intervals.
//
//	a := arena.Contest{Start: match, Players: players, Rounds: 500, Seed: 1928}
//	report, err := a.Run(ctx)
//	fmt.Println(report.Pairs[0].Share, report.Pairs[0].Low, report.Pairs[0].High)
//
// Every pair of players plays rounds. All games of a round use the same dice, with
// separate dice for each seat, and the players swap seats, so that luck and turn
// order affect both equally. The interval of a share is computed from the
// differences between rounds, because the games of one round are not independent.
//
// A player is one of our programs ([House]), any process that speaks the engine
// protocol ([Process]), or a checkers engine that speaks PDN ([PDN]).
package arena
