//go:build !js

package puzzle

import (
	"embed"
	"strings"
)

//go:embed data/*.bin
var data embed.FS

// Files returns the files of all games, by their paths in the repository. A program
// inside a browser fetches them.
func Files() map[string][]byte {
	all := map[string][]byte{}
	for _, g := range games {
		data, err := file(g)
		if err != nil {
			panic(err) // the files are part of the program
		}
		all[name(g)] = data
	}
	return all
}

func file(game string) ([]byte, error) {
	return data.ReadFile(strings.TrimPrefix(name(game), "learn/puzzle/"))
}
