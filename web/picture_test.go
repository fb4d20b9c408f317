package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"image"
	imagepng "image/png"
	"io"
	"sync"
	"testing"

	"parlour/cabinet"
	"parlour/draw/png"
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
		if err != nil || img.Bounds() != image.Rect(0, 0, cardWidth, cardHeight) {
			t.Errorf("%s: %v", e.Info.ID, err)
		}
		if code, raw, _ := nobody.raw("GET", path, nil, map[string]string{"If-None-Match": h.Get("ETag")}); code != 304 || len(raw) > 0 {
			t.Errorf("%s again: %d", e.Info.ID, code)
		}
	}
	code, raw, h := nobody.raw("GET", "/api/card.png", nil, nil)
	img, err := imagepng.Decode(bytes.NewReader(raw))
	if code != 200 || h.Get("Content-Type") != "image/png" || err != nil || img.Bounds() != image.Rect(0, 0, cardWidth, cardHeight) {
		t.Errorf("the picture of all games: %d %v %v", code, h, err)
	}
	if n := len(s.s.reach.pictures.of); n != len(cabinet.Games())+1 {
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

// TestPicturesKept checks that the cache is bounded, and that a request can stop
// waiting.
func TestPicturesKept(t *testing.T) {
	p := newPictures()
	for i := range 5 {
		p.keep(pictureKey{width: i}, wire.Answer{Body: make([]byte, mostPictures/3)})
	}
	size := 0
	for _, d := range p.of {
		size += len(d.Body)
	}
	if size != p.size || len(p.of) != 3 {
		t.Errorf("%d pictures of %d bytes, counted as %d", len(p.of), size, p.size)
	}

	mark := []byte(`<svg viewBox="0 0 2 2"/>`)
	for range cap(p.turn) {
		p.turn <- struct{}{}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := p.get(ctx, "a", mark, png.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("it did not wait: %v", err)
	}
	for range ownLine {
		p.line.enter("a")
	}
	var busy *Error
	if _, err := p.get(t.Context(), "a", mark, png.Options{}); !errors.As(err, &busy) || busy.Code != Busy {
		t.Errorf("too many of one address wait: %v", err)
	}
	if _, err := p.get(ctx, "b", mark, png.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("another address cannot wait: %v", err)
	}
	for range ownLine {
		p.line.leave("a")
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := p.get(t.Context(), "a", mark, png.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	for range cap(p.turn) {
		<-p.turn
	}
	all.Wait()
	if _, ok := p.kept(pictureKey{drawing: sha256.Sum256(mark)}); !ok || len(p.turn) > 0 || p.line.len() != 0 {
		t.Error("the picture is not kept, or somebody has not left")
	}
}
