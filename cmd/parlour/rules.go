package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/phrase"
)

func rulesCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rules GAME [CLAUSE]",
		Short: "Show the rules of a game, or one of them",
		Long: `Show the rules of a game in plain words: what its book says (clauses), what we
decided where the book is silent (rulings), and the options that change rulings.
With the id of a clause, a ruling or an option, show only that.`,
		Example: `  parlour rules kleefeld
  parlour rules parker blockade-stops-all
  parlour rules mensch tries
  parlour rules mensch --json`,
		Args:              between(1, 2, "GAME [CLAUSE]"),
		ValidArgsFunction: completeRule,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			book := e.Book
			if len(args) == 2 {
				id := strings.ToLower(args[1])
				if book = book.Part(id); book == nil || !asJSON {
					return writeRule(s, e, id)
				}
			}
			if asJSON {
				return s.printJSON(book)
			}
			s.print(e.Title(s.words()))
			e.BookIn(s.words()).WriteText(s.out)
			return nil
		},
	}
	addJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}

// writeRule writes what the book has under an id. If there is nothing, the error
// names what was probably meant.
func writeRule(s *streams, e *cabinet.Entry, id string) error {
	err := e.BookIn(s.words()).WriteRule(s.out, id)
	if err == nil {
		return nil
	}
	var ids []string
	for _, line := range rules(e) {
		ids = append(ids, line[0])
	}
	if like := phrase.Suggest(bare(id), ids); len(like) > 0 {
		return fmt.Errorf("%s has no clause, ruling or option %q; did you mean %s?", e.Info.ID, id, phrase.English.Or(like))
	}
	return err
}

// bare returns the id of a rule without that of its book.
func bare(id string) string { return id[strings.IndexByte(id, '/')+1:] }

// rules returns the bare id of each clause and ruling of a game, and what it is about.
func rules(e *cabinet.Entry) (list [][2]string) {
	for _, c := range e.Book.Clauses {
		list = append(list, [2]string{bare(c.ID), c.Rule})
	}
	for _, r := range e.Book.Rulings {
		list = append(list, [2]string{bare(r.ID), r.Question})
	}
	return list
}

// completeRule offers the game, then its clauses and rulings.
func completeRule(cmd *cobra.Command, args []string, text string) (ids []string, _ cobra.ShellCompDirective) {
	if len(args) != 1 {
		return completeGame(cmd, args, text)
	}
	if e := cabinet.ByID(args[0]); e != nil {
		for _, line := range rules(e) {
			ids = append(ids, line[0]+"\t"+line[1])
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
