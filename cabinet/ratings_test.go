package cabinet_test

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/cabinet"
)

// The file has every program of every game with levels, each level above the one
// before it and above a random player, with intervals that say something.
func TestRatings(t *testing.T) {
	for _, e := range cabinet.Games() {
		var names []string
		for _, r := range e.Ratings {
			names = append(names, r.Player)
		}
		if e.Levels == nil {
			if names != nil {
				t.Errorf("%s has no levels, but ratings of %v", e.Info.ID, names)
			}
			continue
		}
		if !slices.Equal(names, e.Bots) {
			t.Errorf("%s: ratings of %v, want %v", e.Info.ID, names, e.Bots)
			continue
		}
		below := e.RatingOf("random")
		for i, level := range e.Levels {
			r := e.RatingOf(level)
			if r.Elo-below.Elo < 25 || r.Games < 40 {
				t.Errorf("%s: %s has %d from %d games, %s has %d", e.Info.ID, level, r.Elo, r.Games, below.Player, below.Elo)
			}
			if i == 0 && (r.Elo != cabinet.Gentle || r.Half() != 0) || i > 0 && (r.Half() < 1 || r.Half() > 150) {
				t.Errorf("%s: %s has %d ± %d", e.Info.ID, level, r.Elo, r.Half())
			}
			below = r
		}
	}
}

// A file of ratings is read as it was written; what is no rating is an error.
func TestParseRatings(t *testing.T) {
	all := map[string][]cabinet.Rating{"mensch": {{Player: "random", Elo: -12, Low: -42, High: 18, Games: 200}, {Player: "greedy", Elo: 1100, Low: 1070, High: 1130, Games: 400}}, "checkers": {{Player: "expert", Elo: 2000, Low: 1999, High: 2001, Games: 2}}}
	text := cabinet.FormatRatings(all)
	got, err := cabinet.ParseRatings(text)
	if err != nil || len(got) != 2 || !slices.Equal(got["mensch"], all["mensch"]) || !slices.Equal(got["checkers"], all["checkers"]) {
		t.Errorf("%s is read as %v, %v", text, got, err)
	}
	if _, err := cabinet.ParseRatings("# a line\nmensch random many 3 4\n"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a word for a number: %v", err)
	}
}

// docs/STRENGTH.md has the ratings of the file.
func TestRatingsAreWrittenDown(t *testing.T) {
	text, err := os.ReadFile("../docs/STRENGTH.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range cabinet.Games() {
		if e.Levels == nil {
			continue
		}
		row := "| " + e.Info.ID
		for _, name := range e.Bots {
			if name == e.Levels[0] {
				continue // the scale begins there
			}
			r := e.RatingOf(name)
			if r == nil {
				t.Fatalf("%s: no rating of %s", e.Info.ID, name)
			}
			row += " | " + strconv.Itoa(r.Elo) + " ± " + strconv.Itoa(r.Half())
		}
		if !strings.Contains(string(text), row+" |\n") {
			t.Errorf("docs/STRENGTH.md lacks the row\n%s |", row)
		}
	}
}

// expected is the share of a player whose rating is higher by elo.
func expected(elo int) float64 { return 1 / (1 + math.Pow(10, -float64(elo)/400)) }

func TestExpected(t *testing.T) {
	for elo, want := range map[int]int{0: 50, 100: 64, 200: 76, 400: 91} {
		if got := int(math.Round(100 * expected(elo))); got != want {
			t.Errorf("%d more win %d of 100 games, the words say %d", elo, got, want)
		}
	}
}
