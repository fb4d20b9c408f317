package font_test

import (
	"reflect"
	"testing"

	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-fonts/dejavu/dejavuserif"
	"github.com/go-fonts/dejavu/dejavuserifbold"
	"github.com/go-fonts/dejavu/dejavuserifitalic"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"parlour/draw/font"
)

// A letter looks as it does in the whole font, and keeps the same distance from
// others.
func TestLetters(t *testing.T) {
	for _, f := range []struct {
		name        string
		part, whole []byte
	}{
		{"serif", font.Serif(), dejavuserif.TTF},
		{"serif bold", font.SerifBold(), dejavuserifbold.TTF},
		{"serif italic", font.SerifItalic(), dejavuserifitalic.TTF},
		{"sans bold", font.SansBold(), dejavusansbold.TTF},
	} {
		part, err := sfnt.Parse(f.part)
		if err != nil {
			t.Fatal(f.name, err)
		}
		whole, err := sfnt.Parse(f.whole)
		if err != nil {
			t.Fatal(err)
		}
		if part.UnitsPerEm() != whole.UnitsPerEm() {
			t.Errorf("%s has other units", f.name)
		}
		var buf sfnt.Buffer
		em := fixed.I(int(whole.UnitsPerEm()))
		glyph := func(font *sfnt.Font, r rune) sfnt.GlyphIndex {
			g, err := font.GlyphIndex(&buf, r)
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
		look := func(font *sfnt.Font, g sfnt.GlyphIndex) (sfnt.Segments, fixed.Int26_6) {
			width, err := font.GlyphAdvance(&buf, g, em, xfont.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			segments, err := font.LoadGlyph(&buf, g, em, nil)
			if err != nil {
				t.Fatal(err)
			}
			return append(sfnt.Segments{}, segments...), width // they live in the buffer
		}
		kern := func(font *sfnt.Font, a, b rune) fixed.Int26_6 {
			k, err := font.Kern(&buf, glyph(font, a), glyph(font, b), em, xfont.HintingNone)
			if err != nil {
				return 0 // as drawings do
			}
			return k
		}
		known := 0
		for r := rune(' '); r < 0x3000; r++ {
			g := glyph(part, r)
			if g == 0 {
				continue
			}
			known++
			ours, width := look(part, g)
			theirs, wide := look(whole, glyph(whole, r))
			if width != wide || !reflect.DeepEqual(ours, theirs) {
				t.Errorf("%s: %q looks different", f.name, r)
			}
		}
		if known < 900 {
			t.Errorf("%s has only %d letters", f.name, known)
		}
		const pairs = "AVTLoyra.,ГУ’–1 fW"
		for _, a := range pairs {
			for _, b := range pairs {
				if ours, theirs := kern(part, a, b), kern(whole, a, b); ours != theirs {
					t.Errorf("%s: %c%c are %v apart, want %v", f.name, a, b, ours, theirs)
				}
			}
		}
	}
}

// Names of people and the signs of games can be written.
func TestCovers(t *testing.T) {
	const words = "Zoë Łódź Ångström Çelik Ștefan Nguyễn Αθηνά Юлия Ґалина “quoted” ‘so’ – — … · • × ÷ ± ½ ¼ ¾ ² € № ™ → ← ↑ ↓ − ≤ ≥ ≠ ■ □ ● ○ ▲ ▼"
	for name, data := range map[string][]byte{"serif": font.Serif(), "serif bold": font.SerifBold(), "serif italic": font.SerifItalic(), "sans bold": font.SansBold()} {
		f, err := sfnt.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		var buf sfnt.Buffer
		for _, r := range words {
			if g, err := f.GlyphIndex(&buf, r); err != nil || g == 0 {
				t.Errorf("%s lacks %c (%U)", name, r, r)
			}
		}
	}
}
