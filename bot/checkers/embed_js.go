package checkers

import "parlour/bot"

var (
	packedWeights  = bot.Remote("checkers", "bot/checkers/weights.bin")
	packedEndgames = bot.Remote("checkers", "bot/checkers/endgames.bin")
)
