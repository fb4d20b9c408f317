package cabinet

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"parlour"
	"parlour/board"
	"parlour/phrase"
	"parlour/rulebook"
)

// A bookKey names a book in a language.
type bookKey struct {
	book *rulebook.Book
	lang *phrase.Catalogue
}

// translated keeps the books in other languages, which take a while to make.
var translated sync.Map // *rulebook.Book by bookKey

// BookIn returns the game's book in a language. Nobody changes it.
func (e *Entry) BookIn(lang *phrase.Catalogue) *rulebook.Book {
	if lang == phrase.English {
		return e.Book
	}
	key := bookKey{e.Book, lang}
	if b, ok := translated.Load(key); ok {
		return b.(*rulebook.Book)
	}
	b, _ := translated.LoadOrStore(key, e.Book.In(lang.In))
	return b.(*rulebook.Book)
}

// BoardWords returns the words that are printed on the game's board.
func (e *Entry) BoardWords() (words []string) {
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		return nil
	}
	for _, d := range e.Board(m).Decor {
		if d.Words != "" {
			words = append(words, d.Words)
		}
	}
	return words
}

// BoardIn returns the board of a match with its words in a language.
func (e *Entry) BoardIn(lang *phrase.Catalogue, m parlour.Match) *board.Board {
	b := e.Board(m)
	if lang == phrase.English {
		return b
	}
	own := *b
	own.Decor = slices.Clone(b.Decor)
	for i := range own.Decor {
		d := &own.Decor[i]
		d.Text = strings.Replace(d.Text, d.Words, lang.Said(d.Words), 1)
	}
	return &own
}

// ownWords returns what people read of the game on the shelf, by code.
func (e *Entry) ownWords() map[string]string {
	words := map[string]string{}
	for name, text := range map[string]string{"title": e.Info.Title, "says": e.Lid.Says, "no-levels": e.NoLevels} {
		if text != "" {
			words[e.ownCode(name)] = text
		}
	}
	return words
}

func (e *Entry) ownCode(name string) string { return "game." + e.Info.ID + "." + name }

// Title returns the name of the game.
func (e *Entry) Title(lang *phrase.Catalogue) string { return lang.Sentence(e.ownCode("title")) }

// Says returns what the game is and what you do in it, in one sentence, or "".
func (e *Entry) Says(lang *phrase.Catalogue) string { return lang.Sentence(e.ownCode("says")) }

// WhyNoLevels says why there are no levels, "" if there are some.
func (e *Entry) WhyNoLevels(lang *phrase.Catalogue) string {
	return lang.Sentence(e.ownCode("no-levels"))
}

// Made returns who made the game, and when, as a line below its title.
func (e *Entry) Made(lang *phrase.Catalogue) string {
	made := phrase.Capital(lang.Maker(e.Info.Maker))
	if e.Info.Maker == "" || e.Info.Maker == "unknown" {
		made = phrase.Capital(lang.Say("game.maker-unknown", nil))
	}
	if e.Info.Year != "" {
		made += ", " + lang.Year(e.Info.Year)
	}
	return made
}

// HowMany says how many people can play: "2", "2 or 4", "2 to 4".
func (e *Entry) HowMany(lang *phrase.Catalogue) string {
	n := slices.Sorted(slices.Values(e.Info.Players))
	least, most := n[0], n[len(n)-1]
	args := parlour.Args{"least": strconv.Itoa(least), "most": strconv.Itoa(most)}
	switch {
	case least == most:
		return args["least"]
	case len(n) > 2 && len(n) == most-least+1:
		return lang.Say("game.players-to", args)
	}
	return lang.Say("game.players-or", args)
}

// NoteIn returns the note of an example in a language.
func (x *Example) NoteIn(lang *phrase.Catalogue) string { return lang.In(x.Context(), x.Note) }

// OpeningText is a text of a book of openings that can be translated.
type OpeningText struct{ Context, English string }

// OpeningTexts returns the texts of the game's book of openings: its title, what it
// is about, its unit, how it was made, and its groups. Names of openings stay.
func (e *Entry) OpeningTexts() (list []OpeningText) {
	b := e.Openings()
	if b == nil {
		return nil
	}
	for _, t := range []OpeningText{{"title", b.Title}, {"about", b.About}, {"unit", b.Unit.Name}, {"method", b.Made.Method}} {
		list = append(list, OpeningText{e.openingContext(t.Context), t.English})
	}
	seen := map[string]bool{"": true}
	for _, l := range b.Roots() {
		if !seen[l.Group] {
			seen[l.Group] = true
			list = append(list, OpeningText{e.openingContext("group." + l.Group), l.Group})
		}
	}
	for _, x := range e.Endgames() {
		list = append(list, OpeningText{e.openingContext("endgame." + x.Name), x.Name})
	}
	return list
}

func (e *Entry) openingContext(name string) string { return e.Info.ID + ".openings." + name }

// OpeningsIn returns a text of the game's book of openings in a language.
func (e *Entry) OpeningsIn(lang *phrase.Catalogue, name, english string) string {
	return lang.In(e.openingContext(name), english)
}
