package phrase

import "strings"

// A Grammar is what the tables of a language cannot say. The parts of a grammar
// are plain functions without state.
type Grammar struct {
	Tag    string                // of the language: "en"
	Plural func(n int) string    // the CLDR category of a number: one, many or other
	And    func([]string) string // joins a list: "a, b and c"
	Or     func([]string) string // joins a list of choices
	Forms  map[string]Form       // how people are named, by filter
}

// A Form is how a sentence names somebody. Names are never inflected: a form only
// puts something before or after them.
type Form struct {
	Plain string // for any name: "de {name}"
	Vowel string // for a name that begins with a vowel, if that differs: "d’{name}"
	You   string // for a reader who is meant: "de toi"
}

// Of returns the form of a name.
func (f Form) Of(name string) string {
	text := f.Plain
	if f.Vowel != "" && startsWithVowel(name) {
		text = f.Vowel
	}
	return strings.Replace(text, "{name}", name, 1)
}

func startsWithVowel(name string) bool {
	for _, r := range strings.ToLower(name) {
		return strings.ContainsRune("aeiouyàâäáéèêëíîïóôöúùûüæœ", r)
	}
	return false
}

// EnglishGrammar is the grammar of English.
var EnglishGrammar = Grammar{
	Tag: "en",
	Plural: func(n int) string {
		if n == 1 {
			return "one"
		}
		return "other"
	},
	And: func(list []string) string { return JoinList(list, " and ") },
	Or:  func(list []string) string { return JoinList(list, " or ") },
	Forms: map[string]Form{
		"name":  {Plain: "{name}", You: "you"},
		"whose": {Plain: "{name}'s", You: "your"},
	},
}

// JoinList joins a list by commas, and the last one by a word.
func JoinList(list []string, word string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	n := len(list) - 1
	return strings.Join(list[:n], ", ") + word + list[n]
}
