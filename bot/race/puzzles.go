package race

import (
	"parlour"
	"parlour/games/race"
	"parlour/learn/puzzle"
)

// The puzzles of each book.
var (
	KleefeldPuzzles = puzzlesOf(race.KleefeldGame(), 1)
	ParkerPuzzles   = puzzlesOf(race.ParkerGame(), 2)
	BritishPuzzles  = puzzlesOf(race.BritishGame(), 1)
	MenschPuzzles   = puzzlesOf(race.MenschGame(), 1)
)

func puzzlesOf(g parlour.Game, dice int) *puzzle.Collection {
	id := g.Info().ID
	return &puzzle.Collection{
		Game: g, Unit: puzzle.Share,
		Themes: []string{puzzle.Capture, puzzle.DoubleCapture, puzzle.Restraint, puzzle.Enter, puzzle.Home, "blockade", puzzle.Safety, puzzle.Risk, "race", puzzle.Endgame, puzzle.Win},
		Data:   packed("puzzles/" + id + ".bin").Fetched,
		Worker: worker(id, dice),
	}
}
