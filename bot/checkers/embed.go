//go:build !js

package checkers

import (
	_ "embed"

	"parlour/bot"
)

//go:embed weights.bin
var embeddedWeights []byte

//go:embed endgames.bin
var embeddedEndgames []byte

var (
	packedWeights  = bot.Embedded(embeddedWeights)
	packedEndgames = bot.Embedded(embeddedEndgames)
)
