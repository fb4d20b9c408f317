package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/rulebook"
)

const width = 80 // of texts, in runes

func rulesCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "rules GAME [CLAUSE]",
		Short: "Show the rules of a game, or one of them",
		Long: `Show the rules of a game in plain words: what its book says (clauses), what was
decided where the book is silent (rulings), and the options that switch rulings.
With the id of a clause, a ruling or an option, show only that.`,
		Example: `  parlour rules kleefeld
  parlour rules parker blockade-stops-all
  parlour rules mensch tries`,
		Args: between(1, 2, "GAME [CLAUSE]"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return completeGame(cmd, args, start)
			}
			e := cabinet.ByID(args[0])
			if e == nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var ids []string
			for _, c := range e.Book.Clauses {
				ids = append(ids, bare(c.ID)+"\t"+c.Rule)
			}
			for _, r := range e.Book.Rulings {
				ids = append(ids, bare(r.ID)+"\t"+r.Question)
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			if len(args) == 2 {
				return oneRule(s, e.Book, args[1])
			}
			s.printf("%s\n%s\n\nThe book says\n\n", e.Info.Title, wrap(e.Book.Source, "", width))
			for i := range e.Book.Clauses {
				clause(s, &e.Book.Clauses[i])
			}
			s.printf("\nWhere the book is silent\n\n")
			for i := range e.Book.Rulings {
				ruling(s, &e.Book.Rulings[i])
			}
			s.printf("\nOptions\n\n")
			for i := range e.Book.Options {
				option(s, &e.Book.Options[i])
			}
			return nil
		},
	}
}

// bare takes the game off an id.
func bare(id string) string { return id[strings.IndexByte(id, '/')+1:] }

func oneRule(s *streams, b *rulebook.Book, id string) error {
	found := false
	if c := b.Clause(id); c != nil {
		clause(s, c)
		found = true
	}
	if r := b.Ruling(id); r != nil {
		ruling(s, r)
		found = true
	}
	if o := b.Option(id); o != nil {
		option(s, o)
		found = true
	}
	if found {
		return nil
	}
	return fmt.Errorf("%s has no clause, ruling or option %q; parlour rules %s lists them", b.ID, id, b.ID)
}

func clause(s *streams, c *rulebook.Clause) {
	s.printf("[%s]\n%s\n%s\n", c.ID, wrap(c.Rule, "  ", width), wrap("Source: "+c.Passage, "  ", width))
}

func ruling(s *streams, r *rulebook.Ruling) {
	s.printf("[%s]\n%s\n%s\n", r.ID, wrap(r.Question, "  ", width), wrap("Decision: "+r.Decision, "  ", width))
	if r.Reason != "" {
		s.print(wrap("Reason: "+r.Reason, "  ", width))
	}
	if r.Others != "" {
		s.print(wrap("Other readings: "+r.Others, "  ", width))
	}
}

func option(s *streams, o *rulebook.Option) {
	s.printf("%s (default %s", o.Key, o.Default)
	if o.Max != 0 {
		s.printf("; %s", o.Names())
	}
	s.printf(")\n")
	for _, v := range o.Values {
		s.print(wrap(v.Name+": "+v.Means, "  ", width))
	}
	if o.Needs != "" {
		s.print(wrap("It matters "+o.Needs, "  ", width))
	}
	if len(o.Rulings) > 0 {
		s.print(wrap("See "+strings.Join(o.Rulings, ", "), "  ", width))
	}
}
