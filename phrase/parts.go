package phrase

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlour"
)

// A Part is a piece of a sentence. The texts of all parts together are the
// sentence for a third person. Where a part depends on who reads it, it says
// about whom it is, and what to write instead for a reader who is meant.
type Part struct {
	Text   string `json:"text"`
	You    string `json:"you,omitempty"`    // instead of Text for the reader who is meant
	Is     string `json:"is,omitempty"`     // name if Text names the player, whose if it says what belongs to the player
	Seat   string `json:"seat,omitempty"`   // whom it is about: the name of a seat,
	Chair  int    `json:"chair,omitempty"`  // or the number of a chair, from 1,
	Person int    `json:"person,omitempty"` // or the number of a person
}

// Text returns a sentence for a third person.
func Text(parts []Part) string {
	var b strings.Builder
	for i := range parts {
		b.WriteString(parts[i].Text)
	}
	return b.String()
}

// Parts returns the sentence for a code and leaves open who reads it. Who says
// whom arguments are about that do not name a seat.
func (c *Catalogue) Parts(code string, args parlour.Args, who map[string]Part) []Part {
	s, ok := c.sentences[code]
	if !ok && c.english != nil {
		return c.english.Parts(code, args, who)
	}
	if !ok {
		return []Part{{Text: (&parlour.Refusal{Code: code, Args: args}).Error()}}
	}
	w := writer{c: c, args: args, who: who}
	w.write(s)
	return w.parts
}

// Line returns what an effect does in a few words, for a line that begins with
// the name of the actor: "captures Red's man on 14". Its code is that of the
// effect with "-log"; without such a sentence it is the effect's own sentence,
// less the actor at its beginning.
func (c *Catalogue) Line(family string, e parlour.Effect, colour, actor string) []Part {
	code, args := family+"."+e.Kind, effectArgs(e, colour)
	if c.Has(code + "-log") {
		return c.Parts(code+"-log", args, nil)
	}
	parts := c.Parts(code, args, nil)
	if len(parts) > 1 && parts[0].Is == "name" && parts[0].Seat == actor {
		parts = slices.Clone(parts[1:])
		parts[0].Text = strings.TrimPrefix(parts[0].Text, " ")
		if parts[0].Text == "" {
			parts = parts[1:]
		}
	}
	if len(parts) > 0 && parts[0].You != "" {
		parts = slices.Clone(parts)
		parts[0].You = lower(parts[0].You) // the line has begun already; names keep their capital
	}
	return parts
}

// EffectParts is Effect for a reader who is not known yet.
func (c *Catalogue) EffectParts(family string, e parlour.Effect, colour string) []Part {
	return c.Parts(family+"."+e.Kind, effectArgs(e, colour), nil)
}

// JoinSentences makes each of several texts a sentence and joins them, without
// the last full stop.
func JoinSentences(all [][]Part) (joined []Part) {
	for i, parts := range all {
		if i > 0 {
			joined = addText(joined, ". ")
		}
		for j, p := range parts {
			if j == 0 {
				p.Text, p.You = upper(p.Text), upper(p.You)
			}
			joined = addPart(joined, p)
		}
	}
	return joined
}

// WholeSentence makes a text a sentence with a capital letter and a full stop,
// as Sentence does.
func WholeSentence(parts []Part) []Part {
	joined := JoinSentences([][]Part{parts})
	if text := Text(joined); text != "" && Sentence(text) != text {
		joined = addText(joined, ".")
	}
	return joined
}

// Join joins texts by commas.
func Join(all [][]Part) (joined []Part) {
	for i, parts := range all {
		if i > 0 {
			joined = addText(joined, ", ")
		}
		for _, p := range parts {
			joined = addPart(joined, p)
		}
	}
	return joined
}

func addPart(parts []Part, p Part) []Part {
	if p == (Part{Text: p.Text}) {
		return addText(parts, p.Text)
	}
	return append(parts, p)
}

// addText adds plain text to the last part if that is plain too.
func addText(parts []Part, text string) []Part {
	if text == "" {
		return parts
	}
	if n := len(parts) - 1; n >= 0 && parts[n] == (Part{Text: parts[n].Text}) {
		parts[n].Text += text
		return parts
	}
	return append(parts, Part{Text: text})
}

// Capital makes the first letter of a text a capital.
func Capital(s string) string { return upper(s) }

func upper(s string) string { return first(s, unicode.ToUpper) }

func lower(s string) string { return first(s, unicode.ToLower) }

// first changes the first letter of a text.
func first(s string, change func(rune) rune) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(change(r)) + s[n:]
}
