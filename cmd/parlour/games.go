package main

import (
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
				return s.printJSON(cabinet.List())
			}
			return cabinet.WriteList(s.out)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
