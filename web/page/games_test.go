package page

import (
	"regexp"
	"strings"
	"testing"

	"parlour/cabinet"
)

// TestKnowsNoGame: the page shows whatever the server sends, so that a game is
// added without a line of it changed. No file names a game, its family or its
// title.
func TestKnowsNoGame(t *testing.T) {
	names := map[string]bool{}
	for _, e := range cabinet.Games() {
		for _, name := range []string{e.Info.ID, e.Family, e.Info.Title} {
			names[strings.ToLower(name)] = true
		}
	}
	if len(names) < 8 {
		t.Fatalf("only %d names: %v", len(names), names)
	}
	for file, a := range load().assets {
		text := strings.ToLower(string(a.plain))
		for name := range names {
			if found := regexp.MustCompile(`.*\b` + regexp.QuoteMeta(name) + `\b.*`).FindString(text); found != "" {
				t.Errorf("%s knows %s: %s", file, name, strings.TrimSpace(found))
			}
		}
	}
}
