package cabinet

import (
	"strings"

	"parlour"
	"parlour/phrase"
	"parlour/rulebook"
)

// A Figure is a picture of the rulebook: a position with what is done in it.
type Figure struct {
	Name string // its address: that of a card, or the first clause beside it
	Example
}

// Figures returns the pictures of the game's book: those of the summary, then
// those of the chapters. A book without a reading is illustrated by its worked
// examples.
func (e *Entry) Figures(lang *phrase.Catalogue) []Figure {
	var all []Figure
	read := e.BookIn(lang).Read()
	for _, c := range read.Cards() {
		if x, ok := e.figure(lang, c.Figure, nil); ok {
			all = append(all, Figure{"summary-" + c.Name, x})
		}
	}
	for _, ch := range read.Chapters {
		for _, s := range ch.Pages {
			if x, ok := e.figure(lang, s.Figure, s.IDs(e.Book)); ok {
				name, _, _ := strings.Cut(s.Clauses, " ")
				all = append(all, Figure{name, x})
			}
		}
	}
	return all
}

// Figure returns the picture with a name, or nil.
func (e *Entry) Figure(name string) *Figure {
	all := e.Figures(phrase.English)
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// figure fills in what a figure takes from the worked examples of the clauses
// beside it. It reports false if there is nothing to draw.
func (e *Entry) figure(lang *phrase.Catalogue, f rulebook.Figure, clauses []string) (Example, bool) {
	x := Example{Position: f.Position, Move: f.Move, Throw: f.Throw}
	switch id, of := strings.CutPrefix(f.Position, "@"); {
	case of, f.Position == "":
		worked := e.worked(append([]string{id}, clauses...))
		if worked == nil {
			return x, false
		}
		x = *worked
		x.Note = worked.NoteIn(lang)
	case f.Position == rulebook.Start:
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			return x, false
		}
		x.Position = m.String()
	}
	x.Shows = clauses
	if f.Caption != "" {
		x.Note = f.Caption
	}
	return x, true
}

// worked returns the first worked example of some clauses.
func (e *Entry) worked(clauses []string) *Example {
	for _, id := range clauses {
		if x := e.Example(id); x != nil {
			return x
		}
	}
	return nil
}
