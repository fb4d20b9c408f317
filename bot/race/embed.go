//go:build !js

package race

import (
	"embed"

	"parlour/bot"
)

//go:embed nets/*.net
var netFiles embed.FS

// netFile declares the file of the net of a game.
func netFile(id string) *bot.File {
	name := "nets/" + id + ".net"
	data, err := netFiles.ReadFile(name)
	if err != nil {
		panic("bot/race: " + err.Error())
	}
	return bot.Embedded("bot/race/"+name, data)
}
