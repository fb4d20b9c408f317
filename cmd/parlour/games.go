package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"parlour/cabinet"
)

func gamesCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "games",
		Short: "List the games",
		Long: `List the games with their makers, numbers of players, length (the turns of all
players together in games between random players), how much of the game is luck
(parlour luck --help explains the figure) and the ratings of the levels of programs,
from beginner to expert (parlour ladder --help explains them).`,
		Example: "  parlour games\n  parlour games --json",
		Args:    exactly(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return s.printJSON(listed())
			}
			w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "ID\tTITLE\tYEAR\tMAKER\tPLAYERS\tTURNS\tLUCK\tLEVELS")
			for _, e := range cabinet.Games() {
				i := &e.Info
				turns, luck := "unknown", "unknown"
				if t := e.Typical; t.Turns > 0 {
					turns = fmt.Sprintf("%.0f ± %.0f", t.Turns, t.SD)
				}
				if e.Luck.Command != "" {
					luck = fmt.Sprintf("%.0f %%", 100*e.Luck.Share)
				}
				var levels []string
				for _, l := range rated(e) {
					levels = append(levels, strconv.Itoa(l.Rating))
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", i.ID, i.Title, cmp.Or(i.Year, "undated"), i.Maker, players(i.Players), turns, luck, cmp.Or(strings.Join(levels, " "), "-"))
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// A listedGame is a game of the list in JSON. What is not known is left out.
type listedGame struct {
	ID      string        `json:"id"`
	Title   string        `json:"title"`
	Year    string        `json:"year,omitempty"`
	Maker   string        `json:"maker"`
	Players []int         `json:"players"`
	Turns   float64       `json:"turns,omitempty"` // mean of all players together, among random players
	SD      float64       `json:"sd,omitempty"`    // their standard deviation
	Luck    *float64      `json:"luck,omitempty"`  // from 0 to 1
	Levels  []listedLevel `json:"levels,omitempty"`
}

// A listedLevel is a level of programs. The weakest of every game has the rating 1000.
type listedLevel struct {
	Name   string `json:"name"`
	Rating int    `json:"rating"`
}

// rated returns the levels of a game that were measured, weakest first.
func rated(e *cabinet.Entry) (list []listedLevel) {
	for _, r := range e.Rivals() {
		if r.Rating > 0 {
			list = append(list, listedLevel{r.Level, r.Rating})
		}
	}
	return list
}

func listed() (list []listedGame) {
	for _, e := range cabinet.Games() {
		i := &e.Info
		g := listedGame{ID: i.ID, Title: i.Title, Year: i.Year, Maker: i.Maker, Players: slices.Sorted(slices.Values(i.Players)), Turns: e.Typical.Turns, SD: e.Typical.SD, Levels: rated(e)}
		if e.Luck.Command != "" {
			g.Luck = &e.Luck.Share
		}
		list = append(list, g)
	}
	return list
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
