package web

import (
	"bytes"
	"compress/gzip"
	"image"
	imagepng "image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"parlour/cabinet"
	"parlour/web/exchange"
	"parlour/web/show"
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
	if n := s.s.reach.pictures.Len(); n != len(cabinet.Games())+1 {
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
		quick := httptest.NewRecorder()
		asked := httptest.NewRequest("GET", path, nil)
		asked.Header.Set("Accept-Encoding", "gzip")
		if err := exchange.NewWriter(quick, asked, 0).Send(http.StatusOK, "image/svg+xml", plain); err != nil || len(packed) > quick.Body.Len()*93/100 {
			t.Errorf("%s: %d bytes, quickly compressed %d, %v", e.Info.ID, len(packed), quick.Body.Len(), err)
		}
		if code, raw, _ := nobody.raw("GET", path, nil, map[string]string{"If-None-Match": h.Get("ETag"), "Accept-Encoding": "gzip"}); code != 304 || len(raw) > 0 {
			t.Errorf("%s again: %d", e.Info.ID, code)
		}
	}
}
