package printing

import (
	"io"

	"parlour"
	"parlour/draw"
	"parlour/draw/pdf"
	"parlour/draw/qr"
	"parlour/draw/svg"
	"parlour/phrase"
	"parlour/rulebook"
)

// WritePDF writes the sheets of the game. Link is the address of the game's page
// for the code that phones read; "" for none.
func (g *Game) WritePDF(w io.Writer, link string) error {
	doc := pdf.New(g.say("print.file"))
	s := newSetter(doc)
	// The board comes first, because its patterns are those of the pieces.
	board, err := doc.Drawing(g.Board)
	if err != nil {
		return err
	}
	if err := g.rules(s, link); err != nil {
		return err
	}
	for _, part := range g.Parts {
		p := g.sheet(s, g.Caption(part))
		x, y := (g.Paper.Width-part.Width)/2, float64(Edge+HeadRoom+Marks)
		p.Clip(x, y, part.Width, part.Height, func() { p.Draw(board, x-part.X, y-part.Y, g.Width, g.Height) })
		for _, m := range part.Marks() {
			var dash []float64
			if m.Glue {
				dash = []float64{MarkDash, MarkGap}
			}
			p.Line(x-Marks+m.X1, y-Marks+m.Y1, x-Marks+m.X2, y-Marks+m.Y2, MarkWidth, dash...)
		}
	}
	if err := g.pieces(s); err != nil {
		return err
	}
	if s.err != nil {
		return s.err
	}
	_, err = doc.WriteTo(w)
	return err
}

// sheet begins a sheet with its words.
func (g *Game) sheet(s *setter, words string) *pdf.Page {
	p := s.doc.Page(g.Paper.Width, g.Paper.Height)
	const size = 9
	for i, line := range s.wrap(italic, size, g.Paper.Width-2*Edge, words) {
		s.line(p, italic, size, Edge, Edge+4+float64(i)*4.5, line)
	}
	return p
}

// pieces adds the sheets of pieces.
func (g *Game) pieces(s *setter) error {
	drawn := map[*Cut]*pdf.Drawing{}
	for _, sheet := range g.Pieces {
		p := g.sheet(s, g.CutOut(sheet))
		for _, c := range sheet.Pieces {
			if drawn[c.Cut] == nil {
				d, err := s.doc.Drawing(c.Drawing)
				if err != nil {
					return err
				}
				drawn[c.Cut] = d
			}
			p.Draw(drawn[c.Cut], Edge+c.X, Edge+HeadRoom+c.Y, c.Width, c.Height)
		}
		if sheet.Dice == 0 {
			continue
		}
		die, err := s.doc.Drawing(Die())
		if err != nil {
			return err
		}
		for i := range sheet.Dice {
			p.Draw(die, Edge+float64(i)*(4*DieSide+dieGap), Edge+HeadRoom+sheet.Down, 4*DieSide, 3*DieSide)
		}
	}
	return nil
}

// Measures of the rules in millimetres.
const (
	boardWide = 34 // the picture of the board
	codeWide  = 30
	headGap   = 6
	cardGap   = 4
	columnGap = 6
)

// few is how many clauses leave room for a larger summary.
const few = 30

// rules adds the rules of the game: on one sheet if they can be read there, or
// else on as many as they need.
func (g *Game) rules(s *setter, link string) error {
	p := s.doc.Page(g.Paper.Width, g.Paper.Height)
	top, err := g.head(s, p, link)
	if err != nil {
		return err
	}
	room, bottom := g.Paper.Width-2*Edge, g.Paper.Height-Edge

	columns, list := 0, []leaf(nil)
	for _, fit := range []struct {
		size    float64
		columns int
	}{{12, 2}, {11, 2}, {10, 2}, {9.5, 2}, {9, 2}, {8.5, 3}, {8, 3}, {7.6, 3}, {7.2, 3}, {6.8, 3}} {
		columns, list = fit.columns, s.leaves(g.text(fit.size), across(room, fit.columns))
		if _, fits := balance(list, columns, bottom-top); fits {
			break
		}
	}
	for {
		height, fits := balance(list, columns, bottom-top)
		wide := across(room, columns)
		for i := range columns {
			n := column(list, height)
			s.set(p, list[:n], Edge+float64(i)*(wide+columnGap), top)
			list = list[n:]
		}
		if fits || s.err != nil {
			return s.err
		}
		p, top = s.doc.Page(g.Paper.Width, g.Paper.Height), Edge
	}
}

// across returns the width of each of some columns.
func across(room float64, columns int) float64 {
	return (room - float64(columns-1)*columnGap) / float64(columns)
}

// text returns the clauses of the book under the titles of their chapters.
func (g *Game) text(size float64) (list []block) {
	const leading = 1.3
	if g.Played != "" {
		list = append(list,
			block{words: g.say("print.with"), face: bold, size: size + 1, leading: leading, heading: true},
			block{words: phrase.Sentence(g.Played), size: size, leading: leading, face: plain, before: 0.13 * size})
	}
	for _, chapter := range g.book.Read().Chapters {
		list = append(list, block{words: g.book.Say(chapter.Name.Code()), face: bold, size: size + 1, leading: leading, before: 0.3 * size, heading: true})
		var of *rulebook.Variation // what the clauses before belong to
		for _, spread := range chapter.Pages {
			for _, id := range spread.IDs(g.book) {
				c := g.book.Clause(id)
				if c == nil {
					continue
				}
				if now := g.book.Variation(id); now != of {
					if of = now; of != nil {
						list = append(list,
							block{words: g.book.Heading(of), face: bold, size: size, leading: leading, before: 0.3 * size},
							block{words: g.book.Say("book.otherwise", "text", of.Otherwise), face: italic, size: size, leading: leading, before: 0.13 * size})
					}
				}
				list = append(list, block{words: c.Rule, face: plain, size: size, leading: leading, before: 0.13 * size})
			}
		}
	}
	return list
}

// head writes the name of the game, the board, the code and the summary, and
// returns where the rules begin.
func (g *Game) head(s *setter, p *pdf.Page, link string) (float64, error) {
	e, right := g.Entry, g.Paper.Width-Edge
	low := float64(Edge) // of what is on the right
	if link != "" {
		code, err := qr.Make(link)
		if err != nil {
			return 0, err
		}
		drawing, err := s.doc.Drawing(code.SVG(""))
		if err != nil {
			return 0, err
		}
		right -= codeWide
		p.Draw(drawing, right, Edge, codeWide, codeWide)
		p.Link(right, Edge, codeWide, codeWide, link)
		low, right = Edge+codeWide, right-headGap
	}
	v := draw.View{Pieces: g.match.Pieces()}
	box := svg.LayoutOf(g.board, v).Box
	picture, err := s.doc.Drawing(svg.AppendBoard(nil, g.board, v))
	if err != nil {
		return 0, err
	}
	high := boardWide * box[3] / box[2]
	right -= boardWide
	p.Draw(picture, right, Edge, boardWide, high)
	low, right = max(low, Edge+high), right-headGap

	y := max(low, s.set(p, s.leaves(g.name(link), right-Edge), Edge, Edge+2)) + 4
	size := 7.6
	if len(e.Book.Clauses) < few {
		size = 9.5
	}
	return g.summary(s, p, y, size), nil
}

// name returns the name of the game, and where to play it.
func (g *Game) name(link string) []block {
	name := []block{
		{words: g.Entry.Title(g.lang), face: plain, size: 20, leading: 1.2},
		{words: g.Entry.Made(g.lang), face: italic, size: 8.5, leading: 1.35, before: 1},
	}
	if link != "" {
		name = append(name, block{words: g.lang.Say("print.link", parlour.Args{"link": link}), face: plain, size: 7.5, leading: 1.35, before: 1})
	}
	return name
}

// summary writes the game on four cards below a double line, and returns where
// they end.
func (g *Game) summary(s *setter, p *pdf.Page, y, size float64) float64 {
	p.Line(Edge, y, g.Paper.Width-Edge, y, 0.2)
	p.Line(Edge, y+0.6, g.Paper.Width-Edge, y+0.6, 0.2)
	y += 4
	read := g.book.Read()
	cards := read.Cards()
	if len(cards) == 0 {
		return y
	}
	wide, end := (g.Paper.Width-2*Edge-float64(len(cards)-1)*cardGap)/float64(len(cards)), y
	for i, c := range cards {
		card := []block{
			{words: g.book.Say(c.Code()), face: bold, size: size + 1, leading: 1.3},
			{words: c.Text, face: plain, size: size, leading: 1.3, before: 0.8},
		}
		end = max(end, s.set(p, s.leaves(card, wide), Edge+float64(i)*(wide+cardGap), y))
	}
	end += 3
	p.Line(Edge, end, g.Paper.Width-Edge, end, 0.2)
	return end + 4
}

// WritePage writes the game on a single sheet: its name, the rules on four cards
// and the board, as large as the paper allows. Link is as in WritePDF.
func (g *Game) WritePage(w io.Writer, link string) error {
	doc := pdf.New(g.say("print.file-page"))
	s := newSetter(doc)
	board, err := doc.Drawing(g.Board)
	if err != nil {
		return err
	}
	p := doc.Page(g.Paper.Width, g.Paper.Height)
	room := g.Paper.Width - 2*Edge
	top := g.summary(s, p, s.set(p, s.leaves(g.name(link), room), Edge, Edge+2)+4, 9.5)
	scale := min(room/g.Width, (g.Paper.Height-Edge-top)/g.Height)
	p.Draw(board, (g.Paper.Width-scale*g.Width)/2, top, scale*g.Width, scale*g.Height)
	if s.err != nil {
		return s.err
	}
	_, err = doc.WriteTo(w)
	return err
}
