// Package rulebook holds the rulebooks as data: every rule in our own words with
// the passage it comes from, a named ruling for every question a book leaves
// open, and every option that changes a ruling.
//
//	book := rulebook.Kleefeld
//	fmt.Println(book.Clause("kleefeld/kick").Rule)
//
// Package cabinet lists the books with their games.
//
// A clause is what the book says; a ruling is our decision where the book is
// silent, unclear or contradicts itself. Code cites both by id in brackets.
package rulebook

import (
	"slices"
	"strings"
)

// A Book is the rules of one game.
type Book struct {
	ID         string      `json:"game"` // "kleefeld"
	Title      string      `json:"title"`
	Source     string      `json:"source"` // the printed text it comes from, for people
	Kin        string      `json:"-"`      // books about the same game share this word: "Ludo"; "" for a game with one book
	Differs    string      `json:"-"`      // what sets it apart from the other books about the same game, in one line
	Piece      string      `json:"-"`      // what the book calls a man: "setter"; "" if it says man
	Clauses    []Clause    `json:"clauses"`
	Variations []Variation `json:"-"` // clauses that apply only where a table chooses them
	Printed    []string    `json:"-"` // ids of the clauses that the printed text itself has, if the others come from elsewhere; nil if it has all of them
	Rulings    []Ruling    `json:"rulings"`
	Options    []Option    `json:"options"` // sorted by key
	Reading    Reading     `json:"-"`       // may be left out

	say func(context, english string) string // of the language that In put it into; nil for English
}

// Man returns the book's word for a man, and the word for several.
func (b *Book) Man() (one, many string) {
	if b == nil || b.Piece == "" {
		return "man", "men"
	}
	return b.Piece, b.Piece + "s"
}

// A Clause is a rule of the book in our own words.
type Clause struct {
	ID      string `json:"id"` // "kleefeld/kick"
	Rule    string `json:"rule"`
	Passage string `json:"passage"` // the place in the book, or the source of the rule
}

// A Ruling is our decision where the book does not decide.
type Ruling struct {
	ID       string   `json:"id"` // "kleefeld/r-tries"
	Question string   `json:"question"`
	Decision string   `json:"decision"`
	Reason   string   `json:"reason,omitempty"` // may be empty if the decision explains itself
	Others   string   `json:"others,omitempty"` // other readings, and the options that choose them
	Options  []string `json:"options,omitempty"`
}

// An Option changes the rules. If Max is not 0, the values are the whole
// numbers from Min to Max, and Values lists only some of them.
type Option struct {
	Key     string   `json:"key"`
	Default string   `json:"default"`
	Values  []Value  `json:"values"` // the default first
	Min     int      `json:"min,omitempty"`
	Max     int      `json:"max,omitempty"`
	Rulings []string `json:"rulings,omitempty"` // the rulings it changes, or the clauses it switches on or off
	Needs   string   `json:"needs,omitempty"`   // when it applies, in words: "only with must=yes"; "" for always
	Title   string   `json:"title,omitempty"`   // what it is called, if that is not its key

	book *Book // in another language; nil in English
}

// A Value is one setting of an option, with its meaning.
type Value struct {
	Name  string `json:"name"`
	Means string `json:"means"`
}

// Prints reports whether the printed text itself has the clause. A clause that
// comes from elsewhere names its source.
func (b *Book) Prints(c *Clause) bool { return b.Printed == nil || slices.Contains(b.Printed, c.ID) }

// Origin returns where a clause comes from, for people. A clause that the
// printed text does not have says so.
func (b *Book) Origin(c *Clause) string {
	if b.Prints(c) {
		return c.Passage
	}
	return b.Say("book.elsewhere", "passage", c.Passage)
}

// Clause returns the clause with the given id, with or without the name of the
// game before it, or nil.
func (b *Book) Clause(id string) *Clause {
	for i := range b.Clauses {
		if b.Clauses[i].ID == id || b.Clauses[i].ID == b.ID+"/"+id {
			return &b.Clauses[i]
		}
	}
	return nil
}

// Ruling returns the ruling with the given id, like Clause.
func (b *Book) Ruling(id string) *Ruling {
	for i := range b.Rulings {
		if b.Rulings[i].ID == id || b.Rulings[i].ID == b.ID+"/"+id {
			return &b.Rulings[i]
		}
	}
	return nil
}

// Option returns the option with the given key, or nil.
func (b *Book) Option(key string) *Option {
	for i := range b.Options {
		if b.Options[i].Key == key {
			return &b.Options[i]
		}
	}
	return nil
}

// Part returns the book without all but the clause, the ruling and the option with
// an id, whichever there are, or nil if there are none.
func (b *Book) Part(id string) *Book {
	c, r, o := b.Clause(id), b.Ruling(id), b.Option(id)
	if c == nil && r == nil && o == nil {
		return nil
	}
	part := *b
	part.Clauses, part.Rulings, part.Options = []Clause{}, []Ruling{}, []Option{}
	if c != nil {
		part.Clauses = append(part.Clauses, *c)
	}
	if r != nil {
		part.Rulings = append(part.Rulings, *r)
	}
	if o != nil {
		part.Options = append(part.Options, *o)
	}
	return &part
}

// Names returns the allowed values of the option as a list for error messages.
func (o *Option) Names() string {
	var names []string
	for _, v := range o.Values {
		names = append(names, v.Name)
	}
	if o.Max != 0 {
		names = append(names, o.span())
	}
	return strings.Join(names, ", ")
}
