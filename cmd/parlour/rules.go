package main

import (
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
)

func rulesCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "rules GAME [CLAUSE]",
		Short: "Show the rules of a game, or one of them",
		Long: `Show the rules of a game in plain words: what its book says (clauses), what we
decided where the book is silent (rulings), and the options that change rulings.
With the id of a clause, a ruling or an option, show only that.`,
		Example: `  parlour rules kleefeld
  parlour rules parker blockade-stops-all
  parlour rules mensch tries`,
		Args:              between(1, 2, "GAME [CLAUSE]"),
		ValidArgsFunction: completeRule,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			if len(args) == 2 {
				return e.Book.WriteRule(s.out, args[1])
			}
			s.print(e.Info.Title)
			e.Book.WriteText(s.out)
			return nil
		},
	}
}

// completeRule offers the game, then its clauses and rulings.
func completeRule(cmd *cobra.Command, args []string, text string) (ids []string, _ cobra.ShellCompDirective) {
	if len(args) != 1 {
		return completeGame(cmd, args, text)
	}
	bare := func(id string) string { return id[strings.IndexByte(id, '/')+1:] }
	if e := cabinet.ByID(args[0]); e != nil {
		for _, c := range e.Book.Clauses {
			ids = append(ids, bare(c.ID)+"\t"+c.Rule)
		}
		for _, r := range e.Book.Rulings {
			ids = append(ids, bare(r.ID)+"\t"+r.Question)
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
