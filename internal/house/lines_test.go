package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLongLines checks that the scripts and style sheets of the page have lines of
// 140 columns at most, as the formatter sets them. Only a text cannot be broken.
func TestLongLines(t *testing.T) {
	text := regexp.MustCompile(`^ +".*",$`)
	for _, pattern := range []string{"web/page/*.js", "web/page/js/*.js", "web/page/js/*/*.js", "web/page/css/*.css"} {
		files, err := filepath.Glob(root + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(data), "\n") {
				words := strings.Contains(filepath.ToSlash(path), "/js/words/") && text.MatchString(line)
				if n := utf8.RuneCountInString(line); n > 140 && !words {
					t.Errorf("%s:%d: %d columns; run npx prettier --write, and break comments by hand", strings.TrimPrefix(path, root), i+1, n)
				}
			}
		}
	}
}
