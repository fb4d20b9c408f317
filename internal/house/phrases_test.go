package house

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parlour/phrase"
)

// TestPhrases checks that every code the games use has a sentence.
func TestPhrases(t *testing.T) {
	n := 0
	var names []string // of packages; their codes begin with these
	for _, dir := range rooms(t) {
		names = append(names, path.Base(dir))
	}
	code := regexp.MustCompile(`"((?:` + strings.Join(names, "|") + `)\.[a-z0-9.-]*[a-z0-9])"`)
	for _, dir := range rooms(t) {
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
