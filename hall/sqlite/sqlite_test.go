package sqlite

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (first, second hall.Store) {
		path := filepath.Join(t.TempDir(), "t.db")
		return open(t, path), open(t, path)
	})
}

func TestVault(t *testing.T) {
	storetest.RunVault(t, func(t *testing.T) (first, second hall.Vault) {
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

// TestPragmas checks what durability depends on: the write-ahead log and a
// full sync at every commit, on the writing connection.
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

// TestRead checks that reading a file changes no byte of it.
func TestRead(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "t.db")
	if s, err := Read(path); err == nil {
		s.Close()
		t.Fatal("a missing file was opened")
	}
	s := open(t, path)
	if err := s.Append(ctx, storetest.Batch("t", 0, 3)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list := func() string {
		files, err := os.ReadDir(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(files)
	}
	files := list()
	r, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if events, err := r.Load(ctx, "t", 0); err != nil || len(events) != 3 {
		t.Errorf("%d events, %v", len(events), err)
	}
	if names, err := r.Names(ctx); err != nil || len(names) != 0 {
		t.Errorf("kept are %v, %v", names, err)
	}
	if _, version, err := r.Kept(ctx, "key"); err != nil || version != 0 {
		t.Errorf("version %d, %v", version, err)
	}
	for name, err := range map[string]error{
		"append": r.Append(ctx, storetest.Batch("t", 3, 1)), "delete": r.Delete(ctx, "t"), "beat": r.Beat(ctx, time.Now()), "keep": r.Keep(ctx, "key", 0, nil),
	} {
		if !errors.Is(err, errReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed, %v", err)
	}
	if after := list(); after != files {
		t.Errorf("the folder has %s, it had %s", after, files)
	}
}
