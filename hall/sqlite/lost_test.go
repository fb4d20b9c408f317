package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/storetest"
)

// Whatever is written to a file without a name is lost when the server ends. So nothing
// is acknowledged while the database or its log are not where they were opened, and
// everything again once they are back.
func TestFilesGone(t *testing.T) {
	ctx := t.Context()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "t.db")
	s := open(t, path)
	var written int64
	append := func() error {
		err := s.Append(ctx, storetest.Batch("t", written, 1))
		if err == nil {
			written++
		}
		return err
	}
	if err := append(); err != nil {
		t.Fatal(err)
	}
	for _, moved := range []string{dir, path, path + "-wal"} {
		if err := os.Rename(moved, moved+".away"); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			for what, err := range map[string]error{"append": append(), "beat": s.Beat(ctx, time.Now())} {
				if !errors.Is(err, hall.ErrBusy) {
					t.Errorf("%s without %s: %v", what, moved, err)
				}
			}
			if moved == dir {
				break
			}
			if err := os.WriteFile(moved, []byte("another"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Rename(moved+".away", moved); err != nil {
			t.Fatal(err)
		}
		if err := append(); err != nil {
			t.Errorf("%s is back: %v", moved, err)
		}
	}

	// Only the log is deleted: a restart saves what was in it.
	if err := os.Remove(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	if err := append(); !errors.Is(err, hall.ErrBusy) {
		t.Errorf("without the log: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if list, err := open(t, path).Load(ctx, "t", 0); err != nil || int64(len(list)) != written {
		t.Errorf("after a restart there are %d of %d events, %v", len(list), written, err)
	}
}
