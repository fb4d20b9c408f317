package backgammon

import (
	"parlour/bot"
	"parlour/learn/puzzle"
)

var weights = bot.Remote("backgammon", "bot/backgammon/weights.bin")

// packedPuzzles is a file that no table waits for.
var packedPuzzles = bot.Remote("", "bot/backgammon/puzzles.bin")

// worker is nil: nobody looks for puzzles inside a browser.
var worker puzzle.Maker
