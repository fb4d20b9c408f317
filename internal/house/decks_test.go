package house

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"parlour/games/checkers"
)

// TestDecks checks the copies of the three-move deck in the independent
// verifiers. A verifier must not ask the server it checks which ballots exist,
// so each has its own copy of the barred numbers. The copies must be equal.
func TestDecks(t *testing.T) {
	var want []int
	for _, b := range checkers.ThreeMove()[1:] {
		if b.Barred {
			want = append(want, b.Number)
		}
	}
	number := regexp.MustCompile(`\d+`)
	for file, list := range map[string]string{
		"web/page/js/dice/fair.js":              `const barred = \[([\d, ]+)\]`,
		"clients/python/example/verify-dice.py": `BARRED = \{([\d, ]+)\}`,
		"docs/FAIR-DICE.md":                     `barred: ([\d, ]+)`,
	} {
		data, err := os.ReadFile(root + file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(list).FindSubmatch(data)
		if found == nil {
			t.Errorf("%s does not name the barred ballots", file)
			continue
		}
		var got []int
		for _, text := range number.FindAllString(string(found[1]), -1) {
			n, _ := strconv.Atoi(text)
			got = append(got, n)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s bars %v, but the game bars %v", file, got, want)
		}
	}
}
