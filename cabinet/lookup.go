package cabinet

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"parlour"
	"parlour/learn/opening"
	"parlour/learn/theory"
	"parlour/phrase"
)

// A Lookup is what the book of a game and its endgame tables say about a question.
type Lookup struct {
	Game     string          `json:"game"`
	Position string          `json:"position,omitempty"` // of the question, if it was a position
	Ending   *theory.Ending  `json:"ending,omitempty"`
	Exact    *theory.Numbers `json:"exact,omitempty"`
	Unit     string          `json:"unit,omitempty"` // of the values of lines
	Made     *opening.Made   `json:"made,omitempty"`
	Lines    []LookupLine    `json:"lines,omitempty"`

	match parlour.Match
	book  *opening.Book
	lines []*opening.Line
	whole bool // every reply of the lines was asked for, not a table
}

// A LookupLine is a line of a book with the position it leads to.
type LookupLine struct {
	Key      string          `json:"key"`
	Name     string          `json:"name,omitempty"`
	Path     []string        `json:"path"`
	Position string          `json:"position"`
	Replies  []opening.Reply `json:"replies"`
}

// LookUp answers a question about openings and endings: the key of an opening, the
// throws and moves that lead to it, its name, or a position. "" lists the openings.
func (e *Entry) LookUp(question string) (*Lookup, error) {
	a := &Lookup{Game: e.Info.ID, book: e.Openings()}
	if m, err := e.Game.Parse(question); err == nil {
		return a, a.at(e, m)
	}
	if a.book == nil {
		return nil, NoBook(e)
	}
	if a.lines = a.book.Find(question); a.lines == nil {
		return nil, fmt.Errorf("the book of %s has no %q; expected a key, throws and moves such as %q, a name, or a position", e.Info.ID, question, strings.Join(a.book.Lines[len(a.book.Lines)-1].Path, " "))
	}
	one := len(a.lines) == 1 && question != ""
	a.whole = one || a.lines[0].Level > 0
	if one && a.lines[0].Level == 0 {
		a.lines = a.book.Under(a.lines[0].Key)
	}
	a.list()
	return a, nil
}

// NoBook says that there is no book of openings for a game, and for which there is.
func NoBook(e *Entry) error {
	return fmt.Errorf("there is no book of openings for %s. %s", e.Info.ID, Books())
}

// Books names the games with a book of openings, in a sentence.
func Books() string {
	var ids []string
	for _, e := range Games() {
		if e.Opener != nil {
			ids = append(ids, e.Info.ID)
		}
	}
	return "There are books of " + strings.Join(ids, " and ") + "."
}

// at looks a position up.
func (a *Lookup) at(e *Entry, m parlour.Match) error {
	a.match, a.Position, a.whole = m, m.String(), true
	if a.book != nil {
		if l := a.book.At(m); l != nil {
			a.lines = []*opening.Line{l}
			a.list()
			return nil
		}
	}
	if a.Ending = e.EndingAt(m); a.Ending != nil {
		return nil
	}
	if a.Exact = e.ExactAt(m); a.Exact != nil {
		return nil
	}
	return fmt.Errorf("this position is neither in the book nor in the endgame tables; to have it judged: parlour analyse '%s'", m)
}

// list fills in the lines for programs.
func (a *Lookup) list() {
	a.Unit, a.Made = a.book.Unit.Name, &a.book.Made
	for _, l := range a.lines {
		line := LookupLine{Key: l.Key, Name: l.Name, Path: l.Path, Replies: l.Replies}
		if m, err := a.book.Match(l); err == nil {
			line.Position = m.String()
		}
		a.Lines = append(a.Lines, line)
	}
}

// Rows returns the table of the answer: lines of the book, moves of an ending, or
// exact values.
func (a *Lookup) Rows() any {
	switch {
	case a.Ending != nil:
		return a.Ending.Moves
	case a.Exact != nil:
		return []*theory.Numbers{a.Exact}
	}
	return a.Lines
}

// WriteText writes the answer for people. Names of openings stay English.
func (a *Lookup) WriteText(w io.Writer, lang *phrase.Catalogue) error {
	if a.match != nil && a.lines == nil {
		who := a.match.Info().Seats[a.match.Turn().Seat].Name
		says := func(code, name, value string) {
			fmt.Fprintf(w, "%s\n%s\n", Stands(lang, a.match), lang.Say(code, parlour.Args{"seat": who, name: value}))
		}
		if a.Exact != nil {
			says("openings.exact", "n", lang.Number(100*a.Exact.Win[0], 2)+"\u202f%")
			return nil
		}
		says("openings.ending", "verdict", lang.Worth(a.Ending.Verdict.String()))
		for _, mv := range a.Ending.Moves {
			fmt.Fprintf(w, "  %-8s %s\n", mv.Move, lang.Worth(mv.Verdict.String()))
		}
		return nil
	}
	if !a.whole {
		if err := a.writeTable(w, lang); err != nil {
			return err
		}
	} else {
		for i, l := range a.lines {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := a.writeLine(w, lang, l); err != nil {
				return err
			}
		}
	}
	b, e := a.book, ByID(a.Game)
	_, err := fmt.Fprintf(w, "\n%s %s %s %s.\n", lang.Say("openings.values", parlour.Args{"unit": e.OpeningsIn(lang, "unit", b.Unit.Name)}),
		e.OpeningsIn(lang, "method", b.Made.Method), lang.Say("openings.made", parlour.Args{"date": b.Made.Date}), b.Made.Command)
	return err
}

// writeTable writes lines as a table with their best replies.
func (a *Lookup) writeTable(w io.Writer, lang *phrase.Catalogue) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	writeHeads(t, lang.Say("head.key", nil), lang.Say("head.line", nil), lang.Say("head.best", nil), lang.Said(a.book.Unit.Heading), lang.Say("head.name", nil))
	for _, l := range a.lines {
		best := l.Best()
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", l.Key, strings.Join(l.Path, " "), best.Move, lang.Worth(a.book.Value(best.Value)), l.Name)
	}
	return t.Flush()
}

// writeHeads writes the headings of a table.
func writeHeads(w io.Writer, heads ...string) {
	fmt.Fprintln(w, strings.ToUpper(strings.Join(heads, "\t")))
}

// writeLine writes a line with all its replies.
func (a *Lookup) writeLine(w io.Writer, lang *phrase.Catalogue, l *opening.Line) error {
	b := a.book
	title := strings.Join(l.Path, " ")
	if l.Name != "" {
		title += ", " + l.Name
	}
	fmt.Fprintln(w, title)
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	care := ""
	switch best := l.Best(); {
	case best.Err > 0:
		care = lang.Say("openings.within", nil)
	case best.Depth > 0:
		care = lang.Say("openings.depth", nil)
	}
	fmt.Fprintf(t, "  %s\t%s\t%s\t%s\t", phrase.Capital(lang.Say("analyse.move", nil)), phrase.Capital(lang.Say("analyse.error", nil)), lang.Said(b.Unit.Heading), care)
	seats := b.Game.Info().Seats
	if b.Unit.Parts != nil {
		var parts []string
		for _, part := range b.Unit.Parts {
			parts = append(parts, lang.Said(part))
		}
		for _, s := range seats {
			fmt.Fprintf(t, "%s %s\t", s.Letter, strings.Join(parts, "\t"))
		}
	}
	fmt.Fprintln(t)
	for i := range l.Replies {
		r := &l.Replies[i]
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\t", r.Move, lang.Worth(b.Loss(l, r)), lang.Worth(b.Value(r.Value)), lang.Worth(b.Care(r)))
		for s := range seats {
			for _, part := range r.Parts {
				fmt.Fprintf(t, "%s\t", lang.Worth(theory.Percent(part[s], 1)))
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}
