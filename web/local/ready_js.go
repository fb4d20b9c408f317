package local

import "parlour/bot"

// ready fetches the files that the bots of a game need.
func ready(game string) error { return bot.Ready(game) }
