package phrase

import "strings"

// A Translation is a text in another language with the English it was made from.
// It counts only as long as the English is the same. Without its English it is
// trusted.
type Translation struct{ English, Own string }

// Translated returns a catalogue of another language. The texts are by context:
// the code of a sentence, "word." and the key of a word, "said." and anything for
// a text that is an argument, or what [Catalogue.In] is asked for. What is
// missing or stale is said in English.
//
// Everything that speaks must be registered before, as with Add.
func Translated(g Grammar, texts map[string]Translation) *Catalogue {
	c := &Catalogue{grammar: g, english: English, sentences: map[string]string{}, words: map[string]string{}, said: map[string]string{}, texts: map[string]Translation{}}
	for context, t := range texts {
		fresh := func(english string) bool { return t.English == "" || t.English == english }
		kind, key, _ := strings.Cut(context, ".")
		english, sentence := English.sentences[context]
		switch {
		case t.Own == "":
		case sentence:
			if fresh(english) {
				c.sentences[context] = t.Own
			}
		case kind == "word":
			if english, ok := English.words[key]; !ok || fresh(english) {
				c.words[key] = t.Own
			}
		case kind == "said":
			c.said[t.English] = t.Own
		default:
			c.texts[context] = t
		}
	}
	return c
}

// In returns the translation of a text that stands elsewhere, such as in a book,
// or the text itself. It has no fields.
func (c *Catalogue) In(context, english string) string {
	if t, ok := c.texts[context]; ok && (t.English == "" || t.English == english) {
		return t.Own
	}
	if own, ok := c.sentences[context]; ok {
		return own
	}
	return english
}

// Said returns a text that is an argument of others, such as what a throw looks
// like.
func (c *Catalogue) Said(english string) string { return c.filter(english, "said") }

// Tag returns the tag of the language.
func (c *Catalogue) Tag() string { return c.grammar.Tag }

// And joins a list as the language does.
func (c *Catalogue) And(list []string) string { return c.grammar.And.Join(list) }

// Or joins a list of choices as the language does.
func (c *Catalogue) Or(list []string) string { return c.grammar.Or.Join(list) }
