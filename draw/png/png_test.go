package png

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	imagepng "image/png"
	"os"
	"strconv"
	"strings"
	"testing"

	"parlour/draw/outline"
)

var update = flag.Bool("update", false, "rewrite testdata/summary.txt")

const summaryFile = "testdata/summary.txt"

// summary is a picture in very low resolution: the mean colours of twelve by
// twelve parts.
func summary(img *image.RGBA) (rows []string) {
	const parts = 12
	size := img.Bounds().Size()
	for j := range parts {
		var row []string
		for i := range parts {
			var sum [3]int
			n := 0
			for y := j * size.Y / parts; y < (j+1)*size.Y/parts; y++ {
				for x := i * size.X / parts; x < (i+1)*size.X/parts; x++ {
					for c := range 3 {
						sum[c] += int(img.Pix[img.PixOffset(x, y)+c])
					}
					n++
				}
			}
			row = append(row, fmt.Sprintf("%02x%02x%02x", sum[0]/n, sum[1]/n, sum[2]/n))
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return rows
}

// TestSummary compares pictures of all games with summaries of pictures that
// somebody has checked. Processors may round slightly differently.
func TestSummary(t *testing.T) {
	names, of := sheets(t)
	var got []string
	for _, name := range names {
		img, err := Render(of[name], Options{Width: 480, Height: 480})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got = append(append(got, name), summary(img)...)
	}
	if *update {
		if err := os.WriteFile(summaryFile, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(summaryFile)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(want) != len(got) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	for i := range want {
		if !close(got[i], want[i]) {
			t.Errorf("line %d of the summary:\n%s, want\n%s; look at the pictures, and if they are as they should be run go test ./draw/png -update", i+1, got[i], want[i])
		}
	}
}

// close reports whether two lines of a summary are nearly the same.
func close(a, b string) bool {
	if a == b {
		return true
	}
	as, bs := strings.Fields(a), strings.Fields(b)
	for i := range as {
		if len(as) != len(bs) {
			return false
		}
		p, err1 := strconv.ParseUint(as[i], 16, 32)
		q, err2 := strconv.ParseUint(bs[i], 16, 32)
		if err1 != nil || err2 != nil {
			return false
		}
		for shift := 0; shift < 24; shift += 8 {
			if d := int(p>>shift&0xff) - int(q>>shift&0xff); d < -2 || d > 2 {
				return false
			}
		}
	}
	return true
}

func TestEncode(t *testing.T) {
	_, of := sheets(t)
	var one, two bytes.Buffer
	for _, w := range []*bytes.Buffer{&one, &two} {
		if err := Encode(w, of["checkers"], Options{Width: 300, Height: 200}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("equal input gives different pictures")
	}
	img, err := imagepng.Decode(&one)
	if err != nil || img.Bounds() != image.Rect(0, 0, 300, 200) {
		t.Fatalf("%v %v", img.Bounds(), err)
	}
	if img.At(0, 0) != color.Color(Paper) || img.At(299, 199) != color.Color(Paper) {
		t.Errorf("around the drawing is %v", img.At(0, 0))
	}
}

// begin is the beginning of a drawing 10 by 20.
const begin = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20" stroke-linejoin="round">`

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		o    Options
		w, h int // 0 for an error
	}{
		{Options{}, 10, 20},
		{Options{Width: 100}, 100, 200},
		{Options{Height: 100}, 50, 100},
		{Options{Width: 30, Height: 7}, 30, 7},
		{Options{Width: -1}, 0, 0},
		{Options{Width: MaxSide + 1, Height: 1}, 0, 0},
		{Options{Width: MaxSide}, 0, 0}, // too high
	} {
		img, err := Render([]byte(begin+"</svg>"), c.o)
		if (err != nil) != (c.w == 0) || err == nil && img.Bounds() != image.Rect(0, 0, c.w, c.h) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
}

// TestPoints checks the colours of pixels in small drawings, 10 by 20 on white,
// away from smoothed edges.
func TestPoints(t *testing.T) {
	const (
		white = "ffffff"
		red   = "ff0000"
	)
	for _, c := range []struct {
		name, draws string
		at          map[image.Point]string
	}{
		{"rect", `<rect x="2" y="3" width="4" height="5" fill="#ff0000"/>`, map[image.Point]string{{2, 3}: red, {5, 7}: red, {1, 3}: white, {6, 7}: white, {5, 8}: white}},
		{"no fill", `<rect x="2" y="3" width="4" height="5" fill="none"/>`, map[image.Point]string{{3, 4}: white}},
		{"opacity", `<rect width="10" height="20" fill="#000000" fill-opacity="0.6"/>`, map[image.Point]string{{3, 4}: "666666"}},
		{"round corners", `<rect width="10" height="20" rx="5" fill="#ff0000"/>`, map[image.Point]string{{0, 0}: white, {5, 5}: red, {0, 10}: red}},
		{"circle", `<circle cx="5" cy="5" r="4" fill="#ff0000"/>`, map[image.Point]string{{5, 5}: red, {5, 2}: red, {1, 1}: white, {5, 12}: white}},
		{"ellipse", `<ellipse cx="5" cy="10" rx="2" ry="9" fill="#ff0000"/>`, map[image.Point]string{{5, 3}: red, {5, 17}: red, {1, 10}: white}},
		{"stroke", `<path d="M0 5H10" stroke="#ff0000" stroke-width="2"/>`, map[image.Point]string{{0, 4}: red, {9, 5}: red, {5, 3}: white, {5, 6}: white}},
		{"round end", `<path d="M5 5v6" stroke="#ff0000" stroke-width="6" stroke-linecap="round"/>`, map[image.Point]string{{5, 3}: red, {5, 12}: red, {5, 14}: white, {5, 1}: white}},
		{"straight end", `<path d="M5 5v6" stroke="#ff0000" stroke-width="6"/>`, map[image.Point]string{{5, 4}: white, {5, 5}: red, {5, 11}: white}},
		{"corner", `<path d="M3 17V3H17" fill="none" stroke="#ff0000" stroke-width="4"/>`, map[image.Point]string{{2, 16}: red, {9, 3}: red, {2, 2}: red, {7, 9}: white}},
		{"dashes", `<path d="M5 0V20" stroke="#ff0000" stroke-width="4" stroke-dasharray="3 2"/>`, map[image.Point]string{{5, 0}: red, {5, 2}: red, {5, 3}: white, {5, 4}: white, {5, 5}: red, {5, 17}: red, {5, 18}: white}},
		{"closed stroke", `<path d="M2 2h6v6h-6z" fill="none" stroke="#ff0000" stroke-width="2"/>`, map[image.Point]string{{1, 4}: red, {5, 1}: red, {8, 5}: red, {5, 8}: red, {5, 5}: white}},
		{"winding", `<path d="M1 1h8v8h-8zM3 3v4h4v-4z" fill="#ff0000"/>`, map[image.Point]string{{2, 2}: red, {5, 5}: white}},
		{"same winding", `<path d="M1 1h8v8h-8zM3 3h4v4h-4z" fill="#ff0000"/>`, map[image.Point]string{{2, 2}: red, {5, 5}: red}},
		{"line after z", `<path d="M1 1h4v4h-4zh2v10h-2z" fill="#ff0000"/>`, map[image.Point]string{{1, 10}: red, {4, 3}: red, {4, 10}: white}},
		{"half a disc", `<path d="M2 10a3 3 0 0 1 6 0z" fill="#ff0000"/>`, map[image.Point]string{{5, 8}: red, {5, 11}: white}},
		{"half a disc below", `<path d="M2 10a3 3 0 1 0 6 0z" fill="#ff0000"/>`, map[image.Point]string{{5, 8}: white, {5, 11}: red}},
		{"arc that does not reach", `<path d="M2 10a1 1 0 0 1 6 0z" fill="#ff0000"/>`, map[image.Point]string{{5, 8}: red, {5, 11}: white}},
		{"wave", `<path d="M0 10q2.5-10 5 0t5 0" fill="#ff0000"/>`, map[image.Point]string{{2, 7}: red, {7, 12}: red, {7, 7}: white, {2, 12}: white}},
		{"groups", `<g fill="#ff0000" transform="translate(5 10)"><g transform="rotate(90) scale(2)"><rect width="3" height="1"/></g></g>`, map[image.Point]string{{4, 10}: red, {3, 15}: red, {2, 12}: white, {5, 12}: white, {4, 16}: white}},
		{"pattern", `<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="#ffffff"/><rect width="2" height="4" fill="#ff0000"/></pattern></defs><rect width="10" height="10" fill="url(#p)"/>`,
			map[image.Point]string{{0, 0}: red, {1, 9}: red, {2, 0}: white, {3, 5}: white, {4, 5}: red, {0, 10}: white}},
		{"pattern turned", `<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="#ffffff"/><rect width="2" height="4" fill="#ff0000"/></pattern></defs><g transform="translate(0 1) rotate(90)"><rect y="-10" width="15" height="10" fill="url(#p)"/></g>`,
			map[image.Point]string{{0, 1}: red, {5, 2}: red, {5, 3}: white, {9, 4}: white, {5, 5}: red, {5, 0}: white}},
		{"words", `<text x="5" y="18" text-anchor="middle" font-size="20" fill="#ff0000">I</text>`, map[image.Point]string{{4, 10}: red, {5, 10}: red, {1, 10}: white, {8, 10}: white, {5, 2}: white, {5, 19}: white}},
		{"words at the end", `<text x="10" y="18" text-anchor="end" font-size="20" fill="#ff0000">I</text>`, map[image.Point]string{{6, 10}: red, {2, 10}: white}},
	} {
		img, err := Render([]byte(begin+c.draws+"</svg>"), Options{Background: color.White})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for p, want := range c.at {
			got := img.RGBAAt(p.X, p.Y)
			if text := fmt.Sprintf("%02x%02x%02x", got.R, got.G, got.B); !close(text, want) {
				t.Errorf("%s: %v is %s, want %s", c.name, p, text, want)
			}
		}
	}
}

// TestErrors checks that unknown and excessive input is an error.
func TestErrors(t *testing.T) {
	deep := strings.Repeat("<g>", outline.MaxDepth) + strings.Repeat("</g>", outline.MaxDepth)
	for _, c := range []struct{ draws, says string }{
		{`<line/>`, "unknown element <line>"},
		{`<g filter="x"/>`, "unknown attribute filter"},
		{`<rect width="1" height="1" fill="red"/>`, `unknown paint "red"`},
		{`<rect width="1" height="1" fill="url(#none)"/>`, `unknown pattern "none"`},
		{`<rect width="x"/>`, `"x" is not a number`},
		{`<rect width="NaN"/>`, "is not a number"},
		{`<rect width="-1" height="1"/>`, "a rectangle cannot be"},
		{`<circle r="-1"/>`, "an ellipse cannot have"},
		{`<circle r="1"><g/></circle>`, "may not contain elements"},
		{`<g>words</g>`, "text in <g>"},
		{`<path d="M0 0C1 1 2 2 3 3"/>`, "unknown command C"},
		{`<path d="L1 1"/>`, "must begin with a point"},
		{`<path d="M0"/>`, "a bad number"},
		{`<path d="M0 0a1 1 0 2 0 1 1"/>`, "a bad number"},
		{`<path d="M0 0z 1 1"/>`, "a number without a command"},
		{`<path d="5 5"/>`, "a number without a command"},
		{`<g transform="skewX(1)"/>`, "unknown transform"},
		{`<g transform="scale(1 2)"/>`, "expected 1 numbers"},
		{`<g transform="scale"/>`, "unknown transform"},
		{`<text text-anchor="left">x</text>`, "unknown anchor"},
		{`<text font-weight="900">x</text>`, "expected normal or bold"},
		{`<text font-weight="bold" font-style="italic">x</text>`, "no font for"},
		{`<path d="M0 0H5" stroke="#000000" stroke-dasharray="0 0"/>`, "bad dashes"},
		{`<path d="M0 0H5" stroke="#000000" stroke-linejoin="miter"/>`, "round corners"},
		{`<path d="M0 0H500000" stroke="#000000"/>`, "far outside"},
		{`<path d="M0 0H60" stroke="#000000" stroke-dasharray="0.0000001 0.0000001"/>`, "too much work"},
		{`<defs><g/></defs>`, "must be a pattern"},
		{`<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"/></defs><rect width="9" height="9" fill="url(#p)"/>`, "does not fill its tile"},
		{`<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="url(#p)"/></pattern></defs><rect width="9" height="9" fill="url(#p)"/>`, "unknown pattern"},
		{`<defs><pattern id="p" width="0" height="4" patternUnits="userSpaceOnUse"/></defs><rect width="9" height="9" fill="url(#p)"/>`, "has no size"},
		{deep, "too many elements"},
		{strings.Repeat("<g/>", outline.MaxNodes), "too many elements"},
		{strings.Repeat(" ", outline.MaxInput), "too large"},
		{`</svg><svg>`, "after the drawing"},
		{`<g>`, "XML"},
	} {
		_, err := Render([]byte(begin+c.draws+"</svg>"), Options{})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.80s: %v, want %s", c.draws, err, c.says)
		}
	}
	for _, c := range []struct{ svg, says string }{
		{"", "no drawing"},
		{"<g/>", "<g> is not a drawing"},
		{"<svg/>", "expected 4 numbers"},
		{`<svg viewBox="0 0 0 5"/>`, "empty"},
		{`<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>`, "may not have a document type"},
	} {
		if _, err := Render([]byte(c.svg), Options{}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s", c.svg, err, c.says)
		}
	}
}

// FuzzRender checks that no drawing makes Render panic or take long.
func FuzzRender(f *testing.F) {
	// Small drawings: large ones take the fuzzer too long to change.
	f.Add([]byte(begin + `<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="#ffffff"/></pattern></defs><ellipse rx="9" ry="8" fill="url(#p)"/></svg>`))
	f.Add([]byte(begin + `<g class="x" fill="none" stroke="#8a2f62" stroke-width="3"><rect x="1" y="2" width="5" height="6" rx="2" stroke-opacity="0.5"/></g></svg>`))
	f.Add([]byte(begin + `<path d="M0 0a1 1 0 0 1 6 0z" stroke="#ff0000" stroke-dasharray="1 2" stroke-linecap="round"/></svg>`))
	f.Add([]byte(begin + `<g transform="translate(1 2) rotate(3) scale(4)"><text x="1" font-size="9">words</text></g></svg>`))
	f.Fuzz(func(t *testing.T, svg []byte) {
		img, err := Render(svg, Options{Width: 64, Height: 64})
		if err == nil && !img.Opaque() {
			t.Error("the picture is not opaque")
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	names, of := sheets(b)
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var w bytes.Buffer
				if err := Encode(&w, of[name], Options{Width: 1200, Height: 630}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
