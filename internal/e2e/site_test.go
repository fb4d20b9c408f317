package e2e

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// where is the folder of the site on its host.
const where = "/some/where"

// serveSite writes a site of plain files, in German, and serves it with nothing but a file
// server. The script can make the server go away, and put a newer version of the
// site into its place.
func serveSite(t *testing.T, binary, program string) *Server {
	t.Helper()
	first, newer := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "newer")
	if out, err := command(t, binary, "site", "--out", first, "--base", where, "--server", "https://play.example", "--lang", "de", "--local", program).CombinedOutput(); err != nil {
		t.Fatalf("parlour site: %v\n%s", err, out)
	}
	renew(t, first, newer)
	var gone, renewed atomic.Bool
	site := func(dir string) http.Handler { return http.StripPrefix(where, http.FileServer(http.Dir(dir))) }
	old, next := site(first), site(newer)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /gone", func(http.ResponseWriter, *http.Request) { gone.Store(true) })
	mux.HandleFunc("POST /newer", func(http.ResponseWriter, *http.Request) { renewed.Store(true) })
	mux.HandleFunc(where+"/", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case gone.Load():
			panic(http.ErrAbortHandler) // closes the connection without an answer
		case renewed.Load():
			next.ServeHTTP(w, r)
		default:
			old.ServeHTTP(w, r)
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return &Server{URL: s.URL, binary: binary}
}

// renew copies a site as if its page had changed: the same files have another
// hash, and those with the old one are gone.
func renew(t *testing.T, from, to string) {
	t.Helper()
	start, err := os.ReadFile(filepath.Join(from, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`/assets/([0-9a-f]{16})/js/main\.js`).FindSubmatch(start)
	if m == nil {
		t.Fatal("the site names no hash")
	}
	hash := slices.Clone(m[1])
	slices.Reverse(hash)
	later := time.Now().Add(time.Minute)
	list, err := os.ReadFile(filepath.Join(from, ".parlour-site"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.TrimSpace(string(list)), "\n") {
		body, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(to, strings.ReplaceAll(name, string(m[1]), string(hash)))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, bytes.ReplaceAll(body, m[1], hash), 0o600); err != nil {
			t.Fatal(err)
		}
		// Browsers ask by the second whether a file is newer.
		if err := os.Chtimes(file, later, later); err != nil {
			t.Fatal(err)
		}
	}
}
