package checkers

import (
	"parlour/bot"
	"parlour/learn/puzzle"
)

var (
	packedNets     = bot.Remote("checkers", "bot/checkers/nets.bin")
	packedEndgames = bot.Remote("checkers", "bot/checkers/endgames.bin")
)

// packedPuzzles is a file that no table waits for.
var packedPuzzles = bot.Remote("", "bot/checkers/puzzles.bin")

// worker is nil: nobody looks for puzzles inside a browser.
var worker puzzle.Maker
