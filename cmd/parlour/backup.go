package main

import (
	"github.com/spf13/cobra"

	"parlour/phrase"
	"parlour/server/backend"
)

func backupCommand(s *streams) *cobra.Command {
	var p backend.Place
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database, even while the server runs",
		Long: `Backup writes a copy of the database to a new file. The server can keep running:
the copy shows the database at one moment, with every event acknowledged before it.
The command reads the copy back and checks it before it reports success.

For a PostgreSQL database use its own tools: pg_dump copies it, even while servers
run, and pg_restore restores the copy.` + whichStore,
		Example: `  parlour backup parlour-$(date +%F).db`,
		Args:    exactly(1, "one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := p.Find()
			if err != nil {
				return err
			}
			n, err := backend.Backup(cmd.Context(), p, args[0])
			if err != nil {
				return err
			}
			s.printf("%s copied from %s to %s.\n", phrase.Plural(n, "table"), p.Name(), args[0])
			return nil
		},
	}
	addStoreFlags(cmd.Flags(), &p)
	return cmd
}

func restoreCommand(s *streams) *cobra.Command {
	var p backend.Place
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Replace the database by a backup; stop the server first",
		Long: `Restore checks a backup and puts it into the data folder. The former database is
kept next to it, with the time in its name. Stop the server first: while one uses
the database, the command is refused.` + whichStore,
		Example: `  parlour restore parlour-2026-05-01.db`,
		Args:    exactly(1, "one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := p.Find()
			if err != nil {
				return err
			}
			r, err := backend.Restore(cmd.Context(), p, args[0])
			if r.Aside != "" {
				s.printf("The former database is kept as %s.\n", r.Aside)
			}
			if err != nil {
				return err
			}
			s.printf("%s restored to %s.\n", phrase.Plural(r.Tables, "table"), r.File)
			return nil
		},
	}
	addStoreFlags(cmd.Flags(), &p)
	return cmd
}
