package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"parlour/cabinet"
)

func gamesCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List the games",
		Long: `List the games with their makers, how many may play, how long a game lasts (the
turns of all players together, as random players came to them) and how much of
it is luck (parlour luck --help says what that means).`,
		Example: "  parlour games",
		Args:    exactly(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "ID\tTITLE\tYEAR\tMAKER\tPLAYERS\tTURNS\tLUCK")
			for _, e := range cabinet.Games() {
				i := &e.Info
				year := i.Year
				if year == "" {
					year = "undated"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%.0f ± %.0f\t%.0f %%\n", i.ID, i.Title, year, i.Maker, players(i.Players), e.Typical.Turns, e.Typical.SD, 100*e.Luck.Share)
			}
			return w.Flush()
		},
	}
}

// players writes how many may play, the fewest first: "2", "2 or 4", "2 to 4".
func players(n []int) string {
	n = slices.Sorted(slices.Values(n))
	least, most := n[0], n[len(n)-1]
	switch {
	case least == most:
		return fmt.Sprint(least)
	case len(n) < most-least+1 || len(n) == 2:
		return fmt.Sprintf("%d or %d", least, most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// wrap breaks a text into lines of at most width runes with an indent.
func wrap(text, indent string, width int) string {
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
