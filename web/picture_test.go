package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"image"
	imagepng "image/png"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/cabinet"
	"parlour/web/show"
	"parlour/web/wire"
)

// TestPictures checks that every game has a picture for previews, with a tag that
// browsers can use.
func TestPictures(t *testing.T) {
	s := open(t, nil)
	nobody := &person{site: s}
	for _, e := range cabinet.Games() {
		path := "/api/games/" + e.Info.ID + "/board.png"
		code, raw, h := nobody.raw("GET", path, nil, nil)
		if code != 200 || h.Get("Content-Type") != "image/png" || h.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d %v", e.Info.ID, code, h)
			continue
		}
		img, err := imagepng.Decode(bytes.NewReader(raw))
		if err != nil || img.Bounds() != image.Rect(0, 0, show.CardWidth, show.CardHeight) {
			t.Errorf("%s: %v", e.Info.ID, err)
		}
		if code, raw, _ := nobody.raw("GET", path, nil, map[string]string{"If-None-Match": h.Get("ETag")}); code != 304 || len(raw) > 0 {
			t.Errorf("%s again: %d", e.Info.ID, code)
		}
	}
	code, raw, h := nobody.raw("GET", "/api/card.png", nil, nil)
	img, err := imagepng.Decode(bytes.NewReader(raw))
	if code != 200 || h.Get("Content-Type") != "image/png" || err != nil || img.Bounds() != image.Rect(0, 0, show.CardWidth, show.CardHeight) {
		t.Errorf("the picture of all games: %d %v %v", code, h, err)
	}
	if n := s.s.reach.pictures.kept.Len(); n != len(cabinet.Games())+1 {
		t.Errorf("%d pictures are kept", n)
	}
}

// TestSmallest checks that the drawings of games, which the first page shows, are
// compressed as well as can be and are the same for everybody.
func TestSmallest(t *testing.T) {
	s := open(t, nil)
	nobody := &person{site: s}
	for _, e := range cabinet.Games() {
		path := "/api/games/" + e.Info.ID + "/board.svg"
		_, plain, h := nobody.raw("GET", path, nil, map[string]string{"Accept-Encoding": "identity"})
		code, packed, gh := nobody.raw("GET", path, nil, map[string]string{"Accept-Encoding": "gzip"})
		if code != 200 || gh.Get("Content-Encoding") != "gzip" || gh.Get("ETag") != h.Get("ETag") || gh.Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s: %d %v", e.Info.ID, code, gh)
			continue
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(z)
		if err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%s: the compressed drawing is another: %v", e.Info.ID, err)
		}
		quick, err := pack(func(w io.Writer) error {
			_, err := w.Write(plain)
			return err
		})
		if err != nil || len(packed) > quick.Len()*93/100 {
			t.Errorf("%s: %d bytes, quickly compressed %d", e.Info.ID, len(packed), quick.Len())
		}
		if code, raw, _ := nobody.raw("GET", path, nil, map[string]string{"If-None-Match": h.Get("ETag"), "Accept-Encoding": "gzip"}); code != 304 || len(raw) > 0 {
			t.Errorf("%s again: %d", e.Info.ID, code)
		}
	}
}

// TestPicturesTakeTurns checks that addresses take turns, that a request can stop
// waiting, and that few of an address wait.
func TestPicturesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPictures()
		p.line.Places, p.line.Hold = 1, 1
		slow := func(w io.Writer) error {
			time.Sleep(time.Second)
			_, err := w.Write([]byte("picture"))
			return err
		}
		draw := func(ctx context.Context, address string, n int) error {
			_, err := p.made(ctx, address, pictureKey{width: n}, slow)
			return err
		}
		var all sync.WaitGroup
		for i := range ownLine {
			all.Go(func() {
				if err := draw(t.Context(), "a", i); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		var busy *wire.Error
		if err := draw(t.Context(), "a", 100); !errors.As(err, &busy) || busy.Code != wire.Busy {
			t.Errorf("too many of one address wait: %v", err)
		}
		gone, stop := context.WithCancel(t.Context())
		stop()
		if err := draw(gone, "b", 101); !errors.Is(err, context.Canceled) {
			t.Errorf("it did not wait: %v", err)
		}
		begun := time.Now()
		if err := draw(t.Context(), "b", 102); err != nil || time.Since(begun) > 2*time.Second {
			t.Errorf("another address waited %v: %v", time.Since(begun), err)
		}
		all.Wait()
		begun = time.Now()
		if err := draw(t.Context(), "b", 0); err != nil || time.Since(begun) > 0 {
			t.Errorf("the picture is not kept: %v", err)
		}
		if p.line.Len() != 0 {
			t.Error("somebody has not left")
		}
	})
}
