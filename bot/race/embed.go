//go:build !js

package race

import (
	"embed"

	"parlour/bot"
)

//go:embed nets/*.net puzzles/*.bin
var files embed.FS

// netFile declares the file of the net of a game.
func netFile(id string) *bot.File { return packed("nets/" + id + ".net") }

// packed declares a file of this folder.
func packed(name string) *bot.File {
	data, err := files.ReadFile(name)
	if err != nil {
		panic("bot/race: " + err.Error())
	}
	return bot.Embedded("bot/race/"+name, data)
}
