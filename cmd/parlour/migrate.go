package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parlour/hall"
	"parlour/hall/transfer"
	"parlour/phrase"
)

func migrateCommand(s *streams) *cobra.Command {
	var from, to, data string
	cmd := &cobra.Command{
		Use:   "migrate --to STORE",
		Short: "Move all tables from one store to another",
		Long: `Migrate copies all tables with every event, secret and key, and what the server
keeps besides, from one store to another: from SQLite to PostgreSQL, back, or
between two of a kind. Then it reads both once more and compares them event by
event. The source is only read and stays as it is. Stop the servers first: if one
uses either store, or begins to meanwhile, nothing counts as moved.

A store is sqlite:FILE or postgres://user:password@host/database. Without --from
it is the one that PARLOUR_STORE names, unless that is the target, or else the
file in the data folder. A password can also be given to PostgreSQL in PGPASSWORD
or ~/.pgpass.

The target is empty. If it holds a part of the same tables, because an earlier
migration was broken off, the rest is added; if it holds anything else, nothing
is written.`,
		Example: `  parlour migrate --to postgres://parlour@db.example.org/parlour
  parlour migrate --from postgres://parlour@db.example.org/parlour --to sqlite:parlour.db`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if to == "" {
				return misused("say where to with --to: sqlite:FILE or postgres://user:password@host/database")
			}
			if used := os.Getenv(variable("store")); from == "" && used != to {
				from = used
			}
			return migrate(cmd.Context(), s, from, to, data)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "store to read (default: PARLOUR_STORE, or SQLite in the data folder)")
	cmd.Flags().StringVar(&to, "to", "", "store to write")
	addDataFlag(cmd.Flags(), &data)
	return cmd
}

func migrate(ctx context.Context, s *streams, from, to, data string) error {
	source, err := readStore(ctx, from, data)
	if err != nil {
		return err
	}
	defer source.Close()
	if err := quiet(ctx, source, storeShown(from, data)); err != nil {
		return err
	}
	target, err := openStore(ctx, to, "")
	if err != nil {
		return err
	}
	defer target.Close()
	if err := quiet(ctx, target, storeShown(to, "")); err != nil {
		return err
	}
	bar := newBar(s, 0)
	r, err := transfer.Copy(ctx, source, target, func(done, total int) {
		bar.total = total
		bar.show(done)
	})
	bar.clear()
	if err != nil {
		return err
	}
	s.printf("%s with %s copied from %s to %s.\n", phrase.Plural(r.Tables, "table"), phrase.Plural(r.New, "event"), storeShown(from, data), storeShown(to, ""))
	if r.New < r.Events {
		s.printf("%s had been there before.\n", phrase.Plural(r.Events-r.New, "event"))
	}
	s.printf("Read back and compared: %s, with %s and %s, and %s of the server are the same.\n",
		phrase.Plural(r.Events, "event"), phrase.Plural(r.Keys, "key"), phrase.Plural(r.Secrets, "secret"), phrase.Plural(r.Kept, "note"))
	if err := leftBeside(ctx, s, source, from, data); err != nil {
		return err
	}
	return target.Close()
}

// leftBeside tells of files beside a SQLite database in which earlier releases
// kept what belongs to it.
func leftBeside(ctx context.Context, s *streams, source hall.Store, from, data string) error {
	vault, ok := source.(hall.Vault)
	if isPostgres(from) || !ok {
		return nil
	}
	path, err := storeFile(from, data)
	if err != nil {
		return err
	}
	_, version, err := vault.Kept(ctx, pushKeyName)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	var left []string
	for name, taken := range map[string]bool{pushKeyFile: version > 0, noticesFile: false} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil && !taken {
			left = append(left, name)
		}
	}
	if len(left) == 0 {
		return nil
	}
	slices.Sort(left)
	s.printf("An earlier release kept %s beside the database. The first server that is started on the new store with --data %s takes that over, too.\n", strings.Join(left, " and "), dir)
	return nil
}

// quiet makes sure that no server uses a store.
func quiet(ctx context.Context, store hall.Store, name string) error {
	last, err := store.LastBeat(ctx)
	if err != nil {
		return err
	}
	if since := time.Since(last); since < busyFor {
		return fmt.Errorf("a server used %s %s ago; stop it first, and wait %s", name, since.Round(time.Second), busyFor)
	}
	return nil
}
