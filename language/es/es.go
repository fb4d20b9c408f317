// Package es is Spanish.
package es

import (
	"embed"

	"parlour/language"
	"parlour/phrase"
)

//go:embed *.po
var files embed.FS

// Language is Spanish.
var Language = &language.Language{
	Tag: "es", Name: "Español", Dir: "ltr", Ready: true, Files: files,
	Grammar: phrase.Grammar{
		Tag: "es", Plural: "es",
		And:   phrase.List{Word: " y ", Other: " e ", Sound: []string{"i", "hi"}, But: []string{"hia", "hie"}},
		Or:    phrase.List{Word: " o ", Other: " u ", Sound: []string{"o", "ho", "8"}},
		Comma: true,
		Forms: map[string]phrase.Form{
			"name": {Plain: "{name}", You: "tú"},
			"de":   {Plain: "de {name}", You: "de ti"},
			"a":    {Plain: "a {name}", You: "a ti"},
			"para": {Plain: "para {name}", You: "para ti"},
		},
	},
}
