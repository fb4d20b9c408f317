package page

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Words can be read in every theme: the contrast of each pair of colours that stand
// on each other is at least 4.5, as the Web Content Accessibility Guidelines ask.
func TestContrast(t *testing.T) {
	css := string(load().assets["css/parlour.css"].plain)
	start, wood, _ := strings.Cut(css, `:root[data-theme="wood"] {`)
	wood, _, _ = strings.Cut(wood, "}")
	themes := map[string]map[string]string{"paper": {}, "night": {}, "wood": {}}
	for _, m := range regexp.MustCompile(`--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);`).FindAllStringSubmatch(start, -1) {
		themes["paper"][m[1]], themes["night"][m[1]] = m[2], m[3]
	}
	for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(wood, -1) {
		themes["wood"][m[1]] = m[2]
	}
	for name, of := range themes {
		if len(of) != len(themes["paper"]) || len(of) < 12 {
			t.Fatalf("%s has %d colours, paper has %d", name, len(of), len(themes["paper"]))
		}
		for _, pair := range []string{
			"ink paper", "ink sheet", "ink sunk", "soft paper", "soft sheet", "soft sunk",
			"accent paper", "accent sheet", "accent-ink accent", "good paper", "good sheet", "bad paper", "bad sheet", "warn paper", "warn sheet",
		} {
			on, under, _ := strings.Cut(pair, " ")
			if c := contrast(t, of[on], of[under]); c < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", name, on, under, c)
			}
		}
	}
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light := func(colour string) float64 {
		n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 24)
		if err != nil {
			t.Fatalf("%q is no colour", colour)
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

// The page's own fonts are light.
func TestFontsAreLight(t *testing.T) {
	sum := 0
	for name, a := range load().assets {
		if strings.HasSuffix(name, ".woff2") {
			sum += len(a.plain)
		}
	}
	if sum == 0 || sum > 60<<10 {
		t.Errorf("the fonts have %d bytes together", sum)
	}
}

// Every style sheet that a module names exists.
func TestStyleSheets(t *testing.T) {
	for name := range load().assets {
		if module, ok := strings.CutPrefix(name, "js/"); ok {
			for _, s := range sheets(strings.TrimSuffix(module, ".js")) {
				if load().assets["css/"+s+".css"].plain == nil {
					t.Errorf("%s names the style sheet %q, which does not exist", name, s)
				}
			}
		}
	}
}
