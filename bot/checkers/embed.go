//go:build !js

package checkers

import (
	_ "embed"

	"parlour/bot"
)

//go:embed nets.bin
var embeddedNets []byte

//go:embed endgames.bin
var embeddedEndgames []byte

var (
	packedNets     = bot.Embedded("bot/checkers/nets.bin", embeddedNets)
	packedEndgames = bot.Embedded("bot/checkers/endgames.bin", embeddedEndgames)
)

//go:embed puzzles.bin
var embeddedPuzzles []byte

var packedPuzzles = bot.Embedded("bot/checkers/puzzles.bin", embeddedPuzzles)
