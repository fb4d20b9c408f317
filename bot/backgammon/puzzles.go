package backgammon

import (
	"parlour/games/backgammon"
	"parlour/learn/puzzle"
)

// Puzzles are the puzzles of the game.
var Puzzles = &puzzle.Collection{
	Game: backgammon.Game(), Unit: puzzle.Points, Writes: Equity,
	Themes: []string{puzzle.Capture, puzzle.DoubleCapture, puzzle.Restraint, puzzle.Enter, puzzle.Home, puzzle.Safety, puzzle.Risk, "race", "bear-off", "point", "cube", puzzle.Win},
	Data:   packedPuzzles.Fetched,
	Worker: worker,
}
