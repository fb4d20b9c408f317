package main

import (
	"github.com/spf13/cobra"

	"parlour/engine"
)

func engineCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "engine",
		Short: "Serve the games to other programs, in JSON lines",
		Long: `Read JSON objects from standard input, one per line, and answer each with one on
standard output. docs/PROTOCOL.md describes the requests.`,
		Example: `  echo '{"new":"kleefeld","players":2}' | parlour engine
  echo '{"games":true}' | parlour engine`,
		Args: exactly(0, "no argument"),
		RunE: func(*cobra.Command, []string) error { return engine.Serve(s.in, s.out) },
	}
}
