package backend

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"parlour/hall/sqlite"
	"parlour/hall/storetest"
)

// A restore that is killed between its last two steps leaves the former database with
// two names. A server starts with it, and another restore too.
func TestRestoreKilled(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := Backup(t.Context(), filled(t), copied); err != nil {
		t.Fatal(err)
	}
	for name, next := range map[string]func(Place) error{
		"a server starts": func(p Place) error {
			_, _, end, err := OpenBoth(t.Context(), p, Bus{}, "test", slog.New(slog.DiscardHandler))
			if err == nil {
				end()
			}
			return err
		},
		"it is restored again": func(p Place) error {
			_, err := Restore(t.Context(), p, copied)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := filled(t)
			path := filepath.Join(p.Data, "parlour.db")
			if err := keep(path, path+".20260102-030405.678"); err != nil {
				t.Fatal(err)
			}
			if err := next(p); err != nil {
				t.Error(err)
			}
		})
	}
}

// A server whose database was moved away does not begin a new one over the log of the
// other, which has the end of its games: SQLite would delete it.
func TestLogWithoutDatabase(t *testing.T) {
	p := filled(t)
	path, away := filepath.Join(p.Data, "parlour.db"), filepath.Join(t.TempDir(), "away.db")
	killed, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer killed.Close()
	if err := killed.Append(t.Context(), storetest.Batch("t", 2, 1)); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() // as a server that is killed leaves it
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "parlour.db"+end), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, path = Place{Data: dir}, filepath.Join(dir, "parlour.db")
	if err := os.Rename(path, away); err != nil {
		t.Fatal(err)
	}
	if _, _, end, err := OpenBoth(t.Context(), p, Bus{}, "test", slog.New(slog.DiscardHandler)); err == nil {
		end()
		t.Error("a server began a new database over the log of another")
	} else {
		t.Log(err)
	}
	if err := os.Rename(away, path); err != nil {
		t.Fatal(err)
	}
	s, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if list, err := s.Load(t.Context(), "t", 0); err != nil || len(list) != 3 {
		t.Errorf("%d events are left of 3, %v", len(list), err)
	}
}
