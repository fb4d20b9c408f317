package png

import (
	"fmt"
	"strings"
	"sync"

	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-fonts/dejavu/dejavuserif"
	"github.com/go-fonts/dejavu/dejavuserifbold"
	"github.com/go-fonts/dejavu/dejavuserifitalic"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A face is the style of font for a text.
type face struct{ sans, bold, italic bool }

// faces are the fonts that drawings use.
var faces = sync.OnceValue(func() map[face]*sfnt.Font {
	all := map[face]*sfnt.Font{}
	for f, data := range map[face][]byte{
		{}:                       dejavuserif.TTF,
		{bold: true}:             dejavuserifbold.TTF,
		{italic: true}:           dejavuserifitalic.TTF,
		{sans: true, bold: true}: dejavusansbold.TTF,
	} {
		font, err := sfnt.Parse(data)
		if err != nil {
			panic(err) // the fonts are part of the program
		}
		all[f] = font
	}
	return all
})

// words draws a line of text. The space after the last letter counts, as in
// browsers.
func (t *tracer) words(text string, x, y float64, s *style) error {
	f := faces()[s.face]
	if f == nil {
		return fmt.Errorf("no font for %+v", s.face)
	}
	letters := []rune(strings.Join(strings.Fields(text), " "))
	var buf sfnt.Buffer
	em := fixed.I(int(f.UnitsPerEm())) // one unit of the font is one pixel
	k := s.size / float64(f.UnitsPerEm())
	glyphs := make([]sfnt.GlyphIndex, len(letters))
	at := make([]float64, len(letters)+1) // where each letter begins, and the end
	for i, r := range letters {
		g, err := f.GlyphIndex(&buf, r)
		if err != nil {
			return err
		}
		width, err := f.GlyphAdvance(&buf, g, em, font.HintingNone)
		if err != nil {
			return err
		}
		if i > 0 {
			if kern, err := f.Kern(&buf, glyphs[i-1], g, em, font.HintingNone); err == nil {
				at[i] += units(kern) * k
			}
		}
		glyphs[i] = g
		at[i+1] = at[i] + units(width)*k + s.spacing
	}
	switch s.anchor {
	case "middle":
		x -= at[len(letters)] / 2
	case "end":
		x -= at[len(letters)]
	}
	for i, g := range glyphs {
		segments, err := f.LoadGlyph(&buf, g, em, nil)
		if err != nil {
			return err
		}
		t.glyph(segments, x+at[i], y, k)
		if *t.work < 0 {
			return errTooMuch
		}
	}
	return nil
}

func units(n fixed.Int26_6) float64 { return float64(n) / 64 }

// glyph draws the outlines of a letter. TrueType has lines and quadratic curves.
func (t *tracer) glyph(segments sfnt.Segments, x, y, k float64) {
	to := func(p fixed.Point26_6) (float64, float64) { return x + units(p.X)*k, y + units(p.Y)*k }
	for _, s := range segments {
		px, py := to(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			t.move(px, py)
		case sfnt.SegmentOpLineTo:
			t.line(px, py)
		case sfnt.SegmentOpQuadTo:
			ex, ey := to(s.Args[1])
			t.quad(px, py, ex, ey)
		}
	}
}
