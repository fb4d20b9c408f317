package opening

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteTable writes lines as a table with their best replies.
func (b *Book) WriteTable(w io.Writer, lines []*Line) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintf(t, "KEY\tLINE\tBEST\t%s\tNAME\n", strings.ToUpper(b.Unit))
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
	for _, r := range l.Replies {
		fmt.Fprintf(t, "  %s\t%s\t%s\t\n", r.Move, b.Value(r.Value), b.Care(&r))
	}
	return t.Flush()
}

// Care says how well the value of a reply is known: "± 0.012", "17 plies".
func (b *Book) Care(r *Reply) string {
	switch {
	case r.Err > 0:
		return fmt.Sprintf("± %.*f", b.Digits, 1.96*r.Err)
	case r.Depth > 0:
		return fmt.Sprintf("%d plies", r.Depth)
	}
	return ""
}

// Source says how the figures were made.
func (b *Book) Source() string {
	return fmt.Sprintf("Values in %s for the player who moves. %s Made on %s by %s.", b.Unit, b.Made.Method, b.Made.Date, b.Made.Command)
}
