package page

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"parlour"
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

// The types of the page and the document list the meanings that there are.
func TestMeanings(t *testing.T) {
	types, err := os.ReadFile("js/types.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	protocol, err := os.ReadFile("../../docs/PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	var quoted []string
	for _, m := range parlour.Meanings {
		quoted = append(quoted, strconv.Quote(string(m)))
		if row := fmt.Sprintf("\n| `%s` | ", m); strings.Count(string(protocol), row) != 1 {
			t.Errorf("docs/PROTOCOL.md does not list %s once", m)
		}
	}
	if want := "type Meaning = " + strings.Join(quoted, " | ") + ";"; !strings.Contains(string(types), want) {
		t.Errorf("types.d.ts lacks %s", want)
	}
}
