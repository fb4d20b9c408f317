package main

import (
	"io"

	"github.com/spf13/cobra"

	"parlour/cabinet"
)

func gamesCommand(s *streams) *cobra.Command {
	var as output
	cmd := &cobra.Command{
		Use:   "games",
		Short: "List the games",
		Long: `List the games with their makers, numbers of players, length (the turns of all
players together in games between random players), how much of the game is luck
(parlour luck --help explains the figure) and the ratings of the levels of programs,
from beginner to expert (parlour ladder --help explains them).`,
		Example: "  parlour games\n  parlour games --json\n  parlour games --csv",
		Args:    exactly(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			list := cabinet.List()
			return as.print(s, list, list, func(w io.Writer) error { return cabinet.WriteList(w, s.words()) })
		},
	}
	as.add(cmd)
	return cmd
}
