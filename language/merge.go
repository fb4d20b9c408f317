//go:build !js

package language

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"parlour/phrase"
)

// A Source is an English text that can be translated.
type Source struct {
	Context string `json:"context"`
	English string `json:"english"`
	Note    string `json:"note,omitempty"` // for translators, where a word is ambiguous
}

// An Area is the texts of one PO file.
type Area struct {
	Name  string // of the file, without .po
	Texts []Source
}

// Update returns the entries of an area for today's English. Translations are
// kept; those of an English text that has changed become fuzzy.
func Update(area Area, old []Entry) []Entry {
	had := map[string]Entry{}
	for _, e := range old {
		had[e.Context] = e
	}
	list := make([]Entry, len(area.Texts))
	for i, s := range area.Texts {
		e := had[s.Context]
		if e.Text != "" && e.English != s.English {
			e.Fuzzy = true
			if e.Previous == "" {
				e.Previous = e.English
			}
		}
		e.Context, e.English, e.Note = s.Context, s.English, s.Note
		list[i] = e
	}
	return list
}

// A State counts the texts of an area in one language.
type State struct {
	Area    string   `json:"area"`
	Texts   int      `json:"texts"`
	Done    int      `json:"done"`
	Missing []string `json:"missing,omitempty"` // contexts
	Stale   []string `json:"stale,omitempty"`
	Dead    []string `json:"dead,omitempty"` // they have no English text any more
}

// Percent returns the part that is translated. Only a complete area has 100.
func (s *State) Percent() int {
	if s.Texts == 0 {
		return 100
	}
	return 100 * s.Done / s.Texts
}

// Compare compares the entries of an area with today's English.
func Compare(area Area, list []Entry) State {
	s := State{Area: area.Name, Texts: len(area.Texts)}
	have := map[string]Entry{}
	for _, e := range list {
		have[e.Context] = e
	}
	for _, t := range area.Texts {
		switch e := have[t.Context]; {
		case e.Text == "":
			s.Missing = append(s.Missing, t.Context)
		case e.Fuzzy || e.English != t.English:
			s.Stale = append(s.Stale, t.Context)
		default:
			s.Done++
		}
		delete(have, t.Context)
	}
	s.Dead = slices.Sorted(maps.Keys(have))
	return s
}

// Import puts translations, by context, into the entries of an area, and returns
// every fault. A text with a fault is left out.
func Import(l *Language, area Area, list []Entry, texts map[string]string) (out []Entry, faults []string) {
	out = Update(area, list)
	at := map[string]int{}
	for i, e := range out {
		at[e.Context] = i
	}
	for _, context := range slices.Sorted(maps.Keys(texts)) {
		i, ok := at[context]
		if !ok {
			faults = append(faults, fmt.Sprintf("%s: there is no such context in %s", context, area.Name))
			continue
		}
		text := strings.TrimSpace(texts[context])
		if found := Check(l, area.Name, context, out[i].English, text); found != nil {
			for _, f := range found {
				faults = append(faults, context+": "+f)
			}
			continue
		}
		out[i].Text, out[i].Fuzzy, out[i].Previous = text, false, ""
	}
	return out, faults
}

var (
	digits  = regexp.MustCompile(`[0-9]+`)
	clauses = regexp.MustCompile(`\b[a-z-]+/[a-z][a-z-]+\b|\b[a-z-]+=[a-z0-9-]+\b`)
)

// Check compares a translation with its English and returns what is wrong: fields
// that differ, and numbers, squares and ids of rules that are not the same.
func Check(l *Language, area, context, english, text string) (faults []string) {
	if text == "" {
		return []string{"the text is empty"}
	}
	want, got := map[string]bool{}, map[string]bool{}
	for _, f := range phrase.Fields(english) {
		want[single(f.Name)] = true
	}
	for _, f := range phrase.Fields(text) {
		got[single(f.Name)] = true
		if f.Filter == "" || f.Filter == "?" {
			continue
		}
		if fault := checkFilter(l, area, f); fault != "" {
			faults = append(faults, fault)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !got[name] {
			faults = append(faults, fmt.Sprintf("the field {%s} is missing", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if !want[name] {
			faults = append(faults, fmt.Sprintf("the English has no field {%s}", name))
		}
	}
	if strings.Count(text, "{") != strings.Count(text, "}") {
		faults = append(faults, "the braces do not match")
	}
	if strings.HasPrefix(context, "word.") { // forms may say more
		for f := range strings.SplitSeq(text, ";") {
			name, _, _ := strings.Cut(strings.TrimSpace(f), "=")
			if _, taken := l.Grammar.Forms[name]; taken && strings.Contains(f, "=") {
				faults = append(faults, fmt.Sprintf("the form %q is one of people; take another name", name))
			}
		}
		return faults
	}
	if strings.HasPrefix(context, "place.") { // so may those of places, by any name
		return faults
	}
	if a, b := sorted(digits, plain(english)), sorted(digits, plain(text)); !slices.Equal(a, b) {
		faults = append(faults, fmt.Sprintf("the numbers are %v, in English %v", b, a))
	}
	if a, b := sorted(clauses, plain(english)), sorted(clauses, plain(text)); !slices.Equal(a, b) {
		faults = append(faults, fmt.Sprintf("the ids are %v, in English %v", b, a))
	}
	return faults
}

// single treats the fields {piece} and {pieces} as the same: a translation may ask
// for a form of either.
func single(name string) string {
	if name == "pieces" {
		return "piece"
	}
	return name
}

// checkFilter says what is wrong with a filter of a field.
func checkFilter(l *Language, area string, f phrase.Field) string {
	filter, detail, _ := strings.Cut(f.Filter, ":")
	if _, person := l.Grammar.Forms[filter]; area == "page" && filter != "plural" && !person {
		return fmt.Sprintf("texts of the page have no filter %q", f.Filter)
	}
	switch filter {
	case "place", "dice", "points", "or", "said":
		return ""
	case "plural":
		if n := strings.Count(detail, "/"); n < 1 || n > 2 {
			return fmt.Sprintf("{%s|%s} needs two forms with a slash between them", f.Name, f.Filter)
		}
		return ""
	}
	if _, ok := l.Grammar.Forms[strings.ToLower(filter)]; ok {
		return ""
	}
	if detail != "" || !regexp.MustCompile(`^[a-z]+$`).MatchString(filter) {
		return fmt.Sprintf("{%s|%s} is no filter", f.Name, f.Filter)
	}
	return "" // a form of a word
}

// plain returns a text without its fields.
func plain(s string) string {
	var b strings.Builder
	for {
		before, field, after, found := phrase.CutField(s)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if _, other, _, ok := phrase.CutChoice(field); ok {
			b.WriteString(plain(other))
		}
		b.WriteByte(' ')
		s = after
	}
}

// sorted returns all that an expression finds in a text, sorted.
func sorted(r *regexp.Regexp, s string) []string {
	return slices.Sorted(slices.Values(r.FindAllString(s, -1)))
}

// Faults checks every translation that counts, and returns what is wrong.
func Faults(l *Language, area string, list []Entry) (faults []string) {
	for _, e := range list {
		if e.Text == "" || e.Fuzzy {
			continue
		}
		for _, f := range Check(l, area, e.Context, e.English, e.Text) {
			faults = append(faults, e.Context+": "+f)
		}
	}
	return faults
}
