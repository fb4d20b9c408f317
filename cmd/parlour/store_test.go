package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/internal/servers"
	"parlour/server/backend"
)

// openStore opens the store of a command.
func openStore(ctx context.Context, store, data string) (hall.Store, error) {
	return backend.Place{Store: store, Data: data}.Open(ctx)
}

// Commands use the store that a flag or the environment names.
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
			t.Setenv("PARLOUR_STORE", store)
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

// commands calls f with every command.
func commands(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, c := range cmd.Commands() {
		commands(c, f)
	}
}

// Every command that opens a store uses the one that the environment names, except
// bench server, which fills a store and empties it.
func TestStoreFromEnvironment(t *testing.T) {
	t.Setenv("PARLOUR_DATA", "the folder")
	t.Setenv("PARLOUR_STORE", "sqlite:the store")
	var names []string
	commands(newRoot(&streams{}), func(cmd *cobra.Command) {
		if err := cmd.ParseFlags(nil); err != nil { // which gives it the flags of those above
			t.Fatal(err)
		}
		if cmd.CommandPath() == "parlour bench server" || cmd.Flags().Lookup("data") == nil && cmd.Flags().Lookup("store") == nil {
			return
		}
		names = append(names, cmd.CommandPath())
		for c := cmd; c != nil; c = c.Parent() {
			if c.PersistentPreRunE != nil {
				if err := c.PersistentPreRunE(cmd, nil); err != nil {
					t.Error(err)
				}
				break
			}
		}
		for name, want := range map[string]string{"data": "the folder", "store": "sqlite:the store"} {
			if f := cmd.Flags().Lookup(name); f != nil && f.Value.String() != want {
				t.Errorf("%s: --%s is %q, want %q", cmd.CommandPath(), name, f.Value, want)
			}
		}
	})
	want := "[parlour parlour backup parlour doctor parlour join parlour migrate parlour restore parlour serve parlour tables parlour tables delete]"
	if got := fmt.Sprint(names); got != want {
		t.Errorf("the commands with a folder or a store are %s, want %s", got, want)
	}
}

// Commands use the database in the folder that the environment names, and those that
// only read leave everything unchanged.
func TestDataFromEnvironment(t *testing.T) {
	ctx := context.Background()
	data, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("XDG_DATA_HOME", elsewhere)
	t.Setenv("PARLOUR_DATA", data)
	path := filepath.Join(data, "parlour.db")
	first, err := os.ReadFile("../../internal/faults/testdata/16af9dd.db")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, first, 0o600); err != nil {
		t.Fatal(err)
	}
	files := func() string {
		list, err := os.ReadDir(data)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(list)
	}
	before := files()
	copied := filepath.Join(t.TempDir(), "copy.db")
	for _, line := range [][]string{{"tables"}, {"doctor"}, {"backup", copied}, {"migrate", "--to", "sqlite:" + filepath.Join(t.TempDir(), "new.db")}} {
		if code, out, errs := call("", line...); code != 0 {
			t.Errorf("%s: %d %s %s", line, code, out, errs)
		}
		if line[0] == "migrate" { // it keeps servers away from its source, as they do from theirs
			if err := os.Remove(path + ".lock"); err != nil {
				t.Error(err)
			}
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, first) || files() != before {
			t.Errorf("%s has changed the database or left something: %s, it was %s, %v", line, files(), before, err)
		}
	}
	list, err := os.ReadDir(elsewhere)
	if err != nil || len(list) != 0 {
		t.Errorf("the folder of the user has %v, %v", list, err)
	}
	if code, out, errs := call("", "restore", copied); code != 0 || !strings.Contains(out, path) {
		t.Errorf("restore: %d %s %s", code, out, errs)
	}
	s, err := openStore(ctx, "", data)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if list, err := s.List(ctx, hall.Query{}); err != nil || len(list) == 0 {
		t.Errorf("restored are %v, %v", list, err)
	}
}
