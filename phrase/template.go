package phrase

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parlour"
)

// A writer fills the fields of one sentence.
type writer struct {
	c     *Catalogue
	args  parlour.Args
	who   map[string]Part
	parts []Part
	last  Part // whom verbs agree with
}

func (w *writer) write(s string) {
	for {
		before, field, after, found := CutField(s)
		w.parts = addText(w.parts, before)
		if !found {
			return
		}
		w.field(field)
		s = after
	}
}

// CutField splits a sentence around its first field, which stands in braces and
// may contain others.
func CutField(s string) (before, field, after string, found bool) {
	before, rest, found := strings.Cut(s, "{")
	if !found {
		return s, "", "", false
	}
	depth := 1
	for i, r := range rest {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return before, rest[:i], rest[i+1:], true
		}
	}
	return before, rest, "", true
}

// cutSlash splits a text at the first slash that is in no braces.
func cutSlash(s string) (other, you string) {
	depth := 0
	for i, r := range s {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		case '/':
			if depth == 0 {
				return strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:])
			}
		}
	}
	return strings.TrimSpace(s), ""
}

// CutChoice splits a field such as "owner? {owner}s Stein / dein Stein" into the
// argument it asks about and its two texts.
func CutChoice(field string) (name, other, you string, ok bool) {
	name, both, ok := strings.Cut(field, "?")
	if !ok || name == "" || strings.ContainsAny(name, "{|/ ") {
		return "", "", "", false
	}
	other, you = cutSlash(both)
	return name, other, you, true
}

func (w *writer) field(field string) {
	if name, other, you, ok := CutChoice(field); ok {
		w.choose(name, other, you)
		return
	}
	if other, you, ok := strings.Cut(field, "/"); ok && !strings.Contains(field, "|") {
		w.last.Text, w.last.You, w.last.Is = other, you, ""
		w.parts = append(w.parts, w.last)
		return
	}
	name, filter, _ := strings.Cut(field, "|")
	if form, ok := w.c.grammar.Forms[strings.ToLower(filter)]; ok {
		w.last = w.person(name, filter, form)
		w.parts = append(w.parts, w.last)
		return
	}
	if strings.HasPrefix(filter, "place") && w.pointOut(w.args[name], filter) {
		return
	}
	w.parts = addText(w.parts, w.c.filter(w.args[name], filter))
}

// pointOut writes a place that people know by more than its number: "Red's start (26)",
// "your start (26)", "the start". The argument "where" has such places: "26=start-of:red
// 24=last-of:red", "0=start". It reports whether this is one of them.
func (w *writer) pointOut(name, filter string) bool {
	_, form, _ := strings.Cut(filter, ":")
	for known := range strings.FieldsSeq(w.args["where"]) {
		if place, word, _ := strings.Cut(known, "="); place == name {
			code, colour, numbered := strings.Cut(word, ":")
			for _, p := range w.c.placeOf(code, colour, form) {
				w.parts = addPart(w.parts, p)
			}
			if numbered {
				w.parts = addText(w.parts, " ("+name+")")
			}
			return true
		}
	}
	return false
}

// placeOf names a place that belongs to a colour.
func (c *Catalogue) placeOf(code, colour, form string) []Part {
	w := writer{c: c, args: parlour.Args{"colour": colour}}
	w.write(FormOf(c.Sentence("place."+code), form))
	return w.parts
}

// whom returns a part about the person or the seat that an argument names.
func (w *writer) whom(name string) (p Part, known bool) {
	if p, known = w.who[name]; !known {
		p = Part{Seat: w.args[name]}
	}
	return p, known
}

// person names somebody.
func (w *writer) person(name, filter string, form Form) Part {
	p, known := w.whom(name)
	p.Is = strings.ToLower(filter)
	p.Text, p.You = form.Of(w.c.Word(w.args[name])), form.You
	if unicode.IsUpper(rune(filter[0])) {
		p.You = upper(p.You)
		if !known || !strings.HasPrefix(form.Plain, "{") { // people write their names as they like
			p.Text = upper(p.Text)
		}
	}
	return p
}

// choose writes one text for a reader whom an argument names, and another for
// all others. The texts may have fields, but of all people they name only this
// one.
func (w *writer) choose(name, other, you string) {
	p, _ := w.whom(name)
	p.Text, p.Is = "", ""
	direct := writer{c: w.c, args: w.args, who: w.who}
	direct.write(you)
	third := writer{c: w.c, args: w.args, who: w.who, last: w.last}
	third.write(other)
	p.You = Text(direct.parts)
	if len(third.parts) == 0 {
		third.parts = []Part{{}}
	}
	for _, t := range third.parts {
		part := p
		part.Text, part.Is = t.Text, t.Is
		w.parts = append(w.parts, part)
		p.You = "" // the first part has said it all
	}
	w.last = p
}

// filter puts an argument into words.
func (c *Catalogue) filter(v, filter string) string {
	filter, detail, _ := strings.Cut(filter, ":")
	switch filter {
	case "":
		return v
	case "place":
		return c.places(v, detail)
	case "dice":
		return c.dice(v)
	case "points":
		return c.Count("points", v)
	case "plural":
		return c.plural(v, detail)
	case "or":
		return c.Or(strings.Split(strings.ReplaceAll(v, " or ", ", "), ", "))
	case "said":
		if own, ok := c.said[v]; ok {
			return own
		}
		list := strings.Split(v, ", ")
		for i, text := range list {
			if own, ok := c.said[text]; ok {
				list[i] = own
			}
		}
		return strings.Join(list, ", ")
	}
	return c.Form(v, filter)
}

// Count counts things, by a sentence such as "count.points".
func (c *Catalogue) Count(thing, n string) string {
	return c.Say("count."+thing, parlour.Args{"n": n})
}

// plural chooses among the forms of a word by a number: "point/points".
func (c *Catalogue) plural(v, forms string) string {
	all := strings.Split(forms, "/")
	n, _ := strconv.Atoi(v)
	switch category := c.grammar.Category(n); {
	case category == "one":
		return all[0]
	case category == "many" && len(all) > 2:
		return all[1]
	}
	return all[len(all)-1]
}

// Form returns a word in one of its forms, or as it is.
func (c *Catalogue) Form(key, form string) string {
	text, ok := c.words[key]
	if !ok && c.english != nil {
		text, ok = c.english.words[key]
	}
	if !ok {
		return key
	}
	return FormOf(text, form)
}

// FormOf finds a form of a word that is written with its forms: "Stein;
// pl=Steine". Without that form it is the word itself.
func FormOf(text, form string) string {
	word, forms, _ := strings.Cut(text, ";")
	for f := range strings.SplitSeq(forms, ";") {
		if name, text, ok := strings.Cut(strings.TrimSpace(f), "="); ok && name == form {
			return text
		}
	}
	return strings.TrimSpace(word)
}

// places puts the code of a place into words if it says little by itself: the
// home of a colour, the squares before it, the finish of a race, the bar. There
// may be a choice of places.
func (c *Catalogue) places(v, form string) string {
	if a, b, several := strings.Cut(v, " or "); several {
		return c.Or([]string{c.place(a, form), c.place(b, "")})
	}
	return c.place(v, form)
}

func (c *Catalogue) place(p, form string) string {
	say := func(code, n string) string { return c.placed("place."+code, n, form) }
	switch p {
	case "":
		return ""
	case "*":
		return say("finish", "")
	case "bar", "off":
		return say(p, "")
	}
	if len(p) < 2 || p[0] < 'A' || p[0] > 'Z' {
		return say("plain", p)
	}
	switch rest := p[1:]; {
	case rest == "*":
		return say("home", "")
	case rest[0] == 'h':
		return say("lane", rest[1:])
	case len(rest) == 1 && 'a' <= rest[0] && rest[0] <= 'd':
		return say("finish-square", rest)
	}
	return say("plain", p)
}

// placed writes a place in a form, such as with the preposition before it.
func (c *Catalogue) placed(code, n, form string) string {
	text := c.Sentence(code)
	if text == "" {
		return n
	}
	return strings.ReplaceAll(FormOf(text, form), "{n}", n)
}

// dice writes a throw as people say it: "6 and 2".
func (c *Catalogue) dice(throw string) string {
	if strings.Trim(throw, "123456") != "" || throw == "" {
		return throw
	}
	return c.And(strings.Split(throw, ""))
}

// A Field says what a sentence needs from its arguments.
type Field struct{ Name, Filter string }

// Fields returns the fields of a sentence in order, without those that are verbs,
// and the fields inside others after these.
func Fields(s string) (fields []Field) {
	for {
		_, field, after, found := CutField(s)
		if !found {
			return fields
		}
		if name, other, you, ok := CutChoice(field); ok {
			fields = append(fields, Field{name, "?"})
			fields = append(fields, Fields(other)...)
			fields = append(fields, Fields(you)...)
		} else if name, filter, ok := strings.Cut(field, "|"); ok || !strings.Contains(field, "/") {
			fields = append(fields, Field{name, filter})
		}
		s = after
	}
}

// Codes returns the codes of all sentences, sorted.
func (c *Catalogue) Codes() []string { return slices.Sorted(maps.Keys(c.sentences)) }

// Keys returns the keys of all words, sorted.
func (c *Catalogue) Keys() []string { return slices.Sorted(maps.Keys(c.words)) }

// Sentence returns the sentence of a code as it is written, with its fields, or "".
func (c *Catalogue) Sentence(code string) string {
	if s, ok := c.sentences[code]; ok || c.english == nil {
		return s
	}
	return c.english.Sentence(code)
}
