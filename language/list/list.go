// Package list names the languages of the program. A new language is a folder
// beside this one, and a line here.
package list

import (
	"parlour/language"
	"parlour/language/de"
	"parlour/language/es"
	"parlour/language/fr"
)

// All has every language, English first. Only those that are Ready are offered to
// people.
var All = []*language.Language{
	language.English,
	de.Language,
	fr.Language,
	es.Language,
}

// Ready returns the languages that people are offered.
func Ready() (ready []*language.Language) {
	for _, l := range All {
		if l.Ready {
			ready = append(ready, l)
		}
	}
	return ready
}
