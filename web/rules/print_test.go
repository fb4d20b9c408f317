package rules

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/draw/printing"
	"parlour/draw/svg"
	"parlour/phrase"
)

// Every game prints its rules, its board in true size on sheets that fit the
// paper, and a piece for each piece of the set-up.
func TestPrint(t *testing.T) {
	size := regexp.MustCompile(`<svg class="(part|cut)[^"]*" width="([0-9.]+)mm" height="([0-9.]+)mm"`)
	whole := regexp.MustCompile(`class="board" x="(-?[0-9.]+)mm" y="(-?[0-9.]+)mm" width="([0-9.]+)mm" height="([0-9.]+)mm" viewBox="0 0 ([0-9.]+) `)
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		b := e.Board(m)
		space := printing.Set(phrase.English, e, m, printing.A4).Space
		for _, p := range printing.Papers {
			page, err := Print(phrase.English, e, p, "https://parlour.example/g/"+e.Info.ID)
			if err != nil {
				t.Fatal(err)
			}
			text := string(page)
			for _, part := range size.FindAllStringSubmatch(text, -1) {
				w, h := number(t, part[2]), number(t, part[3])
				if w > p.Width-2*printing.Edge+1e-6 || h > p.Height-2*printing.Edge-printing.HeadRoom+1e-6 {
					t.Errorf("%s: a %s of %v by %v mm does not fit on %s", e.Info.ID, part[1], w, h, p.Title)
				}
			}
			parts := whole.FindAllStringSubmatch(text, -1)
			if len(parts) == 0 {
				t.Fatalf("%s has no board", e.Info.ID)
			}
			// A space of the drawing is svg.Unit long, and space on paper.
			mm := number(t, parts[0][3]) / number(t, parts[0][5]) * svg.Unit
			if math.Abs(mm-space) > 0.01 {
				t.Errorf("%s: a space of %v mm, want %v", e.Info.ID, mm, space)
			}
			if side := space * max(b.Width, b.Height); side < 270 || side > 330 {
				t.Errorf("%s: a board of %v mm", e.Info.ID, side)
			}
			if got, want := strings.Count(text, `<svg class="cut"`), len(m.Pieces()); got < want {
				t.Errorf("%s: %d pieces, want %d", e.Info.ID, got, want)
			}
			if dice := strings.Contains(text, "cut net"); dice != (e.Luck.Share > 0) {
				t.Errorf("%s: dice are printed: %v", e.Info.ID, dice)
			}
			// The file has as many pages, as printing tests.
			set := printing.Set(phrase.English, e, m, p)
			if got, want := strings.Count(text, `<section class="sheet`), 1+len(set.Parts)+len(set.Pieces); got != want {
				t.Errorf("%s: %d sheets, want %d", e.Info.ID, got, want)
			}
			if !strings.Contains(text, "<title>QR code</title>") {
				t.Errorf("%s has no code", e.Info.ID)
			}
			if strings.Contains(text, " style=") {
				t.Errorf("%s has a style that the security policy forbids", e.Info.ID)
			}
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
