//go:build unix

package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"parlour/hall/storetest"
)

// TestModes checks that only the owner can read the database, the files next
// to it and a backup, even if an earlier release made them readable for
// everybody.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o022))
	ctx := context.Background()
	dir := t.TempDir()
	path := filepath.Join(dir, "t.db")
	use := func() {
		t.Helper()
		s, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Beat(ctx, time.Now()); err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(dir, "copy.db")
		os.Remove(copied)
		if err := s.Backup(ctx, copied); err != nil {
			t.Fatal(err)
		}
		list, err := os.ReadDir(dir)
		if err != nil || len(list) != 5 {
			t.Fatalf("there are %v, %v; want the database, its two files, its witness and the copy", list, err)
		}
		for _, f := range list {
			if info, err := f.Info(); err != nil || info.Mode() != 0o600 {
				t.Errorf("%s has mode %v, %v; want 0600", f.Name(), info.Mode(), err)
			}
		}
	}
	use()
	for _, end := range []string{"", ".witness"} {
		if err := os.Chmod(path+end, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	use()
	// A killed server leaves those files behind.
	held := open(t, path)
	if err := held.Append(ctx, storetest.Batch("t", 0, 1)); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Chmod(path+end, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	use()
}
