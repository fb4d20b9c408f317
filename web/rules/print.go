//go:build !js

package rules

import (
	_ "embed" // for the template
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/draw/printing"
	"parlour/draw/qr"
	"parlour/phrase"
)

//go:embed print.html
var printText string

var printPage = parsed("print", printText)

// A printView is the page of a game to print before it is written.
type printView struct {
	*view
	Set    *printing.Game
	Papers []printing.Paper
	Link   string
	Code   template.HTML
	Few    bool // clauses, so that they can be printed larger
	Sheets []printSheet
}

// A printSheet is a sheet that shows a part of the board or pieces.
type printSheet struct {
	Words  string
	Board  template.HTML
	Pieces []template.HTML
	Dice   []template.HTML
}

// Print returns the pages of a game to print: its rules, the board in true size
// on as many sheets as it needs, and its pieces. Link is the address of the
// game's page for the code that phones read; "" for none.
func Print(lang *phrase.Catalogue, e *cabinet.Entry, p printing.Paper, link string) (template.HTML, error) {
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		return "", err
	}
	book, err := viewOf(lang, e)
	if err != nil {
		return "", err
	}
	set := printing.Set(lang, e, m, p)
	v := &printView{view: book, Set: set, Papers: printing.Papers, Link: link, Few: len(e.Book.Clauses) < 25}
	if link != "" {
		code, err := qr.Make(link)
		if err != nil {
			return "", err
		}
		v.Code = template.HTML(code.SVG(lang.Say("print.code", nil)))
	}
	for _, part := range set.Parts {
		v.Sheets = append(v.Sheets, printSheet{Words: set.Caption(part), Board: partOf(lang, set, part)})
	}
	for _, sheet := range set.Pieces {
		out := printSheet{Words: set.CutOut(sheet)}
		for _, c := range sheet.Pieces {
			out.Pieces = append(out.Pieces, template.HTML(c.Drawing))
		}
		for range sheet.Dice {
			out.Dice = append(out.Dice, template.HTML(printing.Die()))
		}
		v.Sheets = append(v.Sheets, out)
	}
	return fill(lang, printPage, v)
}

// partOf draws a part of a board with its marks: the whole board, moved so that
// only the part shows.
func partOf(lang *phrase.Catalogue, set *printing.Game, p printing.Part) template.HTML {
	const room = printing.Marks
	place := fmt.Sprintf(`class="board" x="%s" y="%s" width="%s" height="%s"`, mm(-p.X), mm(-p.Y), mm(set.Width), mm(set.Height))
	var d strings.Builder
	fmt.Fprintf(&d, `<svg class="part" width="%s" height="%s" role="img" aria-label="%s"><svg x="%s" y="%s" width="%s" height="%s">%s</svg>`,
		mm(p.Width+2*room), mm(p.Height+2*room), template.HTMLEscapeString(lang.Say("print.part", nil)), mm(room), mm(room), mm(p.Width), mm(p.Height), strings.Replace(string(set.Board), `class="board"`, place, 1))
	for _, k := range p.Marks() {
		dashes := ""
		if k.Glue {
			dashes = fmt.Sprintf(` stroke-dasharray="%s %s"`, mm(printing.MarkDash), mm(printing.MarkGap))
		}
		fmt.Fprintf(&d, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="#000" stroke-width="%s"%s/>`, mm(k.X1), mm(k.Y1), mm(k.X2), mm(k.Y2), mm(printing.MarkWidth), dashes)
	}
	d.WriteString("</svg>")
	return template.HTML(d.String())
}

func mm(f float64) string { return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64) + "mm" }
