package checkers

import "parlour/bot"

var (
	packedNets     = bot.Remote("checkers", "bot/checkers/nets.bin")
	packedEndgames = bot.Remote("checkers", "bot/checkers/endgames.bin")
)
