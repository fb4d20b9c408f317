package board

// An Art is what a kind of piece looks like. The zero Art is a man: a disc, a
// square or another outline by the ink of its colour.
type Art struct {
	Crowned bool // a man on top of another, with a crown

	// Drawing is what is drawn instead of a man: elements of SVG around the
	// origin, Across wide, that head up. Names in braces stand for inks and
	// outlines:
	//
	//	{ink} {paper}          the ink of lines and the paper of spaces
	//	{fill} {flat}          the ink of the piece's colour, with and without its pattern
	//	{dark} {light}         the same ink for lines, and an ink for letters on it
	//	{man}                  the outline of a man of the colour, 40 across
	//	{body}                 the outline in Bodies for the colour's ink
	Drawing string
	Across  float64           // width of Drawing
	Bodies  map[string]string // outlines by the name of an ink, as data of an SVG path; that of "" is for all others

	Text  Text    // how the face of a piece is written on it
	Fills bool    // it is as wide as its place, and square
	Heads bool    // it turns with its place, see Place.Turn
	Lanes bool    // each colour keeps to its own spot of a place
	Room  float64 // width of the square that it needs beside the board or on paper, in widths of the piece; 0 for the room of a man

	// Cell is what a terminal writes instead of the letter of the colour, line by
	// line. {colour} is that letter, {face} the face, {1} its first character.
	Cell []string
	Back bool // it shows its back: terminals write a small letter on a light ground
}

// A Text is how the face of a piece is written on its drawing.
type Text struct {
	At    []Point // where its characters stand, clockwise; nil for one line in the middle
	Size  float64 // of the letters; 0 if the face is not written
	Most  float64 // a line of n letters has at most the size Most/n; 0 for no limit
	Plain bool    // letters without serifs
	Paint string  // as in Art.Drawing: "{ink}"
}

// ManRoom is the Room of a man.
const ManRoom = 1.24

// Man is the art of every kind of piece that a board does not describe.
var Man = &Art{}

// Art returns the art of a kind of piece.
func (b *Board) Art(kind string) *Art {
	if a, ok := b.Pieces[kind]; ok {
		return a
	}
	return Man
}

// Width returns the width of the drawing. A man is 40 wide.
func (a *Art) Width() float64 {
	if a.Across == 0 {
		return 40
	}
	return a.Across
}

// Square returns the width of the square that a piece needs, in its own widths.
func (a *Art) Square() float64 {
	if a.Room == 0 {
		return ManRoom
	}
	return a.Room
}

// Body returns the outline for the name of an ink.
func (a *Art) Body(ink string) string {
	if body, ok := a.Bodies[ink]; ok {
		return body
	}
	return a.Bodies[""]
}

// Characters returns the characters of a face as a viewer sees them who looks at
// the board turned by some quarters: the piece turns with the board, but its
// characters stay upright.
func (a *Art) Characters(face string, quarter int) []rune {
	chars := []rune(face)
	n := len(a.Text.At)
	if n == 0 {
		return chars
	}
	for len(chars) < n {
		chars = append(chars, ' ')
	}
	chars = chars[:n]
	for range (quarter & 3) * n / 4 {
		chars = append(chars[n-1:n:n], chars[:n-1]...)
	}
	return chars
}
