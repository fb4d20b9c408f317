package rulebook

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes the book for people who read it in a terminal: its clauses,
// rulings and options.
func (b *Book) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s\n\nThe book says\n\n", wrap(b.Source, ""))
	b.writeClauses(w, true)
	if b.Printed != nil {
		fmt.Fprintf(w, "\nNot in the book: rules from elsewhere, each with its source\n\n")
		b.writeClauses(w, false)
	}
	b.writeVariations(w)
	fmt.Fprintf(w, "\nWhere the book is silent\n\n")
	for i := range b.Rulings {
		b.Rulings[i].writeText(w)
	}
	fmt.Fprintf(w, "\nOptions\n\n")
	for i := range b.Options {
		b.Options[i].writeText(w)
	}
}

// writeClauses writes the clauses that always apply: those that are printed in the
// book, or the others.
func (b *Book) writeClauses(w io.Writer, printed bool) {
	for i := range b.Clauses {
		if c := &b.Clauses[i]; b.Prints(c) == printed && b.Variation(c.ID) == nil {
			c.writeText(w)
		}
	}
}

// writeVariations writes each variation with its clauses.
func (b *Book) writeVariations(w io.Writer) {
	if len(b.Variations) == 0 {
		return
	}
	fmt.Fprintf(w, "\nVariations: each applies only if a table chooses it\n\n")
	for i := range b.Variations {
		v := &b.Variations[i]
		v.writeText(w)
		for j := range b.Clauses {
			if c := &b.Clauses[j]; b.Variation(c.ID) == v {
				c.writeText(w)
			}
		}
	}
}

func (v *Variation) writeText(w io.Writer) {
	title := v.Name
	if choice := v.Choice(); choice != "" {
		title += " (" + choice + ")"
	}
	fmt.Fprintf(w, "%s\n%s\n", wrap("Variation: "+title, ""), wrap("Unless it is chosen: "+v.Otherwise, "  "))
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
			v.writeText(w)
		}
		c.writeText(w)
	}
	if r != nil {
		r.writeText(w)
	}
	if o != nil {
		o.writeText(w)
	}
	return nil
}

func (c *Clause) writeText(w io.Writer) {
	fmt.Fprintf(w, "[%s]\n%s\n%s\n", c.ID, wrap(c.Rule, "  "), wrap("Source: "+c.Passage, "  "))
}

func (r *Ruling) writeText(w io.Writer) {
	fmt.Fprintf(w, "[%s]\n%s\n%s\n", r.ID, wrap(r.Question, "  "), wrap("Decision: "+r.Decision, "  "))
	if r.Reason != "" {
		fmt.Fprintln(w, wrap("Reason: "+r.Reason, "  "))
	}
	if r.Others != "" {
		fmt.Fprintln(w, wrap("Other readings: "+r.Others, "  "))
	}
}

func (o *Option) writeText(w io.Writer) {
	fmt.Fprintf(w, "%s (default %s", o.Key, o.Default)
	if o.Max != 0 {
		fmt.Fprintf(w, "; %s", o.Names())
	}
	fmt.Fprintln(w, ")")
	for _, v := range o.Values {
		fmt.Fprintln(w, wrap(v.Name+": "+v.Means, "  "))
	}
	if o.Needs != "" {
		fmt.Fprintln(w, wrap("It matters "+o.Needs, "  "))
	}
	if len(o.Rulings) > 0 {
		fmt.Fprintln(w, wrap("See "+strings.Join(o.Rulings, ", "), "  "))
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
