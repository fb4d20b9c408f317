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

	"github.com/andybalholm/brotli"
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
// its own hash. It is stored in one form, from which the others are made.
func TestProgram(t *testing.T) {
	const text = "\x00asm of a program"
	zipped, small := packed(t, text), []byte("\x0b\x08\x80"+text+"\x03")
	for _, stored := range []struct {
		ext, encoding string
		data          []byte
	}{{".gz", "gzip", zipped}, {".br", "br", small}} {
		dir := fstest.MapFS{
			".note":                   {Data: []byte("not part of it")},
			"local.wasm" + stored.ext: {Data: stored.data},
			"wasm_exec.js":            {Data: []byte("loader")},
			".local.wasm.sha256":      {Data: []byte("0")},
		}
		p, err := openProgram(dir, map[string][]byte{"bot/x/weights.bin": []byte("weights")})
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
			{at + "local.wasm", "gzip, deflate, br", stored.encoding, "application/wasm", text},
			{at + "local.wasm", "gzip", "gzip", "application/wasm", text},
			{at + "local.wasm", "", "", "application/wasm", text},
			{at + "wasm_exec.js", "br", "", "text/javascript; charset=utf-8", "loader"},
			{at + "bot/x/weights.bin", "br", "", "application/octet-stream", "weights"},
		} {
			res := get(c.path, c.accepts)
			body, err := io.ReadAll(res.Body)
			if err == nil && c.encoding != "" {
				body, err = unpacked(body, c.encoding)
			}
			if err != nil || res.StatusCode != http.StatusOK || string(body) != c.body || res.Header.Get("Content-Encoding") != c.encoding || res.Header.Get("Content-Type") != c.kind || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("%s of a program in %s for %q: %s %v %q, %v", c.path, stored.ext, c.accepts, res.Status, res.Header, body, err)
			}
		}
		for _, path := range []string{at, at + ".note", at + "local.wasm.gz", at + "local.wasm.br", at + "../page.go", "/assets/0000000000000000/local/local.wasm"} {
			if res := get(path, ""); res.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %s", path, res.Status)
			}
		}
		files, err := p.Packed()
		if err != nil || len(files) != 3 {
			t.Errorf("packed: %d files, %v", len(files), err)
		}
		if body, err := unpacked(files["local.wasm.gz"], "gzip"); err != nil || string(body) != text {
			t.Errorf("the program for a site is %q, %v", body, err)
		}
		if other, err := openProgram(dir, map[string][]byte{"bot/x/weights.bin": []byte("others")}); err != nil || other.Hash() == p.Hash() {
			t.Errorf("another program has the same hash: %v", err)
		}
		delete(dir, "wasm_exec.js")
		if _, err := OpenProgram(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("without its loader: %v", err)
		}
	}
}

// unpacked undoes an encoding.
func unpacked(body []byte, encoding string) ([]byte, error) {
	if encoding == "br" {
		return io.ReadAll(brotli.NewReader(bytes.NewReader(body)))
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// The worker in which the program runs has no network.
func TestWorkerPolicy(t *testing.T) {
	res := get(t, "/assets/"+Hash()+"/worker.js", "")
	if policy := res.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "connect-src") || strings.Contains(policy, "unsafe-inline") {
		t.Errorf("the policy of the worker is %q", policy)
	}
}
