package table

import "testing"

// TestNames checks that a name keeps emoji of several parts and loses what nobody
// can see.
func TestNames(t *testing.T) {
	for typed, want := range map[string]string{
		"👨‍👩‍👧 Ann":         "👨‍👩‍👧 Ann",
		"👩🏽‍🚀":              "👩🏽‍🚀",
		"❤️‍🔥":              "❤️‍🔥",
		"A\u200dnn":         "Ann",
		"👨\u200d":           "👨",
		"👨\u200d\u200d👩":    "👨\u200d👩",
		"\u200d👨":           "👨",
		"  Ann \t\u202e B ": "Ann B",
	} {
		if got, err := cleanName(typed); got != want || err != nil {
			t.Errorf("%+q becomes %+q, want %+q: %v", typed, got, want, err)
		}
	}
}
