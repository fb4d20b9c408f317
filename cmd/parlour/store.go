package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/pflag"

	"parlour/hall"
	"parlour/hall/postgres"
	"parlour/hall/sqlite"
)

// addStoreFlags adds the flags that name a store. The environment may set them
// for every command, so that all work with the store that the server uses; it
// also keeps a password out of the list of processes.
func addStoreFlags(flags *pflag.FlagSet, store, data *string) {
	addDataFlag(flags, data)
	flags.StringVar(store, "store", "", "where tables are kept: sqlite:FILE or postgres://user:password@host/database; also by PARLOUR_STORE (default: SQLite in the data folder)")
	settable(flags, "store")
}

// addDataFlag adds the flag that names the data folder.
func addDataFlag(flags *pflag.FlagSet, into *string) {
	flags.StringVar(into, "data", "", "folder of the database; also by PARLOUR_DATA (default: parlour in the user's data folder)")
	settable(flags, "data")
}

// openStore opens the store that is named, or else the SQLite file in the data
// folder. A store that several nodes share is a hall.Shared too.
func openStore(ctx context.Context, store, data string) (hall.Store, error) {
	if isPostgres(store) {
		return postgres.Open(ctx, store)
	}
	path, err := storeFile(store, data)
	if err != nil {
		return nil, err
	}
	return sqlite.Open(path)
}

// storeFile returns the SQLite file of a store. One that is no file has tools
// of its own.
func storeFile(store, data string) (string, error) {
	path, ok := strings.CutPrefix(store, "sqlite:")
	switch {
	case store == "":
		return dataFile(data)
	case isPostgres(store):
		return "", fmt.Errorf("%s is no file; copy it with pg_dump, and go back with pg_restore", postgres.Name(store))
	case !ok, path == "":
		// What was given may hold a password.
		return "", misused("a store is sqlite:FILE or postgres://user:password@host/database")
	}
	return path, nil
}

// readStore opens a store to read it. It is not changed, and one that is not
// there is not made.
func readStore(ctx context.Context, store, data string) (hall.Store, error) {
	if isPostgres(store) {
		return postgres.Read(ctx, store)
	}
	path, err := storeFile(store, data)
	if err != nil {
		return nil, err
	}
	s, err := sqlite.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no database %s; name another with --data or --store", path)
	}
	return s, err
}

// storeShown is a store's name without a password.
func storeShown(store, data string) string {
	if isPostgres(store) {
		return postgres.Name(store)
	}
	path, err := storeFile(store, data)
	if err != nil {
		return "the store"
	}
	return path
}

func isPostgres(store string) bool {
	return strings.HasPrefix(store, "postgres:") || strings.HasPrefix(store, "postgresql:")
}

// dataFile returns the database in the data folder, which is made if it is
// missing.
func dataFile(dir string) (string, error) {
	if dir == "" {
		base, err := userData()
		if err != nil {
			return "", fmt.Errorf("no data folder is known: %w; name one with --data", err)
		}
		dir = filepath.Join(base, "parlour")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return filepath.Join(dir, "parlour.db"), nil
}

// userData returns where programs of the user keep their data.
func userData() (string, error) {
	if runtime.GOOS == "linux" || strings.HasSuffix(runtime.GOOS, "bsd") {
		if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
			return dir, nil
		}
		home, err := os.UserHomeDir()
		return filepath.Join(home, ".local", "share"), err
	}
	return os.UserConfigDir()
}
