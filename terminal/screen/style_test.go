package screen

import (
	"testing"

	"github.com/gdamore/tcell/v2"

	"parlour/draw/term"
)

// Colours follow what the terminal can show. Wherever a ground is left out, the
// ink that was chosen for it is left out as well, so that text can be read.
func TestPalette(t *testing.T) {
	man, paper := term.Glyph{Ink: 231, Ground: 28, Bold: true}, term.Glyph{Ink: 243, Ground: 230}
	for _, c := range []struct {
		colours         int
		manInk, manGrnd tcell.Color
		paperGrnd       tcell.Color
	}{
		{0, tcell.ColorDefault, tcell.ColorDefault, tcell.ColorDefault},
		{8, tcell.PaletteColor(7), tcell.PaletteColor(2), tcell.ColorDefault},
		{16, tcell.PaletteColor(7), tcell.PaletteColor(2), tcell.ColorDefault},
		{256, tcell.PaletteColor(231), tcell.PaletteColor(28), tcell.PaletteColor(230)},
		{1 << 24, tcell.PaletteColor(231).TrueColor(), tcell.PaletteColor(28).TrueColor(), tcell.PaletteColor(230).TrueColor()},
	} {
		p := palette{c.colours}
		if ink, ground, _ := p.glyph(man).Decompose(); ink != c.manInk || ground != c.manGrnd {
			t.Errorf("%d colours: a man is %v on %v", c.colours, ink, ground)
		}
		ink, ground, _ := p.glyph(paper).Decompose()
		if ground != c.paperGrnd || ground == tcell.ColorDefault && ink != tcell.ColorDefault {
			t.Errorf("%d colours: an empty place is %v on %v", c.colours, ink, ground)
		}
		if _, ground, attr := p.cursor(tcell.StyleDefault).Decompose(); ground == tcell.ColorDefault && attr&tcell.AttrReverse == 0 {
			t.Errorf("%d colours: the cursor cannot be seen", c.colours)
		}
	}
}

func TestWrap(t *testing.T) {
	for text, want := range map[string]int{"": 0, "one two": 1, "one two three four": 3, "abcdefghijklmnopqrst": 3, "a\nb": 2, "日本語日本語": 2} {
		lines := wrap(text, 8)
		if len(lines) != want {
			t.Errorf("%q becomes %q", text, lines)
		}
		for _, l := range lines {
			if wide(l) > 8 {
				t.Errorf("%q is too wide", l)
			}
		}
	}
}

func TestSpent(t *testing.T) {
	for _, c := range []struct {
		dice, used string
		want       []bool
	}{{"31", "", []bool{false, false}}, {"31", "1", []bool{false, true}}, {"4444", "44", []bool{true, true, false, false}}, {"52", "7", []bool{true, false}}} {
		got := spent(c.dice, c.used)
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s after %s: %v", c.dice, c.used, got)
			}
		}
	}
}
