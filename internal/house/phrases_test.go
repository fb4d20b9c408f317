package house

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/phrase"
)

// speaking are packages besides the games that speak in codes, and how these begin.
var (
	speaking = []string{"rulebook", "referee", "table", "table/proof", "terminal", "terminal/screen", "lab/analyse", "web", "web/exchange", "web/live", "web/local", "web/picture", "web/rules", "web/show", "web/study"}
	begin    = []string{"fault", "refused", "error", "busy", "study", "hint", "terminal", "openings"}
)

// TestPhrases checks that every code that games and others use has a sentence.
func TestPhrases(t *testing.T) {
	n := 0
	names := slices.Clone(begin) // codes of games begin with the names of their packages
	for _, dir := range rooms(t) {
		names = append(names, path.Base(dir))
	}
	code := regexp.MustCompile(`"((?:` + strings.Join(names, "|") + `)\.[a-z0-9.-]*[a-z0-9])"`)
	for _, dir := range append(rooms(t), speaking...) {
		files, err := filepath.Glob(root + dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "phrases.go") {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range code.FindAllStringSubmatch(string(data), -1) {
				n++
				if !phrase.English.Has(m[1]) {
					t.Errorf("%s uses the code %s, which has no English sentence", file, m[1])
				}
			}
		}
	}
	if n == 0 {
		t.Error("found no codes; the test looks in the wrong place")
	}
}
