package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/internal/servers"
	"parlour/table/storetest"
)

// Commands find tables in the store that a flag names, or the environment.
func TestStores(t *testing.T) {
	ctx := context.Background()
	for name, store := range map[string]string{
		"sqlite":   "sqlite:" + filepath.Join(t.TempDir(), "a b.db"),
		"postgres": servers.Postgres(t).Database(t),
	} {
		t.Run(name, func(t *testing.T) {
			s, err := openStore(ctx, store, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Append(ctx, storetest.Batch("there", 0, 2)); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if code, out, errs := call("", "tables", "--store", store); code != 0 || !strings.Contains(out, "there") {
				t.Errorf("tables: %d %s %s", code, out, errs)
			}
			t.Setenv(storeVariable, store)
			if code, out, errs := call("", "tables", "delete", "there"); code != 0 || !strings.Contains(out, "Deleted") {
				t.Errorf("tables delete: %d %s %s", code, out, errs)
			}
		})
	}
}

func TestBadStores(t *testing.T) {
	for store, want := range map[string]int{
		"mysql://u:secret@h/d":            exitUsage,
		"sqlite:":                         exitUsage,
		"postgres://u:secret@[h/d":        exitFailed,
		"postgres://u:secret@127.0.0.1:1": exitFailed,
	} {
		if code, _, errs := call("", "tables", "--store", store); code != want || strings.Contains(errs, "secret") {
			t.Errorf("%s: %d, want %d: %s", store, code, want, errs)
		}
	}
	file := filepath.Join(t.TempDir(), "copy")
	for _, command := range []string{"backup", "restore"} {
		if code, _, errs := call("", command, file, "--store", "postgres://u:secret@h/d"); code != exitFailed || !strings.Contains(errs, "pg_dump") || strings.Contains(errs, "secret") {
			t.Errorf("%s: %d %s", command, code, errs)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a backup was written")
	}
}
