package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"parlour/hall/sqlite"
	"parlour/phrase"
)

func backupCommand(s *streams) *cobra.Command {
	var store, data string
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database, also while the server runs",
		Long: `Backup writes a copy of the database to a new file. The server may go on: the
copy is the state of one instant, with every event acknowledged before it. The
copy is read back and checked before the command says that it is done.

A PostgreSQL database has tools of its own for that: pg_dump copies it, also
while the servers run, and pg_restore goes back.`,
		Example: `  parlour backup parlour-$(date +%F).db`,
		Args:    exactly(1, "one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return backup(cmd.Context(), s, store, data, args[0])
		},
	}
	addStoreFlags(cmd.Flags(), &store, &data)
	return cmd
}

func backup(ctx context.Context, s *streams, name, data, to string) error {
	path, err := storeFile(name, data)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is no database: %w", err)
	}
	store, err := sqlite.Read(path)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Backup(ctx, to); err != nil {
		return err
	}
	n, err := sqlite.Check(ctx, to)
	if err != nil {
		return fmt.Errorf("the copy cannot be trusted: %w", err)
	}
	s.printf("%s copied to %s.\n", phrase.Plural(n, "table"), to)
	return nil
}

func restoreCommand(s *streams) *cobra.Command {
	var store, data string
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Go back to a backup; the server has to be stopped",
		Long: `Restore checks a backup and puts it into the data folder. The database that was
there is kept beside it under a name with the time. Stop the server first: a
server that runs would go on writing to the old file.`,
		Example: `  parlour restore parlour-2026-05-01.db`,
		Args:    exactly(1, "one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return restore(cmd.Context(), s, store, data, args[0])
		},
	}
	addStoreFlags(cmd.Flags(), &store, &data)
	return cmd
}

// busyFor is how long ago a server may have noted that it is alive to count as
// running.
const busyFor = 15 * time.Second

func restore(ctx context.Context, s *streams, name, data, from string) error {
	path, err := storeFile(name, data)
	if err != nil {
		return err
	}
	n, err := sqlite.Check(ctx, from)
	if err != nil {
		return fmt.Errorf("the backup cannot be trusted: %w", err)
	}
	if err := retire(ctx, s, path); err != nil {
		return err
	}
	source, err := sqlite.Read(from)
	if err != nil {
		return err
	}
	defer source.Close()
	// The copy is marked as one: the server that opens it raises the epoch.
	if err := source.Backup(ctx, path); err != nil {
		return err
	}
	if _, err := sqlite.Check(ctx, path); err != nil {
		return err
	}
	s.printf("%s restored to %s.\n", phrase.Plural(n, "table"), path)
	return nil
}

// retire moves the present database aside, if there is one and no server uses
// it.
func retire(ctx context.Context, s *streams, path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	old, err := sqlite.Open(path)
	if err != nil {
		return fmt.Errorf("%w; move it away to restore over it", err)
	}
	err = quiet(ctx, old, "the database")
	if cerr := old.Close(); err == nil { // closing it writes everything into the one file
		err = cerr
	}
	if err != nil {
		return err
	}
	aside := path + "." + time.Now().UTC().Format("20060102-150405.000")
	if err := os.Rename(path, aside); err != nil {
		return err
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	s.printf("The database that was there is kept as %s.\n", aside)
	return nil
}
