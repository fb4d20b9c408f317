// Package fr is French.
package fr

import (
	"embed"

	"parlour/language"
	"parlour/phrase"
)

//go:embed *.po
var files embed.FS

// Language is French.
var Language = &language.Language{
	Tag: "fr", Name: "Français", Dir: "ltr", Ready: true, Files: files,
	Grammar: phrase.Grammar{
		Tag: "fr", Plural: "fr", And: phrase.List{Word: " et "}, Or: phrase.List{Word: " ou "},
		Comma: true,
		Forms: map[string]phrase.Form{
			"name": {Plain: "{name}", You: "tu"},
			"toi":  {Plain: "{name}", You: "toi"},
			"te":   {Plain: "{name}", You: "te"},
			"de":   {Plain: "de {name}", Vowel: "d’{name}", You: "de toi"},
			"que":  {Plain: "que {name}", Vowel: "qu’{name}", You: "que tu"},
		},
	},
}
