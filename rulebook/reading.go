package rulebook

import "strings"

// A Reading arranges a book for people who want to learn the game: a summary
// that takes a minute, then chapters. A book may lack it; see [Book.Read].
type Reading struct {
	Summary  Summary
	Chapters []Chapter // in the order of ChapterNames; chapters without clauses are left out
}

// A Summary is the game on four cards.
type Summary struct{ Goal, Turn, Special, Ending Card }

// A Card says one thing in a sentence or two, beside a picture.
type Card struct {
	Text   string
	Figure Figure
}

// A Chapter gathers the clauses about one part of the game.
type Chapter struct {
	Name  ChapterName
	Lead  string // what the chapter is about, in a sentence
	Pages []Spread
}

// A ChapterName is the address of a chapter. All books use the same names.
type ChapterName string

// The chapters.
const (
	SettingUp ChapterName = "setting-up"
	Turns     ChapterName = "turns"
	Moving    ChapterName = "moving"
	Capturing ChapterName = "capturing"
	Special   ChapterName = "special"
	Ending    ChapterName = "ending"
	All       ChapterName = "all" // the only chapter of a book without a reading
)

// ChapterNames are the chapters of a reading in their order.
var ChapterNames = []ChapterName{SettingUp, Turns, Moving, Capturing, Special, Ending}

// Code returns the code of its title, for [Book.Say].
func (n ChapterName) Code() string { return "book.chapter-" + string(n) }

// A Spread is a few clauses that are read together, with one picture.
type Spread struct {
	Clauses string // ids without the game, separated by spaces
	Figure  Figure // no caption for no picture
}

// IDs returns the full ids of the clauses of the spread.
func (s *Spread) IDs(b *Book) []string {
	ids := strings.Fields(s.Clauses)
	for i := range ids {
		ids[i] = b.ID + "/" + ids[i]
	}
	return ids
}

// Start as the position of a Figure is the set-up of the usual game.
const Start = "start"

// A Figure is a position to be drawn, with what is done in it.
type Figure struct {
	Caption  string // what is to be seen, in words: no notation
	Position string // a line of the game, Start, "@" and a clause for its worked example, or "" for that of the first clause that has one
	Move     string // in the notation of the game; "" where the position speaks for itself
	Throw    string // the dice on the table: "53"
}

// Read returns the reading of the book. A book without one has a single chapter
// with all its clauses, and no summary.
func (b *Book) Read() Reading {
	if len(b.Reading.Chapters) > 0 {
		return b.Reading
	}
	all := Chapter{Name: All}
	for _, c := range b.Clauses {
		all.Pages = append(all.Pages, Spread{Clauses: strings.TrimPrefix(c.ID, b.ID+"/")})
	}
	return Reading{Chapters: []Chapter{all}}
}

// Cards returns the four cards with their names and titles, or nil if the
// reading has no summary.
func (r *Reading) Cards() []NamedCard {
	if r.Summary.Goal.Text == "" {
		return nil
	}
	s := &r.Summary
	return []NamedCard{named("goal", s.Goal), named("turn", s.Turn), named("special", s.Special), named("ending", s.Ending)}
}

// A NamedCard is a Card of a summary.
type NamedCard struct {
	Name, Title string
	Card
}

// Code returns the code of the title. [Book.Say] has it in the language of a book.
func (c *NamedCard) Code() string { return "book.card-" + c.Name }

func named(name string, c Card) NamedCard {
	return NamedCard{name, Words["book.card-"+name], c}
}
