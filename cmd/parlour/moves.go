package main

import (
	"github.com/spf13/cobra"

	"parlour"
	"parlour/cabinet"
)

func movesCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "moves POSITION",
		Short: "List the legal moves of a position",
		Long: `List the legal moves of a position in canonical order, one per line. If a throw is
due or the game is over, list nothing and say so on standard error.`,
		Example: `  parlour moves 'kleefeld G:-,-,-,5/Y:-,-,-,- G 6 - run=1'
  parlour moves checkers
  parlour new checkers | parlour moves -
  parlour moves B:W21-32:B1-12 --json`,
		Args: between(1, -1, "POSITION"),
		RunE: func(_ *cobra.Command, args []string) error {
			_, m, err := position(s, args)
			if err != nil {
				return err
			}
			if asJSON {
				return s.printAnswer(map[string]string{"position": m.String()})
			}
			for _, mv := range m.Moves() {
				s.print(m.Text(mv))
			}
			if m.Turn().Needs() != parlour.NeedMove {
				_, err = s.err.Write([]byte(cabinet.Stands(s.words(), m) + "\n"))
			}
			return err
		},
	}
	addJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}
