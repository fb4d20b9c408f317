package record_test

import (
	"os"
	"strings"
	"testing"

	"parlour/record"
)

// The example in the documentation replays.
func TestDocument(t *testing.T) {
	doc, err := os.ReadFile("../docs/RECORD.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(doc), "```\n")
	example, _, _ := strings.Cut(rest, "```")
	r := read(t, example)
	if r.String() != example {
		t.Errorf("the example reads back as %s", r)
	}
	if _, err := record.Replay(auto.Parse, r, nil); err != nil {
		t.Error(err)
	}
}
