package faults

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"parlour/internal/wait"
	"parlour/table"
)

// played lets people play for a while, kills the server and returns its folder
// and what was acknowledged.
func played(t *testing.T, seed uint64, actions int) (dir string, c *crowd) {
	t.Helper()
	dir = t.TempDir()
	p := server(t, dir)
	var at address
	at.set(p.base)
	ctx, cancel := context.WithCancel(context.Background())
	c = &crowd{at: &at, fail: func(err error) { t.Error(err) }}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { c.play(ctx, seed+uint64(i), someTerms) })
	}
	wait.For(t, "play to continue", func() bool { return c.acknowledged() >= actions || t.Failed() })
	cancel()
	wg.Wait()
	p.kill()
	return dir, c
}

// damaged opens a database whose file or log was damaged. It must return an
// error or a prefix of what was stored, never a wrong game.
func damaged(t *testing.T, path string, whole map[string][]table.Event) (events int, err error) {
	t.Helper()
	got, err := readLogs(path, nil)
	if err != nil {
		return 0, err
	}
	for id, log := range got {
		if err := prefix(id, log, whole[id]); err != nil {
			t.Errorf("a damaged database shows a wrong game: %v", err)
		}
		if _, err := replayed(id, log); err != nil {
			t.Errorf("a damaged database shows half a game: %v", err)
		}
		events += len(log)
	}
	return events, nil
}

// TestTornLog cuts and garbles the write-ahead log, as a disk does that loses
// power: everything before the damage survives.
func TestTornLog(t *testing.T) {
	dir, _ := played(t, 1, 60)
	whole := stored(t, dir, nil)
	all := 0
	for _, log := range whole {
		all += len(log)
	}
	path := snapshot(t, dir)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wal, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	const header, frameHeader = 32, 24
	page := int(binary.BigEndian.Uint32(wal[8:]))
	frame := frameHeader + page
	frames := (len(wal) - header) / frame
	if frames < 20 {
		t.Fatalf("the log holds only %d frames", frames)
	}
	rng := rand.New(rand.NewPCG(7, 7))
	rounds := 40
	if soak() {
		rounds = 2000
	}
	least, errors := all, 0
	for range rounds {
		torn := append([]byte(nil), wal...)
		at := header + rng.IntN(frames*frame)
		switch rng.IntN(4) {
		case 0: // the rest was never written
			torn = torn[:at]
		case 1: // the rest reads as zeros
			clear(torn[at:])
		case 2: // a sector holds garbage
			for i := at; i < min(at+512, len(torn)); i++ {
				torn[i] = byte(rng.Uint32())
			}
		case 3: // one bit is wrong
			torn[at] ^= 1 << rng.IntN(8)
		}
		into := filepath.Join(t.TempDir(), database)
		for name, data := range map[string][]byte{into: file, into + "-wal": torn} {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		events, err := damaged(t, into, whole)
		if err != nil {
			errors++
			continue
		}
		least = min(least, events)
	}
	if errors == rounds {
		t.Error("no torn log could be read at all")
	}
	t.Logf("%d torn logs of %d frames and %d events: %d refused, the others show %d events or more", rounds, frames, all, errors, least)
}

// TestTornFile damages the database itself. There is no second copy, so the
// best possible outcome is an error instead of a wrong game.
func TestTornFile(t *testing.T) {
	dir, _ := played(t, 5, 60)
	// After opening and closing it once, everything is in the file and no log
	// is left.
	path := snapshot(t, dir)
	whole := logs(t, path)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(8, 8))
	rounds := 40
	if soak() {
		rounds = 2000
	}
	refused := 0
	for range rounds {
		torn := append([]byte(nil), file...)
		if at := rng.IntN(len(torn)); rng.IntN(2) == 0 {
			torn = torn[:at]
		} else {
			for i := at; i < min(at+512, len(torn)); i++ {
				torn[i] = byte(rng.Uint32())
			}
		}
		into := filepath.Join(t.TempDir(), database)
		if err := os.WriteFile(into, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := damaged(t, into, whole); err != nil {
			refused++
		}
	}
	t.Logf("%d damaged files: %d refused, in the others the damage hit nothing that is read", rounds, refused)
}
