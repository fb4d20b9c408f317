package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// What "make local" wrote: the program, compressed, and its loader. A build without
// that step has only a note here.
//
//go:embed all:local
var made embed.FS

// A Program is the program that keeps the tables of a device, with everything
// that it needs to run there. Its files are
//
//	local.wasm     the program
//	wasm_exec.js   its loader, which belongs to the compiler that made it
//	bot/…          files of bots and puzzles, fetched when a game needs them
type Program struct {
	hash   string
	files  map[string][]byte      // by name, as they are stored
	packed string                 // the encoding in which the program itself is stored: "br" or "gzip"
	plain  func() ([]byte, error) // the program itself, unpacked once somebody asks for it
	zip    func() ([]byte, error) // the same, compressed by gzip
}

// The names of the main files.
const (
	Wasm   = "local.wasm"
	Loader = "wasm_exec.js"
)

// Embedded returns the program that is part of this build, nil if there is none.
// Other parts of the build hold some of its files; these are given by their names.
func Embedded(files map[string][]byte) *Program {
	dir, err := fs.Sub(made, "local")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	p, err := openProgram(dir, files)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		panic(err)
	}
	return p
}

// OpenProgram reads a program from a folder that "go run ./cmd/local" wrote. If
// there is none, the error is fs.ErrNotExist.
func OpenProgram(dir fs.FS) (*Program, error) { return openProgram(dir, nil) }

func openProgram(dir fs.FS, files map[string][]byte) (*Program, error) {
	p := &Program{files: maps.Clone(files)}
	if p.files == nil {
		p.files = map[string][]byte{}
	}
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		data, err := fs.ReadFile(dir, name)
		switch name {
		case Wasm + ".br": // the smaller form, if there are two
			p.files[Wasm], p.packed = data, "br"
		case Wasm + ".gz":
			if p.packed == "" {
				p.files[Wasm], p.packed = data, "gzip"
			}
		default:
			p.files[name] = data
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, need := range []string{Wasm, Loader} {
		if p.files[need] == nil {
			return nil, fmt.Errorf("%s: %w", need, fs.ErrNotExist)
		}
	}
	p.plain, p.zip = sync.OnceValues(p.unpack), sync.OnceValues(p.gzip)
	sum := sha256.New()
	for _, name := range p.Names() {
		fmt.Fprintf(sum, "%s\x00%d\x00", name, len(p.files[name]))
		sum.Write(p.files[name])
	}
	p.hash = hex.EncodeToString(sum.Sum(nil)[:8])
	return p, nil
}

// Hash names the content of the program. Its files are served under
// /assets/{hash}/local/.
func (p *Program) Hash() string { return p.hash }

// Names returns the names of the files, sorted.
func (p *Program) Names() []string { return slices.Sorted(maps.Keys(p.files)) }

// Sums returns a hash of each file, by its name.
func (p *Program) Sums() map[string]string {
	sums := map[string]string{}
	for name, body := range p.files {
		sums[name] = Sum(body)
	}
	return sums
}

// Packed returns the files for a host that compresses nothing: the program itself
// compressed by gzip, which every page can unpack.
func (p *Program) Packed() (map[string][]byte, error) {
	zipped, err := p.zip()
	if err != nil {
		return nil, err
	}
	files := maps.Clone(p.files)
	delete(files, Wasm)
	files[Wasm+".gz"] = zipped
	return files, nil
}

// File returns a file as the browser sees it, nil if there is none.
func (p *Program) File(name string) ([]byte, error) {
	if name == Wasm {
		return p.plain()
	}
	return p.files[name], nil
}

// unpack returns the program as the browser runs it.
func (p *Program) unpack() ([]byte, error) {
	if p.packed == "br" {
		return io.ReadAll(brotli.NewReader(bytes.NewReader(p.files[Wasm])))
	}
	z, err := gzip.NewReader(bytes.NewReader(p.files[Wasm]))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// gzip returns the program compressed by gzip, for pages on a plain connection:
// there browsers do not take brotli. It takes a second.
func (p *Program) gzip() ([]byte, error) {
	if p.packed == "gzip" {
		return p.files[Wasm], nil
	}
	body, err := p.unpack() // which nobody needs afterwards
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(body) // writing to a buffer never fails
	z.Close()
	return b.Bytes(), nil
}

// kindOf returns the type of a file.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".wasm":
		return "application/wasm"
	case ".js":
		return "text/javascript; charset=utf-8"
	}
	return "application/octet-stream"
}

// ServeHTTP sends a file. The path is /assets/{hash}/local/ and its name. For
// another hash there is nothing: a loader and a program of two builds do not fit
// together.
func (p *Program) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutPrefix(r.URL.Path, "/assets/"+p.hash+"/local/")
	if !ok || p.files[name] == nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kindOf(name))
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	body, encoding, err := p.form(name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		http.Error(w, "The file is damaged.", http.StatusInternalServerError)
		return
	}
	if name == Wasm {
		h.Set("Vary", "Accept-Encoding")
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	w.Write(body) // if it fails the client has gone
}

// form returns a file in the smallest encoding that a client accepts, "" for none.
func (p *Program) form(name, accepts string) (body []byte, encoding string, err error) {
	switch {
	case name == Wasm && strings.Contains(accepts, p.packed):
		return p.files[name], p.packed, nil
	case name == Wasm && strings.Contains(accepts, "gzip"):
		body, err = p.zip()
		return body, "gzip", err
	}
	body, err = p.File(name)
	return body, "", err
}
