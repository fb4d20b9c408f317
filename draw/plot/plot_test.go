package plot

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden drawings")

func histogram() *Histogram {
	h := &Histogram{Title: "Turns of a game", Desc: "Most games have 60 to 80 turns.", X: "turns", Y: "games",
		Marks: []Mark{{72, "mean 72"}, {74, "median 74"}}}
	for i := range 10 {
		d := float64(i) - 4.5
		n := math.Round(400 * math.Exp(-d*d/8))
		h.Bars = append(h.Bars, Bar{float64(50 + 5*i), float64(55 + 5*i), n})
		h.Exact = append(h.Exact, n+3)
	}
	return h
}

func shares() *Shares {
	return &Shares{Title: "Who wins", Desc: "Who begins wins more often.", X: "order of play", Y: "share of the wins", Groups: []Group{
		{"4 players", 0.25, []Part{{"1", "", 0.29, 0.27, 0.31, 0.285}, {"2", "", 0.26, 0.24, 0.28, 0.258}, {"3", "", 0.24, 0.22, 0.26, 0.24}, {"4", "", 0.21, 0.19, 0.23, 0.217}}},
		{"2 players", 0.5, []Part{{"1", "", 0.52, 0.49, 0.55, 0}, {"2", "", 0.48, 0.45, 0.51, 0}}},
	}}
}

func forest() *Forest {
	return &Forest{Title: "What each choice changes", Desc: "play-on=all makes the game longest.", X: "change of the turns, of a hundred", Rows: []Row{
		{"play-on=all", 40, 36, 44, ""}, {"tries=3", -1, -4, 2, ""}, {"jump=off & <more>", -12, -15, -9, ""}, {"tie=all", 0, 0, 0, "the same games"},
	}}
}

func drawings() map[string][]byte {
	narrow := forest()
	narrow.Width = 300
	narrow.Rows[0].Name = "an option with a very long name=and a value that is longer still"
	return map[string][]byte{
		"histogram": histogram().AppendSVG(nil),
		"shares":    shares().AppendSVG(nil),
		"forest":    forest().AppendSVG(nil),
		"narrow":    narrow.AppendSVG(nil),
	}
}

func TestGolden(t *testing.T) {
	for name, svg := range drawings() {
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, svg, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(svg) != string(want) {
			t.Errorf("%s has changed; run with -update if the change is intended", path)
		}
	}
}

// elements reads a drawing and returns how often each class occurs. It fails if
// the drawing is not XML.
func elements(t *testing.T, svg []byte) map[string]int {
	t.Helper()
	count := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		if e, ok := tok.(xml.StartElement); ok {
			count["<"+e.Name.Local]++
			for _, a := range e.Attr {
				if a.Name.Local == "class" {
					for c := range strings.FieldsSeq(a.Value) {
						count[c]++
					}
				}
			}
		}
	}
}

func TestParts(t *testing.T) {
	d := drawings()
	for _, c := range []struct {
		name, class string
		want        int
	}{
		{"histogram", "column", 10}, {"histogram", "mark", 2}, {"histogram", "curve", 1},
		{"shares", "column", 6}, {"shares", "whisker", 6}, {"shares", "exact", 4}, {"shares", "equal", 2},
		{"forest", "whisker", 3}, {"forest", "clear", 2}, {"forest", "open", 1}, {"forest", "band", 2},
	} {
		if got := elements(t, d[c.name])[c.class]; got != c.want {
			t.Errorf("%s has %d of the class %s, want %d", c.name, got, c.class, c.want)
		}
	}
	for name, svg := range d {
		e := elements(t, svg)
		if e["<title"] != 1 || e["<desc"] != 1 {
			t.Errorf("%s has no title and description", name)
		}
		for _, bad := range []string{"NaN", "Inf", "<more>"} {
			if strings.Contains(string(svg), bad) {
				t.Errorf("%s contains %s", name, bad)
			}
		}
	}
}

// The numbers beside the axes follow the language.
func TestComma(t *testing.T) {
	bars := []Bar{{0, 0.5, 1}}
	rows := []Row{{Name: "a", By: 0.2, Low: 0.1, High: 0.3}}
	for _, comma := range []bool{false, true} {
		for _, svg := range [][]byte{(&Histogram{Bars: bars, Comma: comma}).AppendSVG(nil), (&Forest{Rows: rows, Comma: comma}).AppendSVG(nil)} {
			if got := strings.Contains(string(svg), "0,5<"); got != comma || strings.Contains(string(svg), "0.5<") == comma {
				t.Errorf("comma is %v: %s", comma, svg)
			}
		}
	}
}

// Plots without values, with one value and with strange numbers are drawn too.
func TestStrange(t *testing.T) {
	for _, svg := range [][]byte{
		(&Histogram{}).AppendSVG(nil),
		(&Histogram{Bars: []Bar{{5, 6, 1}}, Marks: []Mark{{-3, "far"}, {5.9, "a long label at the edge"}}, Width: 10}).AppendSVG(nil),
		(&Shares{}).AppendSVG(nil),
		(&Shares{Groups: []Group{{Name: "empty"}}}).AppendSVG(nil),
		(&Forest{}).AppendSVG(nil),
		(&Forest{Rows: []Row{{Name: "nothing", By: math.NaN(), Low: math.NaN(), High: math.NaN()}, {Name: "\x00"}}}).AppendSVG(nil),
	} {
		if s := string(svg); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("the drawing contains a value that is not a number: %s", s)
		}
		elements(t, svg)
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		n         int
		want      string
	}{
		{0, 100, 5, "0 20 40 60 80 100"}, {0, 1.02, 5, "0 0.5 1"}, {-12, 47, 4, "0 20 40"}, {50, 100, 7, "50 60 70 80 90 100"}, {3, 3, 5, "3"},
	} {
		var got []string
		for _, v := range (scale{low: c.low, high: c.high}).ticks(c.n) {
			got = append(got, short(v))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("ticks of %v to %v: %s, want %s", c.low, c.high, s, c.want)
		}
	}
}
