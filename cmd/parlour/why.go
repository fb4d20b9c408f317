package main

import (
	"errors"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/terminal"
)

func whyCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "why POSITION MOVE",
		Short: "Say what a move does, or why it is not allowed",
		Long: `Say what a legal move does, or why a move is not allowed, by which rule, and what
would be legal instead. The exit code is 1 if the move is not allowed.`,
		Example: `  parlour why 'kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -' '5>9'`,
		Args:    between(2, -1, "POSITION MOVE"),
		RunE: func(_ *cobra.Command, args []string) error {
			last := len(args) - 1
			e, m, err := position(s, args[:last])
			if err != nil {
				return err
			}
			mv, err := m.Parse(args[last])
			if asJSON {
				return errors.Join(s.printAnswer(map[string]string{"position": m.String(), "why": args[last]}), err)
			}
			if err != nil {
				return err
			}
			s.print(s.words().Say("terminal.legal", parlour.Args{"move": m.Text(mv), "does": terminal.Spoken(s.words(), e, m, mv)}))
			return nil
		},
	}
	addJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}
