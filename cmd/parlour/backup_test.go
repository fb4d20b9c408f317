package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/hall/storetest"
)

// A server that continues from a backup has a higher epoch than before, and the
// backup file does not change.
func TestRestoreEpoch(t *testing.T) {
	ctx := context.Background()
	data := t.TempDir()
	epoch := func() int64 {
		t.Helper()
		s, err := openStore(ctx, "", data)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		e, err := s.Epoch(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	s, err := openStore(ctx, "", data)
	if err == nil {
		err = s.RaiseEpoch(ctx, 1<<50) // so that the time is no excuse
	}
	if err == nil {
		err = s.Append(ctx, storetest.Batch("t", 0, 1))
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if code, out, errs := call("", "backup", copied, "--data", data); code != 0 || !strings.Contains(out, "1 table copied") {
		t.Fatalf("backup: %d %s %s", code, out, errs)
	}
	before, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	last := epoch()
	for range 2 {
		if code, out, errs := call("", "restore", copied, "--data", data); code != 0 {
			t.Fatalf("restore: %d %s %s", code, out, errs)
		}
		if e := epoch(); e <= last {
			t.Errorf("after a restore the epoch is %d, it was %d", e, last)
		} else {
			last = e
		}
	}
	if after, err := os.ReadFile(copied); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the backup has changed, %v", err)
	}
}
