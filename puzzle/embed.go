//go:build !js

package puzzle

import (
	"embed"
	"strings"
)

//go:embed data/*.bin
var files embed.FS

func file(game string) ([]byte, error) {
	return files.ReadFile(strings.TrimPrefix(name(game), "puzzle/"))
}
