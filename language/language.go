// Package language has what Parlour says in other languages than English. The
// English stays where it is used; a translation is kept in PO files, one for each
// language and area, and counts only as long as the English it was made from is
// the same.
//
//	german := language.Match(language.All, "de")
//	fmt.Println(german.Catalogue().Say("over", nil)) // das Spiel ist aus
//
// A language is a folder of PO files below this one, and an entry in the list All.
// Package language/source collects the English texts.
package language

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"parlour/phrase"
)

// A Language is one that Parlour speaks, or will speak.
type Language struct {
	Tag     string         // BCP 47: "de"
	Name    string         // as its speakers call it: "Deutsch"
	Dir     string         // ltr or rtl
	Ready   bool           // whether people are offered it: everything is translated
	Grammar phrase.Grammar // what tables cannot say
	Files   fs.FS          // the PO files: page.po, sentences.po and so on

	load sync.Once
	all  *tables
}

// tables is what the PO files of a language say.
type tables struct {
	catalogue *phrase.Catalogue
	texts     map[string]phrase.Translation // by context
	page      map[string]phrase.Translation // of the page, by key
}

// English is the language that everything is written in first.
var English = &Language{Tag: "en", Name: "English", Dir: "ltr", Ready: true, Grammar: phrase.EnglishGrammar}

// tables reads the PO files. They are part of the program, so a bad one panics.
func (l *Language) tables() *tables {
	l.load.Do(func() {
		t := &tables{catalogue: phrase.English, texts: map[string]phrase.Translation{}, page: map[string]phrase.Translation{}}
		if l.Files != nil {
			entries, err := l.Entries()
			if err != nil {
				panic(fmt.Sprintf("language: %s: %v", l.Tag, err))
			}
			for area, list := range entries {
				into := t.texts
				if area == "page" {
					into = t.page
				}
				for _, e := range list {
					if e.Text != "" && !e.Fuzzy {
						into[e.Context] = phrase.Translation{English: e.English, Own: e.Text}
					}
				}
			}
			t.catalogue = phrase.Translated(l.Grammar, t.texts)
		}
		l.all = t
	})
	return l.all
}

// Entries reads the PO files and returns their entries by area.
func (l *Language) Entries() (map[string][]Entry, error) {
	if l.Files == nil {
		return nil, nil
	}
	names, err := fs.Glob(l.Files, "*.po")
	if err != nil {
		return nil, err
	}
	all, faults := map[string][]Entry{}, []error(nil)
	for _, name := range names {
		data, err := fs.ReadFile(l.Files, name)
		if err == nil {
			all[strings.TrimSuffix(path.Base(name), ".po")], err = ReadPO(string(data))
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	return all, errors.Join(faults...)
}

// Catalogue returns the sentences of the language. Every game must be
// registered before.
func (l *Language) Catalogue() *phrase.Catalogue { return l.tables().catalogue }

// pageText returns a text of the page if its English is still the same.
func (l *Language) pageText(key, english string) (text string, ok bool) {
	t, ok := l.tables().page[key]
	return t.Own, ok && t.English == english
}

// Match returns the language of a list that somebody asks for by tags such as
// "de-AT" or "de_AT.UTF-8", in their order, or nil.
func Match(list []*Language, tags ...string) *Language {
	for _, tag := range tags {
		tag, _, _ = strings.Cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), ".")
		short, _, _ := strings.Cut(tag, "-")
		for _, want := range []string{tag, short} {
			if i := slices.IndexFunc(list, func(l *Language) bool { return strings.ToLower(l.Tag) == want }); i >= 0 {
				return list[i]
			}
		}
	}
	return nil
}

// Accepted returns the tags of the header Accept-Language, the best first.
func Accepted(header string) (tags []string) {
	type choice struct {
		tag string
		q   float64
	}
	var list []choice
	const most = 20 // what follows them is not read
	for part := range strings.SplitSeq(header, ",") {
		tag, params, _ := strings.Cut(part, ";")
		q := 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(value, 64); err != nil {
				q = 0
			}
		}
		if tag = strings.TrimSpace(tag); q > 0 && tag != "" && len(list) < most {
			list = append(list, choice{tag, q})
		}
	}
	slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(b.q, a.q) })
	for _, c := range list {
		tags = append(tags, c.tag)
	}
	return tags
}
