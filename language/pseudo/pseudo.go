// Package pseudo makes languages that nobody speaks, for tests: English with
// accents and 40 % longer, and English from right to left. What is not in them on a
// page was not taken from the catalogue, and what does not fit in them will not fit
// in a language either.
//
//	server := web.New(web.Config{Hall: hall, Languages: pseudo.All()})
package pseudo

import (
	"strings"
	"testing/fstest"
	"unicode"

	"parlour/language"
	"parlour/language/source"
	"parlour/phrase"
)

// All returns English and the two languages.
func All() []*language.Language {
	return []*language.Language{language.English, made("en-XA", "Accents", "ltr", accented), made("ar-XB", "Right to left", "rtl", turned)}
}

// made makes a language of a function that changes plain text.
func made(tag, name, dir string, change func(string) string) *language.Language {
	g := phrase.EnglishGrammar
	g.Tag = tag
	l := &language.Language{Tag: tag, Name: name, Dir: dir, Ready: true, Grammar: g}
	files := fstest.MapFS{}
	for _, a := range source.Areas() {
		list := make([]language.Entry, len(a.Texts))
		for i, t := range a.Texts {
			list[i] = language.Entry{Context: t.Context, English: t.English, Text: outside(t.English, change)}
		}
		files[a.Name+".po"] = &fstest.MapFile{Data: []byte(language.WritePO(l, list))}
	}
	l.Files = files
	return l
}

// outside changes a text but for its fields.
func outside(text string, change func(string) string) string {
	var b strings.Builder
	for {
		before, field, after, found := phrase.CutField(text)
		if strings.TrimSpace(before) != "" {
			before = change(before)
		}
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("{" + field + "}")
		text = after
	}
}

var accents = strings.NewReplacer("a", "å", "e", "é", "i", "î", "o", "ö", "u", "û", "A", "Å", "E", "É", "I", "Î", "O", "Ö", "U", "Û", "n", "ñ", "c", "ç", "y", "ý")

// accented returns a text with accents, longer by two fifths.
func accented(s string) string {
	more := []rune(strings.Repeat(" ~~~~", (2*len([]rune(s))+24)/25))
	if strings.HasSuffix(s, " ") {
		return accents.Replace(s) + strings.TrimSpace(string(more)) + " "
	}
	return accents.Replace(s) + string(more)
}

// turned returns the words of a text from right to left.
func turned(s string) string {
	var b strings.Builder
	for i, word := range strings.Split(s, " ") {
		if i > 0 {
			b.WriteByte(' ')
		}
		if strings.ContainsFunc(word, unicode.IsLetter) {
			word = "\u202e" + word + "\u202c" // what stands between them is written from right to left
		}
		b.WriteString(word)
	}
	return b.String()
}
