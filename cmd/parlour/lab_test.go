package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/internal/wait"
)

// An interrupted study says so, writes what it has, and names the folder to
// continue from.
func TestLabInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // interrupts as soon as something is kept
		defer cancel()
		wait.For(t, "something to be kept", func() bool {
			data, err := os.ReadFile(filepath.Join(dir, "shards.jsonl"))
			return err == nil && bytes.Count(data, []byte("\n")) > 5 || ctx.Err() != nil
		})
	}()
	var out, errs bytes.Buffer
	code := run(ctx, strings.Fields("lab auto-race --games 200000 --options none --seed 7 --out "+dir), &streams{in: strings.NewReader(""), out: &out, err: &errs})
	if code != exitFailed || !strings.Contains(errs.String(), "interrupted") || !strings.Contains(errs.String(), dir) {
		t.Errorf("exit code %d, %s", code, &errs)
	}
	report, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil || !strings.Contains(string(report), "was interrupted") {
		t.Errorf("the report is %.200s, %v", report, err)
	}
}
