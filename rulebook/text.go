package rulebook

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes the book for people who read it in a terminal: its clauses,
// rulings and options.
func (b *Book) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s\n\n%s\n\n", wrap(b.Source, ""), b.Say("book.says"))
	b.writeClauses(w, true)
	if b.Printed != nil {
		fmt.Fprintf(w, "\n%s\n\n", b.Say("book.not-in-it"))
		b.writeClauses(w, false)
	}
	b.writeVariations(w)
	fmt.Fprintf(w, "\n%s\n\n", b.Say("book.silent"))
	for i := range b.Rulings {
		b.writeRuling(w, &b.Rulings[i])
	}
	fmt.Fprintf(w, "\n%s\n\n", b.Say("book.options"))
	for i := range b.Options {
		b.writeOption(w, &b.Options[i])
	}
}

// writeClauses writes the clauses that always apply: those that are printed in the
// book, or the others.
func (b *Book) writeClauses(w io.Writer, printed bool) {
	for i := range b.Clauses {
		if c := &b.Clauses[i]; b.Prints(c) == printed && b.Variation(c.ID) == nil {
			b.writeClause(w, c)
		}
	}
}

// writeVariations writes each variation with its clauses.
func (b *Book) writeVariations(w io.Writer) {
	if len(b.Variations) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n\n", b.Say("book.variations"))
	for i := range b.Variations {
		v := &b.Variations[i]
		b.writeVariation(w, v)
		for j := range b.Clauses {
			if c := &b.Clauses[j]; b.Variation(c.ID) == v {
				b.writeClause(w, c)
			}
		}
	}
}

func (b *Book) writeVariation(w io.Writer, v *Variation) {
	title := v.Name
	if choice := b.Choice(v); choice != "" {
		title += " (" + choice + ")"
	}
	fmt.Fprintf(w, "%s\n%s\n", wrap(b.Say("book.variation", "name", title), ""), wrap(b.Say("book.unless", "text", v.Otherwise), "  "))
}

// WriteRule writes the clause, the ruling and the option with an id, whichever
// there are.
func (b *Book) WriteRule(w io.Writer, id string) error {
	c, r, o := b.Clause(id), b.Ruling(id), b.Option(id)
	if c == nil && r == nil && o == nil {
		return fmt.Errorf("%s has no clause, ruling or option %q; parlour rules %s lists them", b.ID, id, b.ID)
	}
	if c != nil {
		if v := b.Variation(c.ID); v != nil {
			b.writeVariation(w, v)
		}
		b.writeClause(w, c)
	}
	if r != nil {
		b.writeRuling(w, r)
	}
	if o != nil {
		b.writeOption(w, o)
	}
	return nil
}

func (b *Book) writeClause(w io.Writer, c *Clause) {
	fmt.Fprintf(w, "[%s]\n%s\n%s\n", c.ID, wrap(c.Rule, "  "), wrap(b.Say("book.source", "text", c.Passage), "  "))
}

func (b *Book) writeRuling(w io.Writer, r *Ruling) {
	fmt.Fprintf(w, "[%s]\n%s\n%s\n", r.ID, wrap(r.Question, "  "), wrap(b.Say("book.decision", "text", r.Decision), "  "))
	if r.Reason != "" {
		fmt.Fprintln(w, wrap(b.Say("book.reason", "text", r.Reason), "  "))
	}
	if r.Others != "" {
		fmt.Fprintln(w, wrap(b.Say("book.others", "text", r.Others), "  "))
	}
}

func (b *Book) writeOption(w io.Writer, o *Option) {
	fmt.Fprintf(w, "%s (%s", o.Key, b.Say("book.default", "value", o.Default))
	if o.Max != 0 {
		fmt.Fprintf(w, "; %s", o.Names())
	}
	fmt.Fprintln(w, ")")
	for _, v := range o.Values {
		fmt.Fprintln(w, wrap(v.Name+": "+v.Means, "  "))
	}
	if o.Needs != "" {
		fmt.Fprintln(w, wrap(b.Say("book.matters", "when", o.Needs), "  "))
	}
	if len(o.Rulings) > 0 {
		fmt.Fprintln(w, wrap(b.Say("book.see", "rules", strings.Join(o.Rulings, ", ")), "  "))
	}
}

// wrap breaks a text into indented lines of at most 80 runes.
func wrap(text, indent string) string {
	const width = 80
	var b strings.Builder
	n := 0
	for word := range strings.FieldsSeq(text) {
		l := len([]rune(word))
		switch {
		case n == 0:
			b.WriteString(indent)
			n = len(indent)
		case n+1+l > width:
			b.WriteString("\n" + indent)
			n = len(indent)
		default:
			b.WriteByte(' ')
			n++
		}
		b.WriteString(word)
		n += l
	}
	return b.String()
}
