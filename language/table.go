package language

import (
	"encoding/json"
	"maps"
	"strings"

	"parlour/phrase"
)

// A table is a language as a program is handed it that has no PO files. Texts
// whose English has changed are not in it.
type table struct {
	Tag     string            `json:"tag"`
	Name    string            `json:"name"`
	Dir     string            `json:"dir"`
	Grammar phrase.Grammar    `json:"grammar"`
	Texts   map[string]string `json:"texts"`
	Said    map[string]string `json:"said"` // texts that are arguments, by their English
}

// Words returns everything but the texts of the page, for [Read]. Fresh reports
// whether the English of a context is still what a translation was made from.
func (l *Language) Words(fresh func(context, english string) bool) []byte {
	t := table{Tag: l.Tag, Name: l.Name, Dir: l.Dir, Grammar: l.Grammar, Texts: map[string]string{}, Said: map[string]string{}}
	for context, text := range l.tables().texts {
		switch {
		case !fresh(context, text.English):
		case strings.HasPrefix(context, "said."):
			t.Said[text.English] = text.Own
		default:
			t.Texts[context] = text.Own
		}
	}
	return encode(t)
}

// Read returns a language that Words has written.
func Read(data []byte) (*Language, error) {
	var t table
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, err
	}
	texts := map[string]phrase.Translation{}
	for context, own := range t.Texts {
		texts[context] = phrase.Translation{Own: own}
	}
	for english, own := range t.Said {
		texts["said."+english] = phrase.Translation{English: english, Own: own}
	}
	l := &Language{Tag: t.Tag, Name: t.Name, Dir: t.Dir, Ready: true, Grammar: t.Grammar}
	l.load.Do(func() { l.all = &tables{catalogue: phrase.Translated(t.Grammar, texts), texts: texts} })
	return l, nil
}

// Page returns what the page needs to speak the language: its texts, the words for
// colours and levels, and how sentences name people. The texts are English by key.
func (l *Language) Page(english map[string]string) []byte {
	t := struct {
		Tag   string                 `json:"tag"`
		Texts map[string]string      `json:"texts"`
		Words map[string]string      `json:"words"`
		Forms map[string]phrase.Form `json:"forms"`
	}{l.Tag, map[string]string{}, map[string]string{}, maps.Clone(l.Grammar.Forms)}
	for key, text := range english {
		if own, ok := l.pageText(key, text); ok {
			t.Texts[key] = own
		}
	}
	for context, text := range l.tables().texts {
		if key, ok := strings.CutPrefix(context, "word."); ok {
			t.Words[key] = phrase.FormOf(text.Own, "")
		}
	}
	return encode(t)
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts can always be written
	}
	return data
}
