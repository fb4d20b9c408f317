package screen

import (
	"github.com/gdamore/tcell/v2"

	"parlour/draw/term"
)

// A palette turns the colours of a drawing into what the terminal can show.
type palette struct{ colours int }

// Colours of what is not the board, as numbers of the 256 colours.
const (
	gold = 220
	grey = 245
	rust = 160
)

// basics are the grounds and inks of pieces and marks in the eight colours that
// every colour terminal has. Everything else keeps the terminal's own colours, in
// which text can always be read.
var basics = map[uint8]tcell.Color{
	16: tcell.PaletteColor(0), 124: tcell.PaletteColor(1), 28: tcell.PaletteColor(2), 178: tcell.PaletteColor(3),
	25: tcell.PaletteColor(4), 126: tcell.PaletteColor(5), 231: tcell.PaletteColor(7),
	gold: tcell.PaletteColor(3), rust: tcell.PaletteColor(1),
}

// colour returns a colour, or the terminal's own if it cannot be shown.
func (p palette) colour(n uint8) tcell.Color {
	switch {
	case n == 0 || p.colours < 8:
		return tcell.ColorDefault
	case p.colours < 256:
		if c, ok := basics[n]; ok {
			return c
		}
		return tcell.ColorDefault
	case p.colours > 256: // exact, whatever the terminal has made of its palette
		return tcell.PaletteColor(int(n)).TrueColor()
	}
	return tcell.PaletteColor(int(n))
}

// glyph returns the style of a character of the board.
func (p palette) glyph(g term.Glyph) tcell.Style {
	st := tcell.StyleDefault.Bold(g.Bold)
	ground := p.colour(g.Ground)
	st = st.Background(ground)
	if ground == tcell.ColorDefault && p.colours < 256 && !g.Bold {
		return st // the ink was chosen for its ground
	}
	return st.Foreground(p.colour(g.Ink))
}

// cursor returns the style of the place that keys act on.
func (p palette) cursor(st tcell.Style) tcell.Style {
	if p.colours < 8 {
		return st.Reverse(true)
	}
	return tcell.StyleDefault.Background(p.colour(gold)).Foreground(p.colour(16)).Bold(true)
}

func (p palette) faint() tcell.Style {
	if p.colours < 256 {
		return tcell.StyleDefault
	}
	return tcell.StyleDefault.Foreground(p.colour(grey))
}

// alarm returns the style of what must not be overlooked.
func (p palette) alarm() tcell.Style {
	if p.colours < 8 {
		return tcell.StyleDefault.Reverse(true).Bold(true)
	}
	return tcell.StyleDefault.Background(p.colour(rust)).Foreground(p.colour(231)).Bold(true)
}
