package svg

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "write the style sheet of the page's boards")

// A colour has one role, or a theme could not replace it alone.
func TestColoursHaveOneRole(t *testing.T) {
	of := map[string]string{}
	for _, r := range roles {
		if of[r.paper] != "" {
			t.Errorf("%s is the colour of %s and of %s", r.paper, of[r.paper], r.name)
		}
		of[r.paper] = r.name
	}
}

// Words, marks and men can be told from what they are on, in every theme.
func TestBoardContrast(t *testing.T) {
	for theme, colour := range map[string]func(i int) string{
		"paper": func(i int) string { return roles[i].paper },
		Wood:    func(i int) string { return roles[i].wood },
		Night:   func(i int) string { return roles[i].night },
	} {
		of := map[string]string{}
		for i, r := range roles {
			of[r.name] = colour(i)
		}
		for _, pair := range []struct {
			on, under string
			least     float64
		}{
			{"ink", "paper", 4.5}, {"ink", "space", 4.5}, {"ink", "field", 4.5},
			{"accent", "paper", 3}, {"accent", "space", 3},
			{"bone", "green", 3}, {"bone", "blue", 3}, {"bone", "red", 3}, {"bone", "black", 4.5}, {"pitch", "yellow", 4.5}, {"pitch", "ivory", 4.5}, {"pitch", "bone", 4.5},
			{"bone", "shade", 2.5}, {"ebony", "ivory", 4.5}, {"space", "shade", 1.4}, {"pale", "shade", 2},
		} {
			if c := contrast(t, of[pair.on], of[pair.under]); c < pair.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want at least %.1f", theme, pair.on, pair.under, c, pair.least)
			}
		}
	}
}

// The page's style sheet for boards is made of the same colours.
func TestPageSheet(t *testing.T) {
	const file = "../../web/page/css/board-inks.css"
	want := append([]byte("/* The colours of boards in the page's themes. go test ./draw/svg -update writes this file. */\n\n"), AppendRules(nil)...)
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(file); err != nil || !bytes.Equal(have, want) {
		t.Errorf("%s is not as the themes say (%v): go test ./draw/svg -update writes it", file, err)
	}
}

func TestThemed(t *testing.T) {
	got := string(Themed([]byte(`<svg viewBox="0 0 1 1"><path fill="#f3e7cb"/></svg>`)))
	want := `<svg viewBox="0 0 1 1">` + string(nightRules) + `<path fill="#f3e7cb"/></svg>`
	if got != want {
		t.Errorf("got %s", got)
	}
	if plain := string(Themed([]byte("no drawing"))); plain != "no drawing" {
		t.Errorf("got %s", plain)
	}
}

// contrast is the ratio by which people with weak eyes can tell two colours apart,
// as the Web Content Accessibility Guidelines measure it.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light := func(colour string) float64 {
		n, err := strconv.ParseUint(colour[1:], 16, 24)
		if err != nil {
			t.Fatal(fmt.Errorf("%q is no colour: %w", colour, err))
		}
		part := func(shift int) float64 {
			c := float64(n>>shift&0xff) / 255
			if c <= 0.04045 {
				return c / 12.92
			}
			return math.Pow((c+0.055)/1.055, 2.4)
		}
		return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
