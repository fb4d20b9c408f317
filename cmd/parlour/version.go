package main

import (
	"github.com/spf13/cobra"

	"parlour/internal/build"
)

func versionCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		Long: `Print the version of this program, the commit it was built from and its date, the
version of Go that built it, and the system it is for. A build between two releases
is named after its commit.`,
		Example: "  parlour version\n  parlour version --json",
		Args:    exactly(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return s.printJSON(build.Info())
			}
			s.print("parlour version", build.Info())
			return nil
		},
	}
	addJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}
