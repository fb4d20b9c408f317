// Package source collects the English texts that can be translated, from the data
// that speaks: the catalogue of phrases, the books, the lessons and the page.
//
//	for _, area := range source.Areas() {
//		fmt.Println(area.Name, len(area.Texts))
//	}
package source

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/draw/term"
	"parlour/language"
	"parlour/learn/theory"
	"parlour/phrase"
	"parlour/web/page"
)

// Page is the area of the page's own texts.
const Page = "page"

// Areas returns every text by the file that its translations are in.
func Areas() []language.Area {
	areas := []language.Area{{Name: Page}, {Name: "sentences"}}
	for _, t := range page.Texts() {
		areas[0].Texts = append(areas[0].Texts, language.Source{Context: t.Key, English: t.English, Note: notes["page:"+t.Key]})
	}
	lessons := language.Area{Name: "lessons"}
	for _, code := range phrase.English.Codes() {
		text := language.Source{Context: code, English: phrase.English.Sentence(code), Note: noteOf(code)}
		if strings.HasPrefix(code, "lesson.") {
			lessons.Texts = append(lessons.Texts, text)
		} else {
			areas[1].Texts = append(areas[1].Texts, text)
		}
	}
	areas[1].Texts = append(areas[1].Texts, words()...)
	areas[1].Texts = append(areas[1].Texts, said()...)
	for _, e := range cabinet.Games() {
		area := language.Area{Name: "rules-" + e.Info.ID}
		seen := map[string]bool{}
		add := func(context, english string) string {
			if !seen[context] && !strings.HasPrefix(context, "book.") {
				seen[context] = true
				area.Texts = append(area.Texts, language.Source{Context: context, English: english, Note: noteOf(context)})
			}
			return english
		}
		e.Book.In(add)
		for _, x := range e.Examples() {
			add(x.Context(), x.Note)
		}
		for _, t := range e.OpeningTexts() {
			add(t.Context, t.English)
		}
		slices.SortStableFunc(area.Texts, func(a, b language.Source) int {
			return cmp.Compare(order(a.Context), order(b.Context))
		})
		areas = append(areas, area)
	}
	return append(areas, lessons)
}

// english is every English text by context: those of the page, and all others.
var english = sync.OnceValues(func() (ofPage, others map[string]string) {
	ofPage, others = map[string]string{}, map[string]string{}
	for _, a := range Areas() {
		into := others
		if a.Name == Page {
			into = ofPage
		}
		for _, t := range a.Texts {
			into[t.Context] = t.English
		}
	}
	return ofPage, others
})

// Files returns what a page loads of a language: the texts of the page itself, and
// those of the program for tables on a device.
func Files(l *language.Language) (ofPage, ofProgram []byte) {
	texts, others := english()
	return l.Page(texts), l.Words(func(context, was string) bool { return others[context] == was })
}

// order keeps the texts of cards, which a book has in a map, in one order.
func order(context string) string {
	if _, rest, ok := strings.Cut(context, ".card."); ok {
		return rest
	}
	return ""
}

// words returns the words that sentences take as arguments. A translation may
// have forms: "Stein; pl=Steine".
func words() (list []language.Source) {
	for _, key := range phrase.English.Keys() {
		list = append(list, language.Source{Context: "word." + key, English: phrase.English.Word(key), Note: cmp.Or(notes["word."+key], "A colour or a seat, as the name of a player; forms may follow for the colour of a thing")})
	}
	seen := map[string]bool{}
	add := func(key, note string) {
		if !seen[key] {
			seen[key] = true
			list = append(list, language.Source{Context: "word." + key, English: key, Note: note})
		}
	}
	for _, e := range cabinet.Games() {
		one, _ := e.Book.Man()
		add(one, "A piece of a game: the argument {piece}. Add the forms that your sentences ask for, the plural among them")
	}
	for _, level := range append([]string{"random", "greedy"}, bot.Levels...) {
		add(level, "A level of bots, as a name: the argument {level}. Ask for it by {level|word}; on the page it is in a sentence such as \"{level} bot\"")
	}
	add("king", "A piece of checkers: the argument {piece}. It needs the same forms as man")
	for _, verdict := range []string{"wins", "loses", "ties"} {
		add(verdict, "What a tile does that meets another: the argument {verdict}")
	}
	return list
}

// slug makes a text a part of a context.
func slug(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "-") }

// said returns the texts that are arguments of sentences: what a throw and what a
// move look like, and what values are.
func said() (list []language.Source) {
	seen := map[string]bool{}
	add := func(context, english string) {
		if english != "" && !seen[english] {
			seen[english] = true
			list = append(list, language.Source{Context: "said." + context, English: english, Note: noteOfSaid(context)})
		}
	}
	for _, d := range []parlour.Dice{parlour.OneDie, parlour.TwoDice, parlour.OneEach} {
		add("dice-"+d.String(), d.Form())
	}
	for _, d := range parlour.Decks() {
		add("dice-"+strings.ReplaceAll(d.String(), " ", "-"), d.Form())
	}
	for _, e := range cabinet.Games() {
		add("form-"+e.Info.ID, e.Info.Form)
	}
	for _, f := range cabinet.Formats() {
		add("format-"+f.Name, f.Title)
	}
	for _, e := range cabinet.Games() {
		for _, f := range e.Foreign {
			add("notation-"+slug(f.Name), f.Name)
		}
		for _, words := range e.BoardWords() {
			add("board-"+slug(words), words)
		}
		for _, t := range e.Habit.Tables {
			add("table-"+slug(t.Name), t.Name)
		}
	}
	for _, words := range cabinet.FaultWords() {
		add("file-"+slug(words), words)
	}
	for _, means := range term.Means() {
		add("mark-"+slug(means), means)
	}
	units := []*theory.Unit{theory.Chances}
	for _, e := range cabinet.Games() {
		units = append(units, e.Units...)
	}
	for _, u := range units {
		name := "unit-" + strings.ToLower(u.Heading)
		add(name, u.Heading)
		add(name+"-about", u.About)
		for _, part := range u.Parts {
			add("part-"+part, part)
		}
		for _, tick := range u.Ticks {
			if !strings.ContainsAny(tick.Text, "0123456789") {
				add("tick-"+tick.Text, tick.Text)
			}
		}
	}
	return list
}
