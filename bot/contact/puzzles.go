package contact

import (
	"parlour/games/contact"
	"parlour/learn/puzzle"
)

// Puzzles are the puzzles of the game.
var Puzzles = &puzzle.Collection{
	Game: contact.Game(), Unit: puzzle.Share,
	Themes: []string{puzzle.Capture, puzzle.DoubleCapture, puzzle.Restraint, puzzle.Home, "contact", "promotion", puzzle.Endgame, puzzle.Win},
	Data:   packedPuzzles.Fetched,
	Worker: worker,
}
