package rules

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/draw/svg"
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
		for _, p := range Papers {
			page, err := Print(e, p, "https://parlour.example/g/"+e.Info.ID)
			if err != nil {
				t.Fatal(err)
			}
			text := string(page)
			for _, part := range size.FindAllStringSubmatch(text, -1) {
				w, h := number(t, part[2]), number(t, part[3])
				if w > p.Width-2*edge+1e-6 || h > p.Height-2*edge-headRoom+1e-6 {
					t.Errorf("%s: a %s of %v by %v mm does not fit on %s", e.Info.ID, part[1], w, h, p.Title)
				}
			}
			parts := whole.FindAllStringSubmatch(text, -1)
			if len(parts) == 0 {
				t.Fatalf("%s has no board", e.Info.ID)
			}
			// A space of the drawing is svg.Unit long, and space(b) on paper.
			mm := number(t, parts[0][3]) / number(t, parts[0][5]) * svg.Unit
			if math.Abs(mm-space(b)) > 0.01 {
				t.Errorf("%s: a space of %v mm, want %v", e.Info.ID, mm, space(b))
			}
			if side := space(b) * max(b.Width, b.Height); side < 270 || side > 330 {
				t.Errorf("%s: a board of %v mm", e.Info.ID, side)
			}
			if got, want := strings.Count(text, `<svg class="cut"`), len(m.Pieces()); got < want {
				t.Errorf("%s: %d pieces, want %d", e.Info.ID, got, want)
			}
			if dice := strings.Contains(text, "cut net"); dice != (e.Luck.Share > 0) {
				t.Errorf("%s: dice are printed: %v", e.Info.ID, dice)
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

// The parts of a board cover it, each overlaps the next, and none is too long.
func TestDivide(t *testing.T) {
	for _, c := range []struct {
		length, room float64
		n            int
	}{{100, 178, 1}, {178, 178, 1}, {178.5, 178, 2}, {348, 178, 2}, {348.5, 178, 3}} {
		n, each := divide(c.length, c.room)
		covered := float64(n)*each - float64(n-1)*overlap
		if n != c.n || each > c.room || math.Abs(covered-c.length) > 1e-9 {
			t.Errorf("%v mm in %v: %d parts of %v, which cover %v; want %d", c.length, c.room, n, each, covered, c.n)
		}
	}
}

// A piece that is turned over or crowned has its other side on its back.
func TestBacks(t *testing.T) {
	for id, want := range map[string]map[string]string{
		"checkers": {"man": "king"},
		"contact":  {"tile": "tile turned", "tile two": "tile two turned"},
		"kleefeld": {"man": ""},
	} {
		m, err := cabinet.ByID(id).Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Pieces() {
			got := ""
			if back := backOf(p, m.Pieces(), m.Kinds()); back != nil {
				got = back.Kind
				if back.Colour != p.Colour {
					t.Errorf("%s: the back of %s is %s", id, p.Colour, back.Colour)
				}
			}
			if got != want[p.Kind] {
				t.Errorf("%s: the back of a %s is %q, want %q", id, p.Kind, got, want[p.Kind])
			}
		}
	}
}
