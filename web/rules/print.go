//go:build !js

package rules

import (
	_ "embed" // for the template
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/board"
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/qr"
	"parlour/draw/svg"
	"parlour/web/fill"
)

//go:embed print.html
var printText string

var printPage = fill.New(printText, nil)

// A Paper is what a game is printed on.
type Paper struct {
	Name          string // in addresses
	Title         string
	Width, Height float64 // millimetres
}

// Papers are those to choose from, the usual one first.
var Papers = []Paper{{"a4", "A4", 210, 297}, {"letter", "Letter", 215.9, 279.4}}

// Measures of a printed game in millimetres.
const (
	boardSide = 300 // the longer side of the board itself, about what boards of the time had
	edge      = 10  // of a sheet, which no printer reaches
	headRoom  = 12  // for the words above a part of the board
	overlap   = 8   // of two parts of a board, to glue them
	marks     = 6   // room around a part for its marks
	dieSide   = 16
)

// Print returns the pages of a game to print: its rules, the board in true size
// on as many sheets as it needs, and its pieces. Link is the address of the
// game's page for the code that phones read; "" for none.
func Print(e *cabinet.Entry, p Paper, link string) (fill.HTML, error) {
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		return "", err
	}
	book, err := viewOf(e)
	if err != nil {
		return "", err
	}
	v := struct {
		*view
		Paper   Paper
		Papers  []Paper
		Link    string
		Code    fill.HTML
		Space   float64
		Across  float64
		Parts   []part
		Columns int
		Rows    int
		Pieces  []cutSheet
		Folds   bool // some pieces have a back
		Few     bool // clauses, so that they can be printed larger
	}{view: book, Paper: p, Papers: Papers, Link: link, Few: len(e.Book.Clauses) < 25}
	if link != "" {
		code, err := qr.Make(link)
		if err != nil {
			return "", err
		}
		v.Code = fill.HTML(code.SVG())
	}
	b := e.Board(m)
	v.Space = space(b)
	v.Across = math.Round(v.Space * max(b.Width, b.Height))
	v.Parts, v.Columns, v.Rows = parts(b, m, p)
	pieces := cuts(b, m)
	v.Folds = slices.ContainsFunc(pieces, func(c cut) bool { return c.folds })
	v.Pieces = lay(pieces, p, e.Luck.Share > 0)
	return printPage.Fill(v)
}

// space returns the width of a space of the printed board.
func space(b *board.Board) float64 { return math.Round(boardSide / max(b.Width, b.Height)) }

// A part is what one sheet shows of a board.
type part struct {
	Name    string // "A1": the column and the row
	Drawing fill.HTML
}

// parts cuts a board into equal parts that fit on the paper, each with marks
// for the scissors, and returns how many columns and rows there are.
func parts(b *board.Board, m parlour.Match, p Paper) (list []part, columns, rows int) {
	v := draw.View{Pieces: m.Kinds()}
	box := svg.LayoutOf(b, v).Box
	mm := space(b) / svg.Unit
	width, height := box[2]*mm, box[3]*mm
	columns, across := divide(width, p.Width-2*edge-2*marks)
	rows, down := divide(height, p.Height-2*edge-2*marks-headRoom)
	whole := string(svg.AppendEmpty(nil, b, v))
	for y := range rows {
		for x := range columns {
			left, top := float64(x)*(across-overlap), float64(y)*(down-overlap)
			inside := strings.Replace(whole, `class="board"`, fmt.Sprintf(`class="board" x="%smm" y="%smm" width="%smm" height="%smm"`, num(-left), num(-top), num(width), num(height)), 1)
			var d strings.Builder
			fmt.Fprintf(&d, `<svg class="part" width="%smm" height="%smm" role="img" aria-label="Part of the board"><svg x="%dmm" y="%dmm" width="%smm" height="%smm">%s</svg>`, num(across+2*marks), num(down+2*marks), marks, marks, num(across), num(down), inside)
			for _, at := range []float64{marks, marks + across} {
				line(&d, at, 0, at, marks-1.5)
				line(&d, at, down+marks+1.5, at, down+2*marks)
			}
			for _, at := range []float64{marks, marks + down} {
				line(&d, 0, at, marks-1.5, at)
				line(&d, across+marks+1.5, at, across+2*marks, at)
			}
			// Where the neighbour on the left or above ends: glue up to here.
			if x > 0 {
				dash(&d, marks+overlap, 0, marks+overlap, marks-1.5)
				dash(&d, marks+overlap, down+marks+1.5, marks+overlap, down+2*marks)
			}
			if y > 0 {
				dash(&d, 0, marks+overlap, marks-1.5, marks+overlap)
				dash(&d, across+marks+1.5, marks+overlap, across+2*marks, marks+overlap)
			}
			d.WriteString("</svg>")
			list = append(list, part{string(rune('A'+x)) + strconv.Itoa(y+1), fill.HTML(d.String())})
		}
	}
	return list, columns, rows
}

// divide returns how many equal parts of a length fit into the room, and how
// long each is with its overlap.
func divide(length, room float64) (n int, each float64) {
	for n = 1; ; n++ {
		if each = (length + float64(n-1)*overlap) / float64(n); each <= room {
			return n, each
		}
	}
}

func num(f float64) string { return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64) }

// line draws a mark for the scissors.
func line(d *strings.Builder, x1, y1, x2, y2 float64) {
	fmt.Fprintf(d, `<line x1="%smm" y1="%smm" x2="%smm" y2="%smm" stroke="#000" stroke-width="0.25mm"/>`, num(x1), num(y1), num(x2), num(y2))
}

// dash draws a mark for glue.
func dash(d *strings.Builder, x1, y1, x2, y2 float64) {
	fmt.Fprintf(d, `<line x1="%smm" y1="%smm" x2="%smm" y2="%smm" stroke="#000" stroke-width="0.25mm" stroke-dasharray="1mm 0.8mm"/>`, num(x1), num(y1), num(x2), num(y2))
}

// A cut is a piece to cut out, as often as it is needed.
type cut struct {
	drawing       fill.HTML
	width, height float64
	times         int
	folds         bool // it has a back
}

// A cutSheet is a sheet of pieces.
type cutSheet struct {
	Pieces []fill.HTML
	Dice   fill.HTML // to fold; "" for none
}

// lay distributes pieces over sheets as the page sets them: row by row, with a
// gap. Dice come last.
func lay(pieces []cut, p Paper, dice bool) []cutSheet {
	const gap = 2
	across, down := p.Width-2*edge, p.Height-2*edge-headRoom
	sheets := []cutSheet{{}}
	x, y, row := 0.0, 0.0, 0.0
	for _, c := range pieces {
		for range c.times {
			if x > 0 && x+c.width > across {
				x, y, row = 0, y+row+gap, 0
			}
			if y+c.height > down {
				sheets = append(sheets, cutSheet{})
				x, y, row = 0, 0, 0
			}
			last := &sheets[len(sheets)-1]
			last.Pieces = append(last.Pieces, c.drawing)
			x, row = x+c.width+gap, max(row, c.height)
		}
	}
	if dice {
		if y+row+4*gap+3*dieSide > down {
			sheets = append(sheets, cutSheet{})
		}
		sheets[len(sheets)-1].Dice = dieNet()
	}
	return sheets
}

// cuts returns the pieces of a game. A piece that can be turned over or crowned
// has its other side beside it, to be folded behind.
func cuts(b *board.Board, m parlour.Match) (list []cut) {
	start, kinds := m.Pieces(), m.Kinds()
	v := draw.View{Pieces: start}
	l := svg.LayoutOf(b, v)
	mm := space(b) / svg.Unit
	seen := map[string]int{}
	for _, p := range start {
		size := l.Places[p.Place].Man * mm
		if p.Colour == "" { // no seat's: one of each face that is easy to read
			for _, k := range kinds {
				if k.Kind == p.Kind && k.Colour == "" && len(k.Face) <= 2 {
					list = append(list, newCut(b, size, k))
				}
			}
			continue
		}
		key := p.Colour + " " + p.Kind
		if i, ok := seen[key]; ok {
			list[i].times++
			continue
		}
		seen[key] = len(list)
		sides := []parlour.Piece{p}
		if back := backOf(p, start, kinds); back != nil {
			sides = append(sides, *back)
		}
		list = append(list, newCut(b, size, sides...))
	}
	return list
}

// backOf returns the other side of a piece: what it becomes in the game and no
// piece is at the start. It returns nil if there is none.
func backOf(p parlour.Piece, start, kinds []parlour.Piece) *parlour.Piece {
	var best *parlour.Piece
	for i := range kinds {
		k := &kinds[i]
		if k.Colour != p.Colour || slices.ContainsFunc(start, func(s parlour.Piece) bool { return s.Kind == k.Kind }) {
			continue
		}
		if best == nil || strings.HasPrefix(k.Kind, p.Kind+" ") && !strings.HasPrefix(best.Kind, p.Kind+" ") {
			best = k
		} else if strings.HasPrefix(k.Kind, p.Kind+" ") && len(k.Kind) < len(best.Kind) {
			best = k
		}
	}
	return best
}

// newCut draws a piece with its back beside it, inside the line to cut along.
func newCut(b *board.Board, size float64, sides ...parlour.Piece) cut {
	cell := 1.24 // of the piece's own size
	if strings.HasPrefix(sides[0].Kind, "auto") {
		cell = 2.6
	}
	var d strings.Builder
	n := float64(len(sides))
	fmt.Fprintf(&d, `<svg class="cut" width="%smm" height="%smm" viewBox="0 0 %s %s" role="img" aria-label="A piece"><rect x="0.01" y="0.01" width="%s" height="%s" fill="none" stroke="#000" stroke-width="0.02" stroke-dasharray="0.08 0.06"/>`,
		num(n*cell*size), num(cell*size), num(n*cell), num(cell), num(n*cell-0.02), num(cell-0.02))
	for i, p := range sides {
		fmt.Fprintf(&d, `<g transform="translate(%s %s)">%s</g>`, num((float64(i)+0.5)*cell), num(cell/2), svg.AppendPiece(nil, b, p, 0))
	}
	if len(sides) > 1 {
		fmt.Fprintf(&d, `<line x1="%s" y1="0" x2="%s" y2="%s" stroke="#000" stroke-width="0.01"/>`, num(cell), num(cell), num(cell))
	}
	d.WriteString("</svg>")
	return cut{fill.HTML(d.String()), n * cell * size, cell * size, 1, len(sides) > 1}
}

// dieNet draws a die to cut out and fold: four faces in a row, one above and one
// below. Opposite faces add up to seven.
func dieNet() fill.HTML {
	var d strings.Builder
	fmt.Fprintf(&d, `<svg class="cut net" width="%dmm" height="%dmm" viewBox="0 0 40 30" role="img" aria-label="A die to fold">`, 4*dieSide, 3*dieSide)
	face := func(x, y float64, spots int) {
		fmt.Fprintf(&d, `<rect x="%s" y="%s" width="10" height="10" fill="#fff" stroke="#000" stroke-width="0.2"/>`, num(x), num(y))
		for _, s := range pips[spots] {
			fmt.Fprintf(&d, `<circle cx="%s" cy="%s" r="1" fill="#000"/>`, num(x+s[0]), num(y+s[1]))
		}
	}
	for i, spots := range []int{1, 2, 6, 5} {
		face(float64(10*i), 10, spots)
	}
	face(10, 0, 3)
	face(10, 20, 4)
	d.WriteString("</svg>")
	return fill.HTML(d.String())
}

// pips are the places of the spots on a face that is ten across.
var pips = map[int][][2]float64{
	1: {{5, 5}},
	2: {{2.5, 2.5}, {7.5, 7.5}},
	3: {{2.5, 2.5}, {5, 5}, {7.5, 7.5}},
	4: {{2.5, 2.5}, {7.5, 2.5}, {2.5, 7.5}, {7.5, 7.5}},
	5: {{2.5, 2.5}, {7.5, 2.5}, {5, 5}, {2.5, 7.5}, {7.5, 7.5}},
	6: {{2.5, 2.5}, {7.5, 2.5}, {2.5, 5}, {7.5, 5}, {2.5, 7.5}, {7.5, 7.5}},
}
