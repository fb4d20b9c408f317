package term

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"parlour"
	"parlour/board"
)

// A tint is an ink in a terminal, as numbers of the 256 colours.
type tint struct {
	shape  rune  // of its men in Unicode
	place  uint8 // background of places
	ground uint8 // background of men
	ink    uint8 // letters of men
}

// tints by the names of board.Inks.
var tints = map[string]tint{
	"green":  {'●', 151, 28, 231},
	"yellow": {'■', 222, 178, 16},
	"blue":   {'▲', 153, 25, 231},
	"red":    {'◆', 217, 124, 231},
	"black":  {'▼', 250, 16, 231},
	"ebony":  {'●', 180, 16, 231},
	"ivory":  {'○', 180, 231, 16},
}

var plain = tint{'•', 187, 240, 231}

const (
	paperGround = 230
	shadeGround = 180
	inkColour   = 236
	faintColour = 243
	markColour  = 126
)

func (s *screen) tint(letter string) tint {
	if t, ok := tints[s.b.Ink(letter)]; ok {
		return t
	}
	return plain
}

// pick returns the Unicode or the ASCII form of a sign.
func (s *screen) pick(unicode, ascii string) string {
	if s.style.Unicode {
		return unicode
	}
	return ascii
}

// place draws a place with its pieces.
func (s *screen) place(p *board.Place) {
	pile := s.on[p.Name]
	m := s.marks[p.Name]
	switch {
	case p.Cells != nil:
		for i, c := range p.Cells {
			var one []int
			if i < len(pile) {
				one = pile[i : i+1]
			}
			if i == len(p.Cells)-1 && len(pile) > i {
				one = pile[i:]
			}
			s.fill(p, c, one, m)
			if i <= max(len(pile)-1, 0) {
				s.main(p, c)
			}
			if i >= len(pile)-1 {
				m = unmarked // one pair of brackets is enough: at the last man, or at the first free spot
			}
		}
	case p.Grow != 0:
		s.column(p, pile, m)
	default:
		at := board.Cell{Row: p.Row, Col: p.Col}
		s.fill(p, at, pile, m)
		s.main(p, at)
	}
}

// high is how many men a growing place shows before it shows a count.
const high = 5

// column draws a place whose men form a column: a backgammon point.
func (s *screen) column(p *board.Place, pile []int, m mark) {
	at := board.Cell{Row: p.Row, Col: p.Col}
	s.caption(board.Cell{Row: p.Row - p.Grow, Col: p.Col}, p.Label)
	for n := range high {
		var one []int
		switch {
		case n == high-1 && len(pile) > high:
			one = pile[n:]
		case n < len(pile):
			one = pile[n : n+1]
		}
		shown := unmarked
		if n == min(max(len(pile)-1, 0), high-1) {
			shown = m
			s.main(p, at)
		}
		s.fill(p, at, one, shown)
		if n == high-1 && len(pile) > high {
			s.put(s.cell(at), s.man(&s.v.Pieces[pile[0]], len(pile)), s.manGlyph(&s.v.Pieces[pile[0]]), shown)
		}
		at.Row += p.Grow
	}
}

// caption writes a text into a cell: centred, or from the left if it is longer
// than the cell.
func (s *screen) caption(c board.Cell, text string) {
	c = s.cell(c)
	text = clean(text)
	col := c.Col * s.wide
	if n := utf8.RuneCountInString(text); n <= s.wide {
		col += (s.wide - n) / 2
	}
	s.write(c.Row*s.high+(s.high-1)/2, col, text, glyph{})
}

// decor draws decor that has its own cell: captions.
func (s *screen) decor(d *board.Decor) {
	if d.Kind == board.Caption && (d.Row != 0 || d.Col != 0) {
		s.caption(board.Cell{Row: d.Row, Col: d.Col}, d.Text)
	}
}

// fill draws one cell of a place with the pieces that are in it.
func (s *screen) fill(p *board.Place, at board.Cell, pile []int, m mark) {
	c := s.cell(at)
	s.spot(p, c)
	ground := glyph{ink: faintColour, ground: paperGround}
	switch {
	case p.Colour != "":
		ground.ground, ground.ink = s.tint(p.Colour).place, inkColour
	case p.Shade:
		ground.ground, ground.ink = shadeGround, inkColour
	}
	blank := strings.Repeat(" ", s.wide)
	for line := range s.high {
		s.write(c.Row*s.high+line, c.Col*s.wide, blank, ground)
	}
	if len(pile) == 0 {
		s.empty(p, c, ground, m)
		return
	}
	first := &s.v.Pieces[pile[0]]
	if art := s.b.Art(first.Kind); len(art.Cell) > 1 {
		s.block(c, art, first, m)
		return
	}
	if s.high > 1 && p.Label != "" {
		s.write(c.Row*s.high, c.Col*s.wide, p.Label, ground)
	}
	text := s.men(p, pile, m)
	s.put(c, text, s.manGlyph(first), m)
	if len(text) == len(pile) && len(pile) > 1 { // several colours: one letter each
		for n, i := range pile {
			col := c.Col*s.wide + (s.wide-len(pile))/2 + n
			s.write(c.Row*s.high+s.high-1, col, text[n:n+1], s.manGlyph(&s.v.Pieces[i]))
		}
	}
}

// empty draws a cell without pieces: its number, or a sign for what it is.
func (s *screen) empty(p *board.Place, c board.Cell, ground glyph, m mark) {
	text := p.Label
	switch {
	case p.Mark == board.Start:
		text = "S"
	case p.Mark == board.Finish:
		text = "F"
	case p.Mark == board.Ring:
		text = s.pick("○", "o")
	case p.Shape == board.Crossing && p.Corners != nil:
		text = s.pick("▒▒", "##")
	case p.Shape == board.Crossing:
		text = s.pick("·", ".")
	case p.Shape == board.Spike && p.Shade:
		text = s.pick("┆", ":")
	case p.Shape == board.Spike:
		text = s.pick("·", ".")
	case p.Shape == board.Tray && p.Spots != nil && p.Cells == nil:
		text = "*"
	case p.Shape == board.Tray:
		text = s.pick("·", ".")
	case p.Label == "" && p.Colour != "":
		text = strings.ToLower(p.Colour)
	}
	if s.high > 1 && p.Label != "" && text == p.Label {
		s.write(c.Row*s.high, c.Col*s.wide, text, ground)
		text = s.pick("·", ".")
	}
	s.put(c, text, ground, m)
}

// put writes the content of a cell in its middle, between the brackets of its
// mark.
func (s *screen) put(c board.Cell, text string, like glyph, m mark) {
	text = clean(text)
	line, left := c.Row*s.high+s.high-1, c.Col*s.wide
	n := utf8.RuneCountInString(text)
	s.write(line, left+(s.wide-n)/2, text, like)
	s.bracket(line, left, m)
}

func (s *screen) bracket(line, left int, m mark) {
	if m == unmarked || line < 0 || line >= len(s.grid) || left < 0 || left+s.wide > len(s.grid[line]) {
		return
	}
	s.used[m] = true
	b := brackets[m-1]
	right := left + s.wide - 1
	sign := glyph{ink: markColour, ground: s.grid[line][left].ground, bold: true}
	s.write(line, left, b.left, sign)
	sign.ground = s.grid[line][right].ground
	s.write(line, right, b.right, sign)
}

func (s *screen) manGlyph(p *parlour.Piece) glyph {
	t := s.tint(p.Colour)
	if s.b.Art(p.Kind).Back {
		return glyph{ink: inkColour, ground: t.place, bold: true}
	}
	return glyph{ink: t.ink, ground: t.ground, bold: true}
}

// man returns a man, or several of them, as letters: its shape, its letter, its
// count or its face.
func (s *screen) man(p *parlour.Piece, n int) string {
	art := s.b.Art(p.Kind)
	if len(art.Cell) > 0 {
		return s.expand(art.Cell[0], art, p)
	}
	text := p.Colour
	if art.Crowned {
		text += "K"
	}
	if n > 1 {
		text += strconv.Itoa(n)
	}
	if s.style.Unicode && utf8.RuneCountInString(text)+1 <= s.wide-2 {
		text = string(s.tint(p.Colour).shape) + text
	}
	if utf8.RuneCountInString(text) == 2 && s.wide == 5 {
		text += " " // so that all men have the same width in colour
	}
	return text
}

// men returns the pieces of a cell as letters. If there are too many, they are
// counted and listed below the board.
func (s *screen) men(p *board.Place, pile []int, m mark) string {
	alike := true
	var letters strings.Builder
	for _, i := range pile {
		alike = alike && s.v.Pieces[i].Colour == s.v.Pieces[pile[0]].Colour
		letters.WriteString(s.v.Pieces[i].Colour)
	}
	if alike {
		return s.man(&s.v.Pieces[pile[0]], len(pile))
	}
	room := s.wide
	if m != unmarked {
		room -= 2
	}
	if letters.Len() <= room {
		return letters.String()
	}
	name := p.Name
	switch p.Mark {
	case board.Start:
		name = "START"
	case board.Finish:
		name = "FINISH"
	}
	s.notes = append(s.notes, "on "+clean(name)+": "+clean(strings.Join(strings.Split(letters.String(), ""), " ")))
	return strconv.Itoa(len(pile)) + "+"
}

// block draws a piece that takes several lines.
func (s *screen) block(c board.Cell, art *board.Art, p *parlour.Piece, m mark) {
	like := s.manGlyph(p)
	for i, form := range art.Cell {
		text := s.expand(form, art, p)
		line, left := c.Row*s.high+i, c.Col*s.wide
		s.write(line, left+(s.wide-utf8.RuneCountInString(text))/2, text, like)
		s.bracket(line, left, m)
	}
}

// expand writes a line of the cell of a piece.
func (s *screen) expand(form string, art *board.Art, p *parlour.Piece) string {
	letter := p.Colour
	if art.Back {
		letter = strings.ToLower(letter)
	}
	pairs := []string{"{colour}", letter, "{face}", p.Face, "·", s.pick("·", ".")}
	for i, c := range art.Characters(clean(p.Face), s.v.Quarter) {
		pairs = append(pairs, "{"+strconv.Itoa(i+1)+"}", string(c))
	}
	return clean(strings.NewReplacer(pairs...).Replace(form))
}
