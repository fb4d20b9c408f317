// Package de is German.
package de

import (
	"embed"

	"parlour/language"
	"parlour/phrase"
)

//go:embed *.po
var files embed.FS

// Language is German. People are addressed as du.
var Language = &language.Language{
	Tag: "de", Name: "Deutsch", Dir: "ltr", Ready: true, Files: files,
	Grammar: phrase.Grammar{
		Tag: "de", Plural: "en", And: phrase.List{Word: " und "}, Or: phrase.List{Word: " oder "},
		Comma: true,
		Forms: map[string]phrase.Form{
			"name": {Plain: "{name}", You: "du"},
			"dich": {Plain: "{name}", You: "dich"},
			"dir":  {Plain: "{name}", You: "dir"},
			"von":  {Plain: "von {name}", You: "von dir"},
		},
	},
}
