package outline

import (
	"fmt"
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"parlour/draw/font"
)

// A Face is a font by its looks. Serif is the normal one.
type Face struct{ Sans, Bold, Italic bool }

// A Font is a font for words.
type Font struct {
	Data []byte // of a TrueType file
	font *sfnt.Font
}

// fonts are those that drawings use.
var fonts = sync.OnceValue(func() map[Face]*Font {
	all := map[Face]*Font{}
	for f, data := range map[Face][]byte{
		{}:                       font.Serif(),
		{Bold: true}:             font.SerifBold(),
		{Italic: true}:           font.SerifItalic(),
		{Sans: true, Bold: true}: font.SansBold(),
	} {
		parsed, err := sfnt.Parse(data)
		if err != nil {
			panic(err) // the fonts are part of the program
		}
		all[f] = &Font{data, parsed}
	}
	return all
})

// FontOf returns the font of a face, nil if there is none.
func FontOf(f Face) *Font { return fonts()[f] }

// A Glyph is a letter in its place.
type Glyph struct {
	ID    uint16  // in the font
	At    float64 // where it begins, in ems from the beginning of the text
	Width float64 // in ems
}

// Set puts the letters of a text side by side, each at its distance from the
// one before, and returns how long the text is, in ems.
func (f *Font) Set(text []rune) (glyphs []Glyph, long float64, err error) {
	var buf sfnt.Buffer
	em := f.em()
	k := 1 / float64(f.font.UnitsPerEm())
	glyphs = make([]Glyph, len(text))
	for i, r := range text {
		g, err := f.font.GlyphIndex(&buf, r)
		if err != nil {
			return nil, 0, err
		}
		width, err := f.font.GlyphAdvance(&buf, g, em, xfont.HintingNone)
		if err != nil {
			return nil, 0, err
		}
		if i > 0 {
			if kern, err := f.font.Kern(&buf, sfnt.GlyphIndex(glyphs[i-1].ID), g, em, xfont.HintingNone); err == nil {
				long += units(kern) * k
			}
		}
		glyphs[i] = Glyph{uint16(g), long, units(width) * k}
		long += glyphs[i].Width
	}
	return glyphs, long, nil
}

// em returns the size at which a unit of the font is a pixel.
func (f *Font) em() fixed.Int26_6 { return fixed.I(int(f.font.UnitsPerEm())) }

// words draws a line of text. The space after the last letter counts, as in
// browsers.
func (p *pen) words(text string, x, y float64, s *Style) error {
	f := FontOf(s.face)
	if f == nil {
		return fmt.Errorf("no font for %+v", s.face)
	}
	glyphs, long, err := f.Set([]rune(strings.Join(strings.Fields(text), " ")))
	if err != nil {
		return err
	}
	long = long*s.size + s.spacing*float64(len(glyphs))
	switch s.anchor {
	case "middle":
		x -= long / 2
	case "end":
		x -= long
	}
	var buf sfnt.Buffer
	k := s.size / float64(f.font.UnitsPerEm())
	for i, g := range glyphs {
		segments, err := f.font.LoadGlyph(&buf, sfnt.GlyphIndex(g.ID), f.em(), nil)
		if err != nil {
			return err
		}
		p.glyph(segments, x+g.At*s.size+s.spacing*float64(i), y, k)
		if *p.work < 0 {
			return ErrTooMuch
		}
	}
	return nil
}

func units(n fixed.Int26_6) float64 { return float64(n) / 64 }

// glyph draws the outlines of a letter. TrueType has lines and quadratic curves.
func (p *pen) glyph(segments sfnt.Segments, x, y, k float64) {
	to := func(q fixed.Point26_6) (float64, float64) { return x + units(q.X)*k, y + units(q.Y)*k }
	for _, s := range segments {
		px, py := to(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.move(px, py)
		case sfnt.SegmentOpLineTo:
			p.line(px, py)
		case sfnt.SegmentOpQuadTo:
			ex, ey := to(s.Args[1])
			p.quad(px, py, ex, ey)
		}
	}
}
