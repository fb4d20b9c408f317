package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/hall"
	"parlour/internal/line"
)

// TestAlbumsAreBounded lets one address read many long tables. What is kept of them
// has a bound in bytes, a dropped one is not counted any more, and the table of
// another address stays.
func TestAlbumsAreBounded(t *testing.T) {
	b := New(Config{})
	get := func(address, id string) *album {
		t.Helper()
		al, err := b.albumOf(t.Context(), Reader{Guest: line.Guest{Address: address}}, id)
		if err != nil {
			t.Fatal(err)
		}
		return al
	}
	grow := func(al *album, by int) {
		b.albums.Grow(albumKey{al.id, al.lang}, func(o *album) bool { return o == al }, by)
	}
	other := get("b", "other")
	grow(other, 1<<20)
	for i := range 100 {
		grow(get("a", fmt.Sprint("table", i)), 10<<20)
		if b.albums.Held() > mostAlbums {
			t.Fatalf("after %d tables %d bytes are held, more than %d", i+1, b.albums.Held(), mostAlbums)
		}
	}
	if get("b", "other") != other {
		t.Error("an address pushed out the table of another")
	}
	old := get("a", "table98")
	b.Forget("table98")
	grow(old, 1<<30)
	if b.albums.Held() > mostAlbums || get("a", "table98") == old {
		t.Errorf("a dropped album counts: %d bytes", b.albums.Held())
	}
}

// TestFillersTakeTurns lets one address fill many albums. It has one filler at most,
// and a table of another address is filled meanwhile.
func TestFillersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &slowHall{}
		b := New(Config{Hall: h})
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				_, _ = b.album(t.Context(), Reader{Guest: line.Guest{Address: "a"}}, fmt.Sprint("table", i), 0)
			})
		}
		synctest.Wait()
		begun := time.Now()
		_, _ = b.album(t.Context(), Reader{Guest: line.Guest{Address: "b"}}, "other", 0)
		if waited := time.Since(begun); waited > time.Second {
			t.Errorf("another address waited %v", waited)
		}
		all.Wait()
		if took := time.Since(begun); took < 19*time.Second {
			t.Errorf("one address filled 20 albums in %v, with more than one filler", took)
		}
	})
}

// A slowHall takes a second to say that there is no such table.
type slowHall struct{ Hall }

func (slowHall) Open(context.Context, string) (*hall.Table, error) {
	time.Sleep(time.Second)
	return nil, hall.ErrNotFound
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
		al, err := b.albumOf(t.Context(), Reader{Guest: line.Guest{}}, "aaaabbbb")
		if err != nil {
			t.Fatal(err)
		}
		al.filler <- struct{}{}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := b.Probe(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("stuck: %v", err)
		}
	})
}
