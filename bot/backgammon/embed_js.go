package backgammon

import "parlour/bot"

var weights = bot.Remote("backgammon", "bot/backgammon/weights.bin")
