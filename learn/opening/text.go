package opening

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"parlour/learn/theory"
)

// WriteTable writes lines as a table with their best replies.
func (b *Book) WriteTable(w io.Writer, lines []*Line) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintf(t, "KEY\tLINE\tBEST\t%s\tNAME\n", strings.ToUpper(b.Unit.Heading))
	for _, l := range lines {
		best := l.Best()
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", l.Key, strings.Join(l.Path, " "), best.Move, b.Value(best.Value), l.Name)
	}
	return t.Flush()
}

// WriteLine writes a line with all its replies.
func (b *Book) WriteLine(w io.Writer, l *Line) error {
	title := strings.Join(l.Path, " ")
	if l.Name != "" {
		title += ", " + l.Name
	}
	fmt.Fprintln(w, title)
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "  move\terror\t%s\t\t", strings.ToLower(b.Unit.Heading))
	seats := b.Game.Info().Seats
	if b.Unit.Parts != nil {
		for _, s := range seats {
			fmt.Fprintf(t, "%s %s\t", s.Letter, strings.Join(b.Unit.Parts, "\t"))
		}
	}
	fmt.Fprintln(t)
	for _, r := range l.Replies {
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\t", r.Move, b.Loss(l, &r), b.Value(r.Value), b.Care(&r))
		for s := range seats {
			for _, part := range r.Parts {
				fmt.Fprintf(t, "%s\t", theory.Percent(part[s], 1))
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// Care says how well the value of a reply is known: "± 0.012", "17 plies".
func (b *Book) Care(r *Reply) string {
	switch {
	case r.Err > 0:
		return "± " + b.Unit.Amount(1.96*r.Err)
	case r.Depth > 0:
		return fmt.Sprintf("%d plies", r.Depth)
	}
	return ""
}

// Source says how the figures were made.
func (b *Book) Source() string {
	return fmt.Sprintf("Values in %s for the player who moves. %s Made on %s by %s.", b.Unit.Name, b.Made.Method, b.Made.Date, b.Made.Command)
}
