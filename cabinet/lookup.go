package cabinet

import (
	"fmt"
	"io"
	"strings"

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

// WriteText writes the answer for people. Lines of openings are in English.
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
		if err := a.book.WriteTable(w, a.lines); err != nil {
			return err
		}
	} else {
		for i, l := range a.lines {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := a.book.WriteLine(w, l); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(w, "\n%s\n", a.book.Source())
	return err
}
