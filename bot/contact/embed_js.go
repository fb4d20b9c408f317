package contact

import (
	"parlour/bot"
	"parlour/learn/puzzle"
)

// packedPuzzles is a file that no table waits for.
var packedPuzzles = bot.Remote("", "bot/contact/puzzles.bin")

// worker is nil: nobody looks for puzzles inside a browser.
var worker puzzle.Maker
