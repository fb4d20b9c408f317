package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"testing"

	"parlour/table"
	"parlour/table/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (first, second table.Store) {
		path := filepath.Join(t.TempDir(), "t.db")
		return open(t, path), open(t, path)
	})
}

func TestVault(t *testing.T) {
	storetest.RunVault(t, func(t *testing.T) (first, second table.Vault) {
		path := filepath.Join(t.TempDir(), "t.db")
		return open(t, path), open(t, path)
	})
}

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestPragmas checks what durability rests on: the write-ahead log and a full
// sync at every commit, on the connection that writes.
func TestPragmas(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "t.db"))
	err := s.do(context.Background(), func(w *writer) error {
		for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal"} {
			row := make([]driver.Value, 1)
			if err := w.first(row, "PRAGMA "+pragma); err != nil {
				return err
			}
			if got := fmt.Sprint(row[0]); got != want {
				t.Errorf("%s is %s, want %s", pragma, got, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLaterRelease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.db")
	s := open(t, path)
	if err := s.do(context.Background(), func(*writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	later := open(t, path)
	if _, err := later.read.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	later.Close()
	if s, err := Open(path); err == nil {
		s.Close()
		t.Error("a database of a later release was opened")
	}
}

func BenchmarkAppend(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "t.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	b.SetParallelism(200)
	b.RunParallel(func(pb *testing.PB) {
		id := table.NewToken()
		for after := int64(0); pb.Next(); after++ {
			if err := s.Append(context.Background(), storetest.Batch(id, after, 1)); err != nil {
				b.Error(err)
				return
			}
		}
	})
}
