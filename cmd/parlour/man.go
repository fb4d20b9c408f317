//go:build man

package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Releases have man pages. Only the program that writes them contains what that
// takes: go run -tags man ./cmd/parlour man FOLDER.
func init() {
	more = func(*streams) []*cobra.Command {
		return []*cobra.Command{{
			Use:     "man FOLDER",
			Short:   "Write a man page for each command",
			Example: "  parlour man man1",
			Hidden:  true,
			Args:    exactly(1, "FOLDER"),
			RunE: func(cmd *cobra.Command, args []string) error {
				root := cmd.Root()
				root.DisableAutoGenTag = true
				return doc.GenManTree(root, &doc.GenManHeader{Title: "PARLOUR", Section: "1", Source: "Parlour", Manual: "Parlour"}, args[0])
			},
		}}
	}
}
