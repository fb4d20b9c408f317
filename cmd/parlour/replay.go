package main

import (
	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/record"
	"parlour/terminal"
)

func replayCommand(s *streams) *cobra.Command {
	var r terminal.Replayer
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Check a record and show it",
		Long: `Replay every game of a record (docs/RECORD.md) by its rules. Every throw, move,
position and result is checked. At the first line that is wrong the command says
what it expected there and exits with 1. - reads standard input. The ending of a file
tells its format; parlour convert --help lists them.`,
		Example: `  parlour replay game.txt
  parlour replay game.txt --step`,
		Args: exactly(1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "-" && r.Step {
				return misused("--step needs a file: it reads the keys from standard input")
			}
			if asJSON {
				return eachGame(s, args[0], func(n int, rec *record.Record) error {
					sum, err := record.Summarise(cabinet.Open, rec, n)
					if err != nil {
						return err
					}
					return s.printJSON(sum)
				})
			}
			r.Streams = s.terminal()
			return eachGame(s, args[0], r.Game)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&r.Step, "step", false, "show the board after every line and wait for Enter; q ends")
	fl.BoolVar(&r.Boards, "boards", false, "show the board after every line")
	fl.BoolVar(&r.Plain, "plain", false, "no colours, only ASCII")
	addJSONFlag(fl, &asJSON)
	cmd.MarkFlagsMutuallyExclusive("json", "step")
	cmd.MarkFlagsMutuallyExclusive("json", "boards")
	return cmd
}
