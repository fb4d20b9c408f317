package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parlour"
	"parlour/hall"
	"parlour/internal/programs"
	"parlour/table"
)

// A kill leaves written data in the system's memory, so it cannot show whether
// the disk was ever asked to keep it. These tests watch the server's system
// calls instead.

// traced starts a server under strace and returns the file with its system
// calls.
func traced(t *testing.T, command, dir string) (*process, string) {
	t.Helper()
	calls := filepath.Join(t.TempDir(), "calls")
	// -y writes the file name next to each descriptor, -s keeps enough of a
	// request.
	return serverOf(t, command, dir, programs.Find(t, "strace"), "-f", "-y", "-s", "160", "-e", "trace=read,write,pwrite64,fsync,fdatasync", "-o", calls), calls
}

var (
	synced   = regexp.MustCompile(`f(?:data)?sync\(\d+<[^>]*-wal>\)\s+= 0`)
	began    = regexp.MustCompile(`f(?:data)?sync\(\d+<[^>]*-wal> <unfinished`)
	finished = regexp.MustCompile(`<\.\.\. f(?:data)?sync resumed>\)\s+= 0`)
	changed  = regexp.MustCompile(`pwrite64\(\d+<[^>]*-wal>`)
	asked    = regexp.MustCompile(`read.*"P?OST /api/tables/[a-z0-9]+/actions`) // the P may have been read ahead
	told200  = regexp.MustCompile(`write\(.*"HTTP/1\.1 200`)
)

// unsynced reads the system calls of a server that handled one request at a
// time. It returns how many actions were acknowledged, and how many of them
// before their writes were synced. The server writes a sign of life now and then, also
// between the sync and the acknowledgement of an action.
func unsynced(calls []byte) (acknowledged, early int) {
	open := false                // an action is under way
	dirty := false               // the log was written and not synced since
	safe := false                // something was written for it, and then synced
	waiting := map[string]bool{} // threads inside a sync
	for line := range strings.Lines(string(calls)) {
		thread, _, _ := strings.Cut(line, " ")
		switch {
		case asked.MatchString(line):
			open, safe, dirty = true, false, false
		case changed.MatchString(line):
			dirty = true
		case synced.MatchString(line):
			safe, dirty = safe || dirty, false
		case began.MatchString(line):
			waiting[thread] = true
		case waiting[thread] && finished.MatchString(line):
			delete(waiting, thread)
			safe, dirty = safe || dirty, false
		case open && told200.MatchString(line):
			open = false
			acknowledged++
			if !safe {
				early++
			}
		}
	}
	return acknowledged, early
}

// solo plays actions one after another at a table of its own.
func solo(t *testing.T, p *process, actions int) {
	t.Helper()
	ctx := context.Background()
	var at address
	at.set(p.base)
	ann := newClient(&at)
	id, err := ann.create(ctx, table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ann.sit(ctx, id, 2); err != nil {
		t.Fatal(err)
	}
	v, err := ann.view(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	for range actions {
		a := table.Action{Kind: table.Throw, Key: hall.NewToken(), Seq: v.Seq}
		if len(v.Moves) > 0 {
			a.Kind, a.Move = table.Move, v.Moves[0]
		}
		if _, err := ann.do(ctx, id, a); err != nil {
			t.Fatal(err)
		}
		if v, err = ann.view(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSyncBeforeAcknowledgement checks that no action is acknowledged before
// the write-ahead log is synced.
func TestSyncBeforeAcknowledgement(t *testing.T) {
	const actions = 40
	dir := t.TempDir()
	p, calls := traced(t, executable, dir)
	solo(t, p, actions)
	p.stop(t)
	trace, err := os.ReadFile(calls)
	if err != nil {
		t.Fatal(err)
	}
	n, early := unsynced(trace)
	if n < actions || early > 0 {
		t.Errorf("%d of %d acknowledgements came before the sync", early, n)
	}
}

// TestSyncIsNoticed checks that the test above can fail: it catches servers
// whose store syncs less.
func TestSyncIsNoticed(t *testing.T) {
	const actions = 10
	lazy := mutant(t, "hall/sqlite/sqlite.go", `"synchronous(FULL)"`, `"synchronous("+os.Getenv("SYNCHRONOUS")+")"`)
	for _, level := range []string{"OFF", "NORMAL"} {
		t.Setenv("SYNCHRONOUS", level)
		p, calls := traced(t, lazy, t.TempDir())
		solo(t, p, actions)
		p.stop(t)
		trace, err := os.ReadFile(calls)
		if err != nil {
			t.Fatal(err)
		}
		if n, early := unsynced(trace); n < actions || early < actions/2 {
			t.Errorf("with synchronous=%s only %d of %d acknowledgements were found to come before the sync", level, early, n)
		}
	}
}

// mutant builds the server with one change to one file.
func mutant(t *testing.T, file, old, new string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Count(source, []byte(old)) != 1 {
		t.Fatalf("%s does not hold %q once: nothing would be tested", file, old)
	}
	dir := t.TempDir()
	changed := filepath.Join(dir, "changed.go")
	overlay := filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{changed: bytes.Replace(source, []byte(old), []byte(new), 1), overlay: replace} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	built, err := build(dir, "parlour", fmt.Sprint("-overlay=", overlay))
	if err != nil {
		t.Fatal(err)
	}
	return built
}
