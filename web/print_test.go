package web

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"parlour/cabinet"
)

// The page to print leads to the same sheets as a PDF, whose code is that of this
// server. A file is made once.
func TestPrintedPDF(t *testing.T) {
	s := open(t, func(c *Config) { c.PublicURL = "https://parlour.example" })
	nobody := &person{site: s}
	for _, e := range cabinet.Games() {
		_, page, _ := nobody.raw("GET", "/print/"+e.Info.ID+"/letter", nil, nil)
		path := "/print/" + e.Info.ID + "/letter.pdf"
		if !bytes.Contains(page, []byte(`href="`+path+`"`)) {
			t.Errorf("%s: the page does not lead to the file", e.Info.ID)
		}
		code, file, h := nobody.raw("GET", path, nil, nil)
		if code != http.StatusOK || h.Get("Content-Type") != "application/pdf" || h.Get("Content-Encoding") != "" || !bytes.HasPrefix(file, []byte("%PDF-")) {
			t.Errorf("%s: %d %v", e.Info.ID, code, h)
			continue
		}
		if !bytes.Contains(file, []byte("/URI(https://parlour.example/g/"+e.Info.ID+")")) {
			t.Errorf("%s: the file does not lead to this server", e.Info.ID)
		}
		if !strings.Contains(h.Get("Content-Disposition"), e.Info.ID+"-letter.pdf") {
			t.Errorf("%s: the file is saved as %s", e.Info.ID, h.Get("Content-Disposition"))
		}
		if code, raw, _ := nobody.raw("GET", path, nil, map[string]string{"If-None-Match": h.Get("ETag")}); code != http.StatusNotModified || len(raw) > 0 {
			t.Errorf("%s again: %d", e.Info.ID, code)
		}
	}
	if n := s.s.reach.pictures.Len(); n != len(cabinet.Games()) {
		t.Errorf("%d files are kept", n)
	}
	for path, want := range map[string]string{"/print/checkers/a5.pdf": "A4, Letter and A3", "/print/solitaire/a4.pdf": "no such game"} {
		if code, body, h := nobody.raw("GET", path, nil, nil); code != http.StatusNotFound || !strings.Contains(string(body), want) {
			t.Errorf("%s: %d %v %.200s", path, code, h, body)
		}
	}
}
