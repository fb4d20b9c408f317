package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// TestAlbumsAreBounded reads many long tables. What is kept of them has a bound
// in bytes, and a dropped one is not counted any more.
func TestAlbumsAreBounded(t *testing.T) {
	a := newAlbums()
	for i := range 100 {
		al := a.get(fmt.Sprint("table", i))
		a.grew(al, 10<<20)
		if a.held() > mostAlbums {
			t.Fatalf("after %d tables %d bytes are held, more than %d", i+1, a.held(), int64(mostAlbums))
		}
	}
	last, old := a.get("table99"), a.get("table98")
	a.forget("table98")
	a.grew(old, 1<<40)
	for i := range 99 {
		a.forget(fmt.Sprint("table", i))
	}
	if a.held() != last.size || len(a.of) != 1 {
		t.Errorf("one table of %d bytes is left, %d are counted", last.size, a.held())
	}
	a.forget("table99")
	if a.held() != 0 || a.uses.Len() != 0 {
		t.Errorf("of no album %d bytes are held", a.held())
	}
}

// Answers that are written at the same time hold a bounded number of bytes.
// Beyond the bound each of them gets one event at a time.
func TestReadingIsBounded(t *testing.T) {
	al := &album{pages: make([]json.RawMessage, 1000)}
	for i := range al.pages {
		al.pages[i] = make(json.RawMessage, 1<<10)
	}
	var r reading
	var done []func()
	for n := range mostReading >> 18 {
		pages, leave := r.take(al, 0, 1000, 256<<10)
		if done = append(done, leave); len(pages) != 256 {
			t.Fatalf("answer %d got %d events", n+1, len(pages))
		}
	}
	if pages, leave := r.take(al, 0, 1000, 256<<10); len(pages) != 1 {
		t.Errorf("beyond the bound an answer got %d events", len(pages))
	} else {
		leave()
	}
	for _, leave := range done {
		leave()
	}
	if n := r.size.Load(); n != 0 {
		t.Errorf("%d bytes still count after all was written", n)
	}
}

// Probe fails if somebody holds the album that was read last.
func TestProbeStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		if err := b.Probe(t.Context()); err != nil {
			t.Errorf("nothing was read: %v", err)
		}
		b.albums.get("aaaabbbb").filler <- struct{}{}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := b.Probe(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("stuck: %v", err)
		}
	})
}
