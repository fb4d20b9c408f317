package printing

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/board"
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/phrase"
	"parlour/rulebook"
)

// A Game is a game on sheets of one paper.
type Game struct {
	Entry   *cabinet.Entry
	Paper   Paper
	Played  string  // how it differs from the book, in words; "" if it does not
	Space   float64 // the width of a space of the board
	Across  float64 // the longer side of the board itself
	Board   []byte  // the drawing of the board without pieces
	Width   float64 // of that drawing
	Height  float64
	Columns int // of parts
	Rows    int
	Parts   []Part
	Pieces  []Sheet

	lang  *phrase.Catalogue
	book  *rulebook.Book // in the language
	match parlour.Match
	board *board.Board
}

// Set sets a game on paper in a language, with the options and players of the match.
func Set(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, p Paper) *Game {
	b := e.BoardIn(lang, m)
	g := &Game{Entry: e, Paper: p, lang: lang, book: e.BookIn(lang), Played: e.BookIn(lang).Meanings((&cabinet.Example{Position: m.String()}).Options()), Space: space(b), match: m, board: b}
	g.Across = math.Round(g.Space * max(b.Width, b.Height))
	v := draw.View{Pieces: parlour.KindsOf(m)} // for their patterns
	g.Board = svg.AppendEmpty(nil, b, v)
	box := svg.LayoutOf(b, v).Box
	mm := g.Space / svg.Unit
	g.Width, g.Height = box[2]*mm, box[3]*mm
	g.divide()
	g.Pieces = lay(cuts(b, m), p, diceOf(m))
	return g
}

// space returns the width of a space of the printed board.
func space(b *board.Board) float64 { return math.Round(boardSide / max(b.Width, b.Height)) }

// A Part is what one sheet shows of a board.
type Part struct {
	Name          string  // "A1": the column and the row
	X, Y          float64 // where it begins on the board
	Width, Height float64
	left, above   bool // it has a neighbour there
}

// divide cuts the board into equal parts that fit on the paper.
func (g *Game) divide() {
	var across, down float64
	g.Columns, across = divide(g.Width, g.Paper.Width-2*Edge-2*Marks)
	g.Rows, down = divide(g.Height, g.Paper.Height-2*Edge-2*Marks-HeadRoom)
	for y := range g.Rows {
		for x := range g.Columns {
			g.Parts = append(g.Parts, Part{
				Name: string(rune('A'+x)) + strconv.Itoa(y+1),
				X:    float64(x) * (across - Overlap), Y: float64(y) * (down - Overlap), Width: across, Height: down,
				left: x > 0, above: y > 0,
			})
		}
	}
}

// divide returns how many equal parts of a length fit into the room, and how
// long each is with its overlap.
func divide(length, room float64) (n int, each float64) {
	for n = 1; ; n++ {
		if each = (length + float64(n-1)*Overlap) / float64(n); each <= room {
			return n, each
		}
	}
}

// A Mark is a line beside a part of the board, measured from the upper left of
// the room around it: a whole one for the scissors, or a dashed one where the
// neighbour on the left or above ends, to glue up to here.
type Mark struct {
	X1, Y1, X2, Y2 float64
	Glue           bool
}

// The line of a mark, and the dashes of one for glue.
const (
	MarkWidth = 0.25
	MarkDash  = 1
	MarkGap   = 0.8
	markOff   = 1.5 // between a mark and the part
)

// Marks returns the marks of a part.
func (p Part) Marks() (list []Mark) {
	across := func(x float64, glue bool) {
		list = append(list, Mark{x, 0, x, Marks - markOff, glue}, Mark{x, p.Height + Marks + markOff, x, p.Height + 2*Marks, glue})
	}
	down := func(y float64, glue bool) {
		list = append(list, Mark{0, y, Marks - markOff, y, glue}, Mark{p.Width + Marks + markOff, y, p.Width + 2*Marks, y, glue})
	}
	across(Marks, false)
	across(Marks+p.Width, false)
	down(Marks, false)
	down(Marks+p.Height, false)
	if p.left {
		across(Marks+Overlap, true)
	}
	if p.above {
		down(Marks+Overlap, true)
	}
	return list
}

// say puts words about the game on paper.
func (g *Game) say(code string) string {
	return g.lang.Say(code, parlour.Args{"game": g.Entry.Title(g.lang)})
}

// Caption returns the words above a part of the board.
func (g *Game) Caption(p Part) string {
	if len(g.Parts) == 1 {
		return g.say("print.board")
	}
	return g.lang.Say("print.board-of", parlour.Args{"game": g.Entry.Title(g.lang), "part": p.Name, "across": strconv.Itoa(g.Columns), "down": strconv.Itoa(g.Rows)})
}

// CutOut returns the words above a sheet of pieces.
func (g *Game) CutOut(s Sheet) string {
	words := []string{g.say("print.pieces")}
	if slices.ContainsFunc(s.Pieces, func(p Placed) bool { return p.Folds }) {
		words = append(words, g.say("print.fold"))
	}
	switch s.Dice {
	case 1:
		words = append(words, g.say("print.die"))
	case 2:
		words = append(words, g.say("print.dice"))
	}
	return strings.Join(words, " ")
}
