package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"parlour/server/backend"
	"parlour/terminal"
)

func joinCommand(s *streams) *cobra.Command {
	var v terminal.Visit
	var data string
	cmd := &cobra.Command{
		Use:   "join URL",
		Short: "Sit down at a table of a server, from the terminal",
		Long: `Join sits down at the table that a link names, and plays there against everybody who
is at the table, in a browser or in a terminal. Your device takes part in the dice,
and every throw is checked when it falls.

Who you are at a table is kept in a file that only you can read, in the data folder.
The same command brings you back to your chair. A link that moves a chair from a
browser to another device works, too.

In a terminal the game fills the screen; with --plain, or if the input or the output
is not a terminal, it is played line by line. Type ? for help.`,
		Example: `  parlour join https://parlour.example.org/t/k3q7j2m5xw4tzabc --name Ann
  parlour join localhost:8080/t/k3q7j2m5xw4tzabc --seat red`,
		Args: exactly(1, "the link of a table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := backend.Place{Data: data}.Dir()
			if err != nil {
				return err
			}
			v.Link, v.Folder, v.Stay = args[0], filepath.Join(dir, "seats"), terminal.Is(s.in)
			return terminal.Join(cmd.Context(), s.terminal(), v)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&v.Name, "name", "", "how others see you (default: your user name)")
	fl.StringVar(&v.Seat, "seat", "", "seat to take, by its name, letter or number (default: the first free one)")
	fl.BoolVar(&v.Plain, "plain", false, "line by line without colours, only ASCII")
	addDataFlag(fl, &data)
	return cmd
}

func watchCommand(s *streams) *cobra.Command {
	v := terminal.Visit{Watch: true}
	cmd := &cobra.Command{
		Use:   "watch URL",
		Short: "Watch a table of a server, from the terminal",
		Long: `Watch shows the table that a link names, without taking a chair, and checks its dice.
Line by line (--plain, or if the output is not a terminal) it prints one line for each
thing that happens, until the game is over.`,
		Example: `  parlour watch https://parlour.example.org/t/k3q7j2m5xw4tzabc`,
		Args:    exactly(1, "the link of a table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			v.Link = args[0]
			return terminal.Join(cmd.Context(), s.terminal(), v)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&v.Plain, "plain", false, "line by line without colours, only ASCII")
	return cmd
}
