//go:build !js

package contact

import (
	_ "embed"

	"parlour/bot"
)

//go:embed puzzles.bin
var embeddedPuzzles []byte

var packedPuzzles = bot.Embedded("bot/contact/puzzles.bin", embeddedPuzzles)
