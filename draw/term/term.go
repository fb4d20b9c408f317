package term

import (
	"fmt"
	"io"
	"strings"

	"parlour/board"
	"parlour/draw"
)

// A Style is what a terminal can show. The zero Style is plain ASCII.
type Style struct {
	Colour  bool // 256 colours by ANSI sequences
	Unicode bool // shapes beyond ASCII

	Said func(english string) string // puts what a bracket means into the reader's language; nil for English
}

func (s *Style) said(english string) string {
	if s.Said == nil {
		return english
	}
	return s.Said(english)
}

// Board writes the drawing of a board and what the view shows on it. Pieces on
// places that the board does not have are left out.
func Board(w io.Writer, b *board.Board, v draw.View, style Style) error {
	_, err := w.Write(AppendBoard(nil, b, v, style))
	return err
}

// AppendBoard appends what Board writes.
func AppendBoard(dst []byte, b *board.Board, v draw.View, style Style) []byte {
	s := drawn(b, &v, style)
	if v.Title != "" {
		dst = fmt.Appendf(dst, "%s\n\n", clean(v.Title))
	}
	dst = s.append(dst)
	for _, note := range s.notes {
		dst = fmt.Appendf(dst, "%s\n", note)
	}
	sep := "\n"
	for _, line := range [2]string{s.legend(), s.foot()} {
		if line != "" {
			dst = fmt.Appendf(dst, "%s%s\n", sep, line)
			sep = ""
		}
	}
	return dst
}

// drawn returns the screen with everything on it.
func drawn(b *board.Board, v *draw.View, style Style) *screen {
	s := newScreen(b, v, style)
	for i := range b.Places {
		s.place(&b.Places[i])
	}
	for i := range b.Decor {
		s.decor(&b.Decor[i])
	}
	return s
}

// clean removes characters that would upset a terminal.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, text)
}

// foot returns the line that shows who is to act and the dice.
func (s *screen) foot() string {
	var parts []string
	if s.v.Says != "" {
		parts = append(parts, clean(s.v.Says))
	} else if s.v.Turn != "" {
		parts = append(parts, clean(s.v.Turn))
	}
	if len(s.v.Dice) > 0 {
		var dice strings.Builder
		for _, n := range s.v.Dice {
			fmt.Fprintf(&dice, "[%d]", n)
		}
		parts = append(parts, dice.String())
	}
	return strings.Join(parts, "   ")
}

// legend explains the brackets that are in use.
func (s *screen) legend() string {
	var parts []string
	for _, b := range brackets {
		if s.used[b.mark] {
			parts = append(parts, b.left+" "+b.right+" "+s.style.said(b.means))
		}
	}
	return strings.Join(parts, "   ")
}

// A mark is what a view says about a place. If there are several, the largest
// is shown.
type mark uint8

const (
	unmarked mark = iota
	source        // a piece may move from here
	from          // the last move began here
	to            // the last move ended here
	target        // a piece may move here
	chosen        // the piece here is in hand
)

// brackets are the marks as they are shown and explained.
var brackets = []struct {
	mark               mark
	left, right, means string
}{
	{source, "'", "'", "may move"},
	{from, "(", ")", "moved from"},
	{to, "[", "]", "moved to"},
	{target, "{", "}", "can be reached"},
	{chosen, "<", ">", "in hand"},
}

// Means returns what the brackets mean, in English.
func Means() (all []string) {
	for _, b := range brackets {
		all = append(all, b.means)
	}
	return all
}

// A glyph is one character of the screen with its colours; 0 is the terminal's
// own colour.
type glyph struct {
	char   rune
	ink    uint8
	ground uint8
	bold   bool
}

// A screen is a drawing in progress, made of the cells of the board. Wide and
// high are the size of a cell in characters.
type screen struct {
	b          *board.Board
	v          *draw.View
	style      Style
	rows, cols int // in cells, as the viewer sees them
	wide, high int // of a cell in characters
	grid       [][]glyph
	on         map[string][]int
	marks      map[string]mark
	used       map[mark]bool
	notes      []string // piles that did not fit
	spots      map[string]spots
}

func newScreen(b *board.Board, v *draw.View, style Style) *screen {
	s := &screen{b: b, v: v, style: style, rows: b.Rows, cols: b.Cols, on: map[string][]int{}, marks: map[string]mark{}, used: map[mark]bool{}, spots: map[string]spots{}}
	if v.Quarter&1 != 0 {
		s.rows, s.cols = s.cols, s.rows
	}
	// As wide as 80 columns allow: five characters have room for a shape, a letter
	// and a count between brackets.
	s.wide = min(5, max(3, 80/max(s.cols, 1)))
	s.high = 1
	if s.rows <= 8 {
		s.high = 2
	}
	for i := range v.Pieces {
		p := &v.Pieces[i]
		s.on[p.Place] = append(s.on[p.Place], i)
		s.high = max(s.high, len(b.Art(p.Kind).Cell))
	}
	s.grid = make([][]glyph, s.rows*s.high)
	for i := range s.grid {
		s.grid[i] = make([]glyph, s.cols*s.wide)
	}
	for i := range b.Places {
		if b.Places[i].Shade && b.Places[i].Shape == board.Square { // a board of two tones
			for _, line := range s.grid {
				for c := range line {
					line[c].ground = paperGround
				}
			}
			break
		}
	}
	set := func(m mark, name string) { s.marks[name] = max(s.marks[name], m) }
	for _, name := range v.Sources {
		set(source, name)
	}
	for _, way := range v.Last {
		if len(way) > 0 {
			set(from, way[0])
			set(to, way[len(way)-1])
		}
	}
	for _, name := range v.Targets {
		set(target, name)
	}
	if v.Chosen != "" {
		set(chosen, v.Chosen)
	}
	return s
}

// cell returns the viewer's cell for a cell of the board.
func (s *screen) cell(c board.Cell) board.Cell {
	switch s.v.Quarter & 3 {
	case 1:
		return board.Cell{Row: c.Col, Col: s.b.Rows - 1 - c.Row}
	case 2:
		return board.Cell{Row: s.b.Rows - 1 - c.Row, Col: s.b.Cols - 1 - c.Col}
	case 3:
		return board.Cell{Row: s.b.Cols - 1 - c.Col, Col: c.Row}
	}
	return c
}

// write puts text on a line, starting at a column. Text that does not fit is
// cut off.
func (s *screen) write(line, col int, text string, like glyph) {
	if line < 0 || line >= len(s.grid) {
		return
	}
	for _, r := range clean(text) {
		if col >= 0 && col < len(s.grid[line]) {
			like.char = r
			s.grid[line][col] = like
		}
		col++
	}
}

// length returns the length of a line without trailing spaces.
func (s *screen) length(line []glyph) int {
	n := len(line)
	for n > 0 && (line[n-1].char == 0 || line[n-1].char == ' ') && (line[n-1].ground == 0 || !s.style.Colour) {
		n--
	}
	return n
}

// lines returns the lines of the screen without the empty ones around them, and
// how many of those stood above.
func (s *screen) lines() (lines [][]glyph, above int) {
	lines = s.grid
	for len(lines) > 0 && s.length(lines[0]) == 0 {
		lines = lines[1:]
		above++
	}
	for len(lines) > 0 && s.length(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	return lines, above
}

// append appends the lines of the screen without trailing spaces.
func (s *screen) append(dst []byte) []byte {
	lines, _ := s.lines()
	for _, line := range lines {
		var last glyph
		for _, g := range line[:s.length(line)] {
			if g.char == 0 {
				g.char = ' '
			}
			if s.style.Colour && (g.ink != last.ink || g.ground != last.ground || g.bold != last.bold) {
				dst = append(dst, "\x1b[0"...)
				if g.bold {
					dst = append(dst, ";1"...)
				}
				if g.ink != 0 {
					dst = fmt.Appendf(dst, ";38;5;%d", g.ink)
				}
				if g.ground != 0 {
					dst = fmt.Appendf(dst, ";48;5;%d", g.ground)
				}
				dst = append(dst, 'm')
			}
			dst = append(dst, string(g.char)...)
			last = g
		}
		if s.style.Colour && (last.ink != 0 || last.ground != 0 || last.bold) {
			dst = append(dst, "\x1b[0m"...)
		}
		dst = append(dst, '\n')
	}
	return dst
}
