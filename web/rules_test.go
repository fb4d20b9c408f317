package web

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"parlour/cabinet"
)

// packedSize asks for an address as a browser does and returns how many bytes
// come over the wire, with the text they hold.
func packedSize(t *testing.T, s *site, path string) (int, string) {
	t.Helper()
	req, err := http.NewRequest("GET", s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "gzip")
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", path, res.Status, err)
	}
	text := string(body)
	if res.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		text = string(plain)
	}
	return len(body), text
}

// What a rules page needs for its first paint stays below 100 KB: the page, its
// style sheets and scripts, and every picture that does not wait until it is
// scrolled to. Every picture exists.
func TestRulesPagesAreLight(t *testing.T) {
	const most = 100 << 10
	s := open(t, nil)
	first := regexp.MustCompile(`<link rel="(?:stylesheet|modulepreload)" href="([^"]+)"|<script(?: type="module")? src="([^"]+)"`)
	images := regexp.MustCompile(`<img src="([^"]+)"[^>]*>`)
	for _, e := range cabinet.Games() {
		size, text := packedSize(t, s, "/g/"+e.Info.ID)
		for _, m := range first.FindAllStringSubmatch(text, -1) {
			n, _ := packedSize(t, s, m[1]+m[2])
			size += n
		}
		lazy := 0
		for _, m := range images.FindAllStringSubmatch(text, -1) {
			n, drawing := packedSize(t, s, m[1])
			if !strings.HasPrefix(drawing, "<svg") {
				t.Errorf("%s: %s is no drawing", e.Info.ID, m[1])
			}
			if strings.Contains(m[0], `loading="lazy"`) {
				lazy++
			} else {
				size += n
			}
		}
		if size > most {
			t.Errorf("%s: the first paint takes %d bytes, more than %d", e.Info.ID, size, most)
		}
		t.Logf("%s: %d bytes for the first paint, %d pictures later", e.Info.ID, size, lazy)
	}
}

// The short addresses lead to the page of the game.
func TestRulesAddresses(t *testing.T) {
	s := open(t, nil)
	for path, want := range map[string]string{"/rules/kleefeld": "/g/kleefeld", "/rules/kleefeld/kick": "/g/kleefeld#kick"} {
		req, err := http.NewRequest("GET", s.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusFound || res.Header.Get("Location") != want {
			t.Errorf("%s leads to %s with %s, want %s", path, res.Header.Get("Location"), res.Status, want)
		}
	}
}
