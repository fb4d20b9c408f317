package rulebook

import (
	"slices"
	"strings"
)

// A Variation is a part of the rules that is played only where a table chooses
// it. Wherever its clauses are shown, they are shown with its name and with what
// applies otherwise, so that nobody takes them for plain rules.
type Variation struct {
	Name      string // "Barriers"
	Option    string // the option that chooses it; "" if the seating does
	Value     string // and its value; "" if any but the default does
	Clauses   string // ids without the game, separated by spaces
	Otherwise string // what applies unless it is chosen, as a sentence
}

// Variation returns the variation that a clause belongs to, nil if the clause
// always applies. The id may lack the name of the game.
func (b *Book) Variation(id string) *Variation {
	id = strings.TrimPrefix(id, b.ID+"/")
	for i := range b.Variations {
		if v := &b.Variations[i]; slices.Contains(strings.Fields(v.Clauses), id) {
			return v
		}
	}
	return nil
}

// Choice returns how a table chooses the variation, "" if by its seating.
func (b *Book) Choice(v *Variation) string {
	switch {
	case v.Option == "":
		return ""
	case v.Value == "":
		return b.Say("book.option", "option", v.Option)
	}
	return b.Say("book.option", "option", v.Option+"="+v.Value)
}

// Heading returns the words that stand above the clauses of a variation, in the
// language of the book.
func (b *Book) Heading(v *Variation) string { return b.Say("book.heading", "name", v.Name) }
