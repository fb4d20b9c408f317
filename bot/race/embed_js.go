package race

import (
	"parlour/bot"
	"parlour/learn/puzzle"
)

// netFile declares the file of the net of a game.
func netFile(id string) *bot.File { return bot.Remote(id, "bot/race/nets/"+id+".net") }

// packed declares a file of this folder that no table waits for.
func packed(name string) *bot.File { return bot.Remote("", "bot/race/"+name) }

// worker is nil: nobody looks for puzzles inside a browser.
func worker(string, int) puzzle.Maker { return nil }
