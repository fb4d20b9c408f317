package phrase

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Grammar is what a language needs besides its texts. It is plain data, so that
// a page and a program on somebody's device can be handed it.
type Grammar struct {
	Tag    string          `json:"tag"`             // of the language: "en"
	Plural string          `json:"plural"`          // the rule for plurals, see Plural
	And    List            `json:"and"`             // how lists are joined
	Or     List            `json:"or"`              // how choices are joined
	Comma  bool            `json:"comma,omitempty"` // decimals follow a comma
	Forms  map[string]Form `json:"forms"`           // how people are named, by filter
}

// A List joins things by commas, and the last one by a word.
type List struct {
	Word  string   `json:"word"`            // with the blanks around it: " and "
	Other string   `json:"other,omitempty"` // instead, before some sounds
	Sound []string `json:"sound,omitempty"` // how the last one begins then
	But   []string `json:"but,omitempty"`   // and how it does not
}

// Join joins a list.
func (l *List) Join(list []string) string {
	n := len(list) - 1
	if n < 1 {
		return strings.Join(list, "")
	}
	word := l.Word
	begins := func(s string) bool { return strings.HasPrefix(strings.ToLower(list[n]), s) }
	if slices.ContainsFunc(l.Sound, begins) && !slices.ContainsFunc(l.But, begins) {
		word = l.Other
	}
	return strings.Join(list[:n], ", ") + word + list[n]
}

// A Form is how a sentence names somebody. Names are never inflected: a form only
// puts something before or after them.
type Form struct {
	Plain string `json:"plain"`           // for any name: "de {name}"
	Vowel string `json:"vowel,omitempty"` // for a name that begins with a vowel, if that differs: "d’{name}"
	You   string `json:"you"`             // for a reader who is meant: "de toi"
}

// vowels are the letters before which a language may leave one out.
const vowels = "aeiouyàâäáéèêëíîïóôöúùûüæœ"

// beginsWithVowel reports whether a name begins with a vowel. The y of Yves is one,
// that of Yann is none.
func beginsWithVowel(name string) bool {
	name = strings.ToLower(name)
	first, n := utf8.DecodeRuneInString(name)
	if first == 'y' {
		second, _ := utf8.DecodeRuneInString(name[n:])
		return !strings.ContainsRune(vowels, second)
	}
	return strings.ContainsRune(vowels, first)
}

// Of returns the form of a name.
func (f Form) Of(name string) string {
	text := f.Plain
	if f.Vowel != "" && beginsWithVowel(name) {
		text = f.Vowel
	}
	return strings.Replace(text, "{name}", name, 1)
}

// Named returns a name in a form, such as "whose".
func (c *Catalogue) Named(form, name string) string {
	if f, ok := c.grammar.Forms[form]; ok {
		return f.Of(name)
	}
	return name
}

// EnglishGrammar is the grammar of English.
var EnglishGrammar = Grammar{
	Tag: "en", Plural: "en", And: List{Word: " and "}, Or: List{Word: " or "},
	Forms: map[string]Form{
		"name":  {Plain: "{name}", You: "you"},
		"whose": {Plain: "{name}'s", You: "your"},
	},
}

// plurals are the rules for plurals by the language that is their example: those
// of CLDR for whole numbers. A test compares them with Intl.PluralRules.
var plurals = map[string]func(n int) string{
	"en": func(n int) string {
		if n == 1 {
			return "one"
		}
		return "other"
	},
	"fr": func(n int) string {
		switch {
		case n == 0 || n == 1:
			return "one"
		case n%1_000_000 == 0:
			return "many"
		}
		return "other"
	},
	"es": func(n int) string {
		switch {
		case n == 1:
			return "one"
		case n != 0 && n%1_000_000 == 0:
			return "many"
		}
		return "other"
	},
}

// Category returns the CLDR category of a number: one, many or other.
func (g *Grammar) Category(n int) string { return plurals[g.Plural](n) }

// Comma reports whether decimals follow a comma.
func (c *Catalogue) Comma() bool { return c.grammar.Comma }

// Number writes a number with so many decimals.
func (c *Catalogue) Number(v float64, decimals int) string {
	return c.decimal(strconv.FormatFloat(v, 'f', decimals, 64))
}
