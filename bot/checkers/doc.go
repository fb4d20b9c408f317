// Package checkers has the programs that play checkers.
//
//	for _, level := range checkers.Levels(nil) {
//		player := bot.NewPlayer(level.Name, level.Maker, 1928)
//		...
//	}
//
// Orthodox checkers, with any opening and any draw rules, has a specialised search
// on the bare position of the pieces, with a transposition table, an evaluation
// trained by self-play, and endgame tables. Huffing, optional captures and the losing
// game are played by a plain search over the rules.
package checkers
