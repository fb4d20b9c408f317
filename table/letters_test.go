package table

import (
	"strings"
	"testing"

	"parlour/phrase"
)

const (
	family = "👨‍👩‍👧‍👦" // 7 runes, 11 UTF-16 units, 25 bytes
	flagDE = "🇩🇪"
)

func TestLetters(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "Ann": 3, "Ann B": 5, "Zoë": 3, "Zoe\u0308": 3, "李小龍": 3,
		family: 1, family + family: 2, family + "A": 2, "👍🏽": 1, "👍🏽👍": 2, "❤️": 1, "❤️‍🔥": 1, "1️⃣": 1, "👩🏾‍🚀x": 2,
		flagDE: 1, flagDE + "🇫🇷": 2, flagDE + "🇫": 2, "🇩a🇪": 3,
		"\u0301": 1, "क्षि": 1, "नमस्ते": 3, "한국": 2, "\u1112\u1161\u11ab": 1,
	} {
		if n := letters(text); n != want {
			t.Errorf("%q has %d letters, want %d", text, n, want)
		}
	}
}

func TestNameLength(t *testing.T) {
	for name, why := range map[string]string{
		strings.Repeat("x", 24):             "",
		strings.Repeat("x", 25):             "A name has at most 24 letters; this one has 25.",
		strings.Repeat(flagDE, 24):          "",
		strings.Repeat(family, 8):           "",
		strings.Repeat(family, 9):           "A name has at most 200 bytes",
		"a" + strings.Repeat("\u0301", 300): "A name has at most 200 bytes",
	} {
		_, err := cleanName(name)
		if (err == nil) != (why == "") || err != nil && !strings.Contains(strings.ToLower(phrase.English.Error(err)), strings.ToLower(strings.TrimSuffix(why, "."))) {
			t.Errorf("%q: %v, want %q", name, err, why)
		}
	}
}
