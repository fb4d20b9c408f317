// Package checkers holds the programs that play checkers.
//
//	for _, level := range checkers.Levels() {
//		player := bot.NewPlayer(level.Name, level.Maker, 1928)
//		...
//	}
//
// Orthodox checkers, whatever the opening, the quiet count and the repetitions
// that make a draw, is played by a search of its own on the bare stand of the
// pieces, with a transposition table, an evaluation trained by playing against
// itself, and tables of endgames. Huffing, captures that may be left and the
// losing game are played by a plain search over the rules.
package checkers
