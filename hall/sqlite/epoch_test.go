package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlour/hall/storetest"
)

// TestEpoch checks when the epoch rises on opening, and when it does not.
func TestEpoch(t *testing.T) {
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	put := func(from, to string) {
		t.Helper()
		data, err := os.ReadFile(from)
		must(err)
		must(os.WriteFile(to, data, 0o600))
	}
	var path, old string
	for name, c := range map[string]struct {
		change func()
		rises  bool
	}{
		"nothing": {func() {}, false},
		"played on": {func() {
			s := open(t, path)
			must(s.Append(ctx, storetest.Batch("u", 0, 1)))
			must(s.Beat(ctx, time.Now().Add(time.Hour)))
			must(s.Close())
		}, false},
		"no beat":         {func() { must(open(t, path).Close()) }, false},
		"older copy":      {func() { put(old, path) }, true},
		"earlier release": {func() { put("../../internal/faults/testdata/16af9dd.db", path) }, true},
		"another": {func() {
			must(open(t, old).Close())
			put(old, path)
		}, true},
		"no witness":      {func() { must(os.Remove(path + ".witness")) }, true},
		"spoiled witness": {func() { must(os.WriteFile(path+".witness", []byte("{"), 0o600)) }, true},
		"through a link": {func() {
			link := filepath.Join(t.TempDir(), "link.db")
			must(os.Symlink(path, link))
			must(open(t, link).Close())
		}, false},
		"backup put in its place": {func() {
			s := open(t, path)
			copied := filepath.Join(t.TempDir(), "copy.db")
			must(s.Backup(ctx, copied))
			must(s.Close())
			put(copied, path)
		}, true},
		"only read": {func() {
			r, err := Read(path)
			must(err)
			_, err = r.Epoch(ctx)
			must(err)
			must(r.Close())
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path, old = filepath.Join(dir, "t.db"), filepath.Join(dir, "old.db")
			s := open(t, path)
			must(s.Append(ctx, storetest.Batch("t", 0, 1)))
			must(s.Beat(ctx, time.Now().Add(-time.Minute)))
			must(s.Close())
			put(path, old)
			s = open(t, path)
			must(s.RaiseEpoch(ctx, 1<<50)) // so that the clock cannot explain a rise
			must(s.Beat(ctx, time.Now()))
			before, err := s.Epoch(ctx)
			must(err)
			must(s.Close())
			c.change()
			behind := name == "older copy" || name == "another" || name == "earlier release"
			for range 2 { // a second opening does not raise it again
				s := open(t, path)
				after, err := s.Epoch(ctx)
				must(err)
				if s.Behind() != behind {
					t.Errorf("behind its witness: %v; want %v", s.Behind(), behind)
				}
				behind = false
				if after < before || (after > before) != c.rises {
					t.Errorf("the epoch was %d and is %d; it should rise: %v", before, after, c.rises)
				}
				before, c.rises = after, false
			}
		})
	}
}

// earlierFile returns a file of an earlier release.
func earlierFile(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../internal/faults/testdata/16af9dd.db")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReadEpoch reads a file of an earlier release, which has no epoch, and
// checks that no witness is left behind.
func TestReadEpoch(t *testing.T) {
	path := earlierFile(t)
	r, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if e, err := r.Epoch(context.Background()); err != nil || e != 0 {
		t.Errorf("the epoch is %d, %v; want 0", e, err)
	}
	if err := r.RaiseEpoch(context.Background(), 0); err == nil {
		t.Error("the epoch of a read-only store was raised")
	}
	if _, err := os.Stat(path + ".witness"); err == nil {
		t.Error("reading left a witness")
	}
}
