// Package es is Spanish.
package es

import (
	"embed"
	"strings"

	"parlour/language"
	"parlour/phrase"
)

//go:embed *.po
var files embed.FS

// Language is Spanish.
var Language = &language.Language{
	Tag: "es", Name: "Español", Dir: "ltr", Files: files,
	Grammar: phrase.Grammar{
		Tag:    "es",
		Plural: language.Spanish,
		And:    func(list []string) string { return phrase.JoinList(list, before(list, " y ", " e ", "i", "hi")) },
		Or: func(list []string) string {
			return phrase.JoinList(list, before(list, " o ", " u ", "o", "ho", "8", "11"))
		},
		Forms: map[string]phrase.Form{
			"name": {Plain: "{name}", You: "tú"},
			"de":   {Plain: "de {name}", You: "de ti"},
			"a":    {Plain: "a {name}", You: "a ti"},
			"para": {Plain: "para {name}", You: "para ti"},
		},
	},
}

// before returns the word before the last of a list, which is another one if the
// last begins with the same sound.
func before(list []string, word, other string, sounds ...string) string {
	last := ""
	if len(list) > 0 {
		last = strings.ToLower(list[len(list)-1])
	}
	for _, s := range sounds {
		if strings.HasPrefix(last, s) && !strings.HasPrefix(last, "hie") && !strings.HasPrefix(last, "hia") && (s != "11" || last == "11") {
			return other
		}
	}
	return word
}
