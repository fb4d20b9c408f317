package main

import (
	"cmp"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"parlour/cabinet"
)

func gamesCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List the games",
		Long: `List the games with their makers, numbers of players, length (the turns of all
players together in games between random players) and how much of the game is luck
(parlour luck --help explains the figure).`,
		Example: "  parlour games",
		Args:    exactly(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "ID\tTITLE\tYEAR\tMAKER\tPLAYERS\tTURNS\tLUCK")
			for _, e := range cabinet.Games() {
				i := &e.Info
				turns, luck := "unknown", "unknown"
				if t := e.Typical; t.Turns > 0 {
					turns = fmt.Sprintf("%.0f ± %.0f", t.Turns, t.SD)
				}
				if e.Luck.Command != "" {
					luck = fmt.Sprintf("%.0f %%", 100*e.Luck.Share)
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", i.ID, i.Title, cmp.Or(i.Year, "undated"), i.Maker, players(i.Players), turns, luck)
			}
			return w.Flush()
		},
	}
}

// players says how many can play: "2", "2 or 4", "2 to 4".
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
