package term

import (
	"parlour/board"
	"parlour/draw"
)

// A Picture is a board in cells of a terminal, for programs that draw it
// themselves and let people point at it.
type Picture struct {
	Lines  [][]Glyph
	Notes  []string // piles that did not fit into their place
	Legend string   // explains the brackets
	Foot   string   // who is to act, and the dice

	spots map[string]spots
}

// A Glyph is one character with its colours, as numbers of the 256 colours; 0 is
// the terminal's own colour.
type Glyph struct {
	Char        rune
	Ink, Ground uint8
	Bold        bool
}

// A Rect is a part of a picture in characters.
type Rect struct{ Left, Top, Width, Height int }

// Has reports whether a character is in the rectangle.
func (r Rect) Has(x, y int) bool {
	return x >= r.Left && x < r.Left+r.Width && y >= r.Top && y < r.Top+r.Height
}

// spots are the cells of a place.
type spots struct {
	main Rect   // where the mark is: at the topmost piece
	all  []Rect // every cell
}

// Draw returns the picture of a board and what the view shows on it.
func Draw(b *board.Board, v draw.View, style Style) *Picture {
	s := drawn(b, &v, style)
	lines, above := s.lines()
	p := &Picture{Notes: s.notes, Legend: s.legend(), Foot: s.foot(), spots: s.spots, Lines: make([][]Glyph, len(lines))}
	for i, line := range lines {
		p.Lines[i] = make([]Glyph, len(line))
		for k, g := range line {
			if g.char == 0 {
				g.char = ' '
			}
			p.Lines[i][k] = Glyph{g.char, g.ink, g.ground, g.bold}
		}
	}
	for name, at := range p.spots {
		at.main.Top -= above
		for i := range at.all {
			at.all[i].Top -= above
		}
		p.spots[name] = at
	}
	return p
}

// Size returns the width and the height in characters.
func (p *Picture) Size() (width, height int) {
	for _, line := range p.Lines {
		width = max(width, len(line))
	}
	return width, len(p.Lines)
}

// At returns the place that a character belongs to, "" for none.
func (p *Picture) At(x, y int) string {
	for name, at := range p.spots {
		for _, r := range at.all {
			if r.Has(x, y) {
				return name
			}
		}
	}
	return ""
}

// Spot returns where the topmost piece of a place lies or would lie, and whether
// the board has the place.
func (p *Picture) Spot(place string) (Rect, bool) {
	at, ok := p.spots[place]
	return at.main, ok
}

// rect returns the characters of a cell, as the viewer sees it.
func (s *screen) rect(c board.Cell) Rect {
	return Rect{c.Col * s.wide, c.Row * s.high, s.wide, s.high}
}

// spot notes that a cell, as the viewer sees it, belongs to a place.
func (s *screen) spot(p *board.Place, c board.Cell) {
	at := s.spots[p.Name]
	at.all = append(at.all, s.rect(c))
	s.spots[p.Name] = at
}

// main notes which cell of a place stands for it.
func (s *screen) main(p *board.Place, c board.Cell) {
	at := s.spots[p.Name]
	at.main = s.rect(s.cell(c))
	s.spots[p.Name] = at
}

// Man returns the colours of a man of a board, by the letter of its colour.
func Man(b *board.Board, letter string) Glyph {
	g := (&screen{b: b}).tint(letter)
	return Glyph{Ink: g.ink, Ground: g.ground, Bold: true}
}
