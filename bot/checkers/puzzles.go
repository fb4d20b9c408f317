package checkers

import (
	"parlour/games/checkers"
	"parlour/learn/puzzle"
)

// Puzzles are the puzzles of the game.
var Puzzles = &puzzle.Collection{
	Game: checkers.Game(), Unit: puzzle.Share, Writes: Men,
	Themes: []string{puzzle.Capture, puzzle.DoubleCapture, puzzle.Restraint, "shot", "crown", puzzle.Endgame, puzzle.Win, "save"},
	Data:   packedPuzzles.Fetched,
	Worker: worker,
}
