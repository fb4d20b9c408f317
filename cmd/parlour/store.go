package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"parlour/postgres"
	"parlour/sqlite"
	"parlour/table"
)

// storeVariable is the variable of the environment that names the store where
// no flag does. It keeps a password out of the list of processes.
const storeVariable = "PARLOUR_STORE"

// addStoreFlag adds the flag that names the store.
func addStoreFlag(flags *pflag.FlagSet, into *string) {
	flags.StringVar(into, "store", "", "where tables are kept: sqlite:FILE or postgres://user:password@host/database; also by "+storeVariable+" (default: SQLite in the data folder)")
}

// openStore opens the store that a flag or the environment names, or else the
// SQLite file in the data folder. A store that several nodes share is a
// table.Shared too.
func openStore(ctx context.Context, store, data string) (table.Store, error) {
	if store = storeNamed(store); isPostgres(store) {
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
	store = storeNamed(store)
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

// storeNamed returns what the flag says, or else the environment.
func storeNamed(flag string) string { return or(flag, os.Getenv(storeVariable)) }

func isPostgres(store string) bool {
	return strings.HasPrefix(store, "postgres:") || strings.HasPrefix(store, "postgresql:")
}
