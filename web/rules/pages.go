package rules

import (
	"slices"

	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/phrase"
)

// An Address is that of one of the pages about a game.
type Address struct {
	Name string `json:"name"` // learn, puzzles, study, rules, openings, print
	Path string `json:"path"`
}

// Pages returns the pages about a game, besides those on which it is played.
func Pages(e *cabinet.Entry) []Address {
	id := e.Info.ID
	list := make([]Address, 0, 6)
	add := func(there bool, name, path string) {
		if there {
			list = append(list, Address{name, path})
		}
	}
	add(e.Lesson != nil, "learn", "/learn/"+id)
	add(slices.Contains(puzzle.Games(), id), "puzzles", "/puzzles/"+id)
	add(true, "study", "/study?game="+id)
	add(true, "rules", "/g/"+id)
	add(e.Openings() != nil, "openings", "/book/"+id)
	add(true, "print", "/print/"+id)
	return list
}

// Title returns what the page of a game says to lead to another one.
func (p Address) Title(lang *phrase.Catalogue) string { return lang.Say("pages."+p.Name, nil) }
