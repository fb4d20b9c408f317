//go:build !js

package language

import (
	"embed"
	"io/fs"
	"slices"

	"parlour/phrase"
)

//go:embed de/*.po fr/*.po es/*.po
var files embed.FS

// folder returns the PO files of a language.
func folder(tag string) fs.FS {
	sub, err := fs.Sub(files, tag)
	if err != nil {
		panic(err) // no tag is a path that cannot be
	}
	return sub
}

// All has every language, English first. Only those that are Ready are offered to
// people. A new language is a folder of PO files, its name in the list above, and an
// entry here.
var All = []*Language{
	English,
	{
		Tag: "de", Name: "Deutsch", Dir: "ltr", Ready: true, Files: folder("de"),
		Grammar: phrase.Grammar{
			Tag: "de", Plural: "en", And: phrase.List{Word: " und "}, Or: phrase.List{Word: " oder "},
			Comma: true,
			Forms: map[string]phrase.Form{ // people are addressed as du
				"name": {Plain: "{name}", You: "du"},
				"dich": {Plain: "{name}", You: "dich"},
				"dir":  {Plain: "{name}", You: "dir"},
				"von":  {Plain: "von {name}", You: "von dir"},
			},
		},
	},
	{
		Tag: "fr", Name: "Français", Dir: "ltr", Ready: true, Files: folder("fr"),
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
	},
	{
		Tag: "es", Name: "Español", Dir: "ltr", Ready: true, Files: folder("es"),
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
	},
}

// Ready returns the languages that people are offered.
func Ready() []*Language {
	return slices.DeleteFunc(slices.Clone(All), func(l *Language) bool { return !l.Ready })
}
