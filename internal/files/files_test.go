package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A file is replaced as a whole or not at all, and nothing else is left in its folder.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	for _, text := range []string{"old", "new"} {
		if err := WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	full := errors.New("the disk is full")
	err := Replace(name, 0o600, func(w io.Writer) error {
		if _, err := io.WriteString(w, "ha"); err != nil {
			t.Error(err)
		}
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("the error is %v", err)
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "new" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("the folder holds %v, %v", list, err)
	}
	if err := WriteFile(filepath.Join(dir, "none", "file"), nil, 0o600); !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), ".part") {
		t.Errorf("without a folder: %v", err)
	}
}

// A lock is held by one at a time.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	unlock, err := Lock(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(name); !errors.Is(err, ErrLocked) {
		t.Errorf("the second lock: %v", err)
	}
	unlock()
	again, err := Lock(name)
	if err != nil {
		t.Fatalf("after the first has gone: %v", err)
	}
	again()
	if _, err := Lock(filepath.Join(name, "none")); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("a lock in a file: %v", err)
	}
	if _, err := LockData(filepath.Join(name, "none")); runtime.GOOS == "linux" && err == nil {
		t.Error("a missing file was locked")
	}
}
