package main

import "github.com/spf13/cobra"

func newCommand(s *streams) *cobra.Command {
	var f setupFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "new GAME",
		Short: "Set up a game and print its position",
		Example: `  parlour new kleefeld --players 2 --option jump=off
  parlour new mensch --seats 1212
  parlour new contact --mode pairs
  parlour new backgammon --preset 1928`,
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			m, err := f.match(e)
			if err != nil {
				return err
			}
			if asJSON {
				return s.printAnswer(map[string]string{"position": m.String()})
			}
			s.print(m)
			return nil
		},
	}
	f.add(cmd)
	addJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}
