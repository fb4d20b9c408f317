package page

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A program is served in the form that the browser reads best, and only under
// its own hash.
func TestProgram(t *testing.T) {
	const text = "\x00asm of a program"
	dir := fstest.MapFS{
		".note":              {Data: []byte("not part of it")},
		"local.wasm.gz":      {Data: packed(t, text)},
		"local.wasm.br":      {Data: []byte("brotli")},
		"wasm_exec.js":       {Data: []byte("loader")},
		"bot/x/weights.bin":  {Data: []byte("weights")},
		".local.wasm.sha256": {Data: []byte("0")},
	}
	p, err := OpenProgram(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"bot/x/weights.bin", "local.wasm", "wasm_exec.js"}; !slices.Equal(p.Names(), want) {
		t.Errorf("names %v, want %v", p.Names(), want)
	}
	if body, err := p.File(Wasm); err != nil || string(body) != text {
		t.Errorf("the program is %q: %v", body, err)
	}
	get := func(path, accepts string) *http.Response {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", accepts)
		p.ServeHTTP(w, r)
		return w.Result()
	}
	at := "/assets/" + p.Hash() + "/local/"
	for _, c := range []struct{ path, accepts, encoding, kind, body string }{
		{at + "local.wasm", "gzip, deflate, br", "br", "application/wasm", "brotli"},
		{at + "local.wasm", "gzip", "gzip", "application/wasm", string(dir["local.wasm.gz"].Data)},
		{at + "local.wasm", "", "", "application/wasm", text},
		{at + "wasm_exec.js", "br", "", "text/javascript; charset=utf-8", "loader"},
		{at + "bot/x/weights.bin", "br", "", "application/octet-stream", "weights"},
	} {
		res := get(c.path, c.accepts)
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK || string(body) != c.body || res.Header.Get("Content-Encoding") != c.encoding || res.Header.Get("Content-Type") != c.kind || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s for %q: %s %v %q", c.path, c.accepts, res.Status, res.Header, body)
		}
	}
	for _, path := range []string{at, at + ".note", at + "local.wasm.gz", at + "../page.go", "/assets/0000000000000000/local/local.wasm"} {
		if res := get(path, ""); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, res.Status)
		}
	}
	dir["bot/x/weights.bin"] = &fstest.MapFile{Data: []byte("others")}
	if other, err := OpenProgram(dir); err != nil || other.Hash() == p.Hash() {
		t.Errorf("another program has the same hash: %v", err)
	}
	delete(dir, "wasm_exec.js")
	if _, err := OpenProgram(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without its loader: %v", err)
	}
}

// The worker in which the program runs has no network.
func TestWorkerPolicy(t *testing.T) {
	res := get(t, "/assets/"+Hash()+"/worker.js", "")
	if policy := res.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "connect-src") || strings.Contains(policy, "unsafe-inline") {
		t.Errorf("the policy of the worker is %q", policy)
	}
}
