package rulebook

import (
	"slices"
	"strings"
)

// Words holds the English words around the texts of books, by code. Package
// cabinet adds them to the catalogue of phrases.
var Words = map[string]string{
	"book.says":      "The book says",
	"book.not-in-it": "Not in the book: rules from elsewhere, each with its source",
	"book.elsewhere": "not in the book: {passage}",
	"book.silent":    "Where the book is silent",
	"book.options":   "Options",

	"book.variations": "Variations: each applies only if a table chooses it",
	"book.variation":  "Variation: {name}",
	"book.heading":    "Variation, only if you choose it: {name}",
	"book.unless":     "Unless it is chosen: {text}",
	"book.otherwise":  "Otherwise: {text}",
	"book.option":     "option {option}",

	"book.source":   "Source: {text}",
	"book.decision": "Decision: {text}",
	"book.reason":   "Reason: {text}",
	"book.others":   "Other readings: {text}",
	"book.matters":  "It matters {when}",
	"book.see":      "See {rules}",
	"book.default":  "default {value}",
	"book.from":     "a whole number from {least}",
	"book.from-to":  "{least} to {most}",

	"book.chapter-setting-up": "Setting up",
	"book.chapter-turns":      "Your turn",
	"book.chapter-moving":     "Moving",
	"book.chapter-capturing":  "Capturing",
	"book.chapter-special":    "What is special",
	"book.chapter-ending":     "How it ends",
	"book.chapter-all":        "The rules",

	"book.card-goal":    "The goal",
	"book.card-turn":    "Your turn",
	"book.card-special": "What is special",
	"book.card-ending":  "How it ends",
}

// Say returns words around the texts of the book in its language, with their
// fields filled by pairs of a name and a text.
func (b *Book) Say(code string, fields ...string) string {
	text := Words[code]
	if b != nil && b.say != nil {
		text = b.say(code, text)
	}
	for i := 0; i < len(fields); i += 2 {
		text = strings.ReplaceAll(text, "{"+fields[i]+"}", fields[i+1])
	}
	return text
}

// In returns the book in another language: a copy in which say has replaced each
// text. It is told the context of the text, which is the id of a clause or begins
// with the id of the game, and the English. Ids, options and positions stay, and
// so does the word for a man, which sentences take as an argument.
func (b *Book) In(say func(context, english string) string) *Book {
	out := *b
	out.say = say
	replace := func(text *string, context string) {
		if *text != "" {
			*text = say(context, *text)
		}
	}
	part := func(names ...string) string { return b.ID + "." + strings.Join(names, ".") }
	replace(&out.Title, part("title"))
	replace(&out.Source, part("source"))
	replace(&out.Differs, part("differs"))

	out.Clauses = slices.Clone(b.Clauses)
	for i := range out.Clauses {
		c := &out.Clauses[i]
		replace(&c.Rule, c.ID)
		replace(&c.Passage, c.ID+".passage")
	}
	out.Rulings = slices.Clone(b.Rulings)
	for i := range out.Rulings {
		r := &out.Rulings[i]
		replace(&r.Question, r.ID+".question")
		replace(&r.Decision, r.ID+".decision")
		replace(&r.Reason, r.ID+".reason")
		replace(&r.Others, r.ID+".others")
	}
	out.Variations = slices.Clone(b.Variations)
	for i := range out.Variations {
		v := &out.Variations[i]
		first := strings.Fields(v.Clauses)[0]
		replace(&v.Name, part("variation", first))
		replace(&v.Otherwise, part("variation", first, "otherwise"))
	}
	out.Options = slices.Clone(b.Options)
	for i := range out.Options {
		o := &out.Options[i]
		o.Title = say(part("option", o.Key), o.Named())
		replace(&o.Needs, part("option", o.Key, "needs"))
		o.Values = slices.Clone(o.Values)
		for j := range o.Values {
			v := &o.Values[j]
			replace(&v.Means, part("option", o.Key)+"="+v.Name)
		}
		o.book = &out
	}
	out.Reading = b.Reading
	s := &out.Reading.Summary
	for name, card := range map[string]*Card{"goal": &s.Goal, "turn": &s.Turn, "special": &s.Special, "ending": &s.Ending} {
		replace(&card.Text, part("card", name))
		replace(&card.Figure.Caption, part("card", name, "picture"))
	}
	out.Reading.Chapters = slices.Clone(b.Reading.Chapters)
	for i := range out.Reading.Chapters {
		ch := &out.Reading.Chapters[i]
		replace(&ch.Lead, part("chapter", string(ch.Name)))
		ch.Pages = slices.Clone(ch.Pages)
		for j := range ch.Pages {
			p := &ch.Pages[j]
			replace(&p.Figure.Caption, part("picture", strings.Fields(p.Clauses)[0]))
		}
	}
	return &out
}

// Named returns what the option is called: its title, or its key in words.
func (o *Option) Named() string {
	if o.Title != "" {
		return o.Title
	}
	return strings.ReplaceAll(o.Key, "-", " ")
}
