package race

import "parlour/bot"

// netFile declares the file of the net of a game.
func netFile(id string) *bot.File { return bot.Remote(id, "bot/race/nets/"+id+".net") }
