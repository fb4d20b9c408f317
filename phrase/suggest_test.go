package phrase

import (
	"slices"
	"testing"
)

func TestSuggest(t *testing.T) {
	list := []string{"", "blockade", "blockade-stops-all", "capture", "enter", "enter-with-six"}
	for word, want := range map[string][]string{
		"Blockade":  {"blockade", "blockade-stops-all"}, // it contains the word
		"capure":    {"capture"},
		"cpature":   {"capture"}, // two letters replaced
		"entre":     nil,         // two of five letters are too many
		"en":        nil,         // too short
		"":          nil,
		"something": nil,
	} {
		if got := Suggest(word, list); !slices.Equal(got, want) {
			t.Errorf("%q suggests %v, want %v", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"abc", "abc", 0}, {"abc", "xabc", 1}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
