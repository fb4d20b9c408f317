package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"parlour/phrase"
	"parlour/server/backend"
)

func migrateCommand(s *streams) *cobra.Command {
	var from, to backend.Place
	cmd := &cobra.Command{
		Use:   "migrate --to STORE",
		Short: "Copy all tables from one store to another",
		Long: `Migrate copies all tables with every event, secret and key, and everything else the
server keeps, from one store to another: from SQLite to PostgreSQL, back, or between
two of a kind. Then it reads both again and compares them event by event. The source
is not changed. Stop the servers first: if one uses either store, or starts to in
the meantime, the migration fails.

A store is sqlite:FILE or postgres://user:password@host/database. The default of
--from is the store that PARLOUR_STORE names, unless that is the target, and
otherwise the file in the data folder. PostgreSQL also takes a password from
PGPASSWORD or ~/.pgpass.

The target has to be empty. If it holds a part of the same tables, because an earlier
migration was interrupted, the rest is added. If it holds anything else, nothing is
written.`,
		Example: `  parlour migrate --to postgres://parlour@db.example.org/parlour
  parlour migrate --from postgres://parlour@db.example.org/parlour --to sqlite:parlour.db`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if to.Store == "" {
				return misused("name the target with --to: sqlite:FILE or postgres://user:password@host/database")
			}
			if used := os.Getenv(variable("store")); from.Store == "" && used != to.Store {
				from.Store = used
			}
			from, err := from.Find()
			if err != nil {
				return err
			}
			return migrate(cmd.Context(), s, from, to)
		},
	}
	cmd.Flags().StringVar(&from.Store, "from", "", "store to read (default: PARLOUR_STORE, or SQLite in the data folder)")
	cmd.Flags().StringVar(&to.Store, "to", "", "store to write")
	addDataFlag(cmd.Flags(), &from.Data)
	return cmd
}

// migrate copies the tables and prints what was copied.
func migrate(ctx context.Context, s *streams, from, to backend.Place) error {
	bar := newBar(s, 0)
	r, err := backend.Migrate(ctx, from, to, bar.showOf)
	bar.clear()
	if err != nil {
		return err
	}
	s.printf("%s with %s copied from %s to %s.\n", phrase.Plural(r.Tables, "table"), phrase.Plural(r.New, "event"), from.Name(), to.Name())
	if r.New < r.Events {
		s.printf("%s had been copied before.\n", phrase.Plural(r.Events-r.New, "event"))
	}
	s.printf("Read back and compared: %s, %s, %s and %s of the server are the same.\n",
		phrase.Plural(r.Events, "event"), phrase.Plural(r.Keys, "key"), phrase.Plural(r.Secrets, "secret"), phrase.Plural(r.Kept, "note"))
	return nil
}
