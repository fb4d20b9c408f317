//go:build !js

package backgammon

import (
	_ "embed"

	"parlour/bot"
)

//go:embed weights.bin
var embedded []byte

var weights = bot.Embedded("bot/backgammon/weights.bin", embedded)

//go:embed puzzles.bin
var embeddedPuzzles []byte

var packedPuzzles = bot.Embedded("bot/backgammon/puzzles.bin", embeddedPuzzles)
