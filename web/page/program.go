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
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
)

// What "make local" wrote: the program in compressed forms, its loader and the
// files of bots. A build without that step has only a note here.
//
//go:embed all:local
var made embed.FS

// A Program is the program that keeps the tables of a device, with everything
// that it needs to run there. Its files are
//
//	local.wasm     the program
//	wasm_exec.js   its loader, which belongs to the compiler that made it
//	bot/…          files of bots, fetched when a game needs them
//	puzzle/…       puzzles, fetched when somebody opens those of a game
type Program struct {
	hash  string
	files map[string][]byte // as they are stored: local.wasm.gz and, if there is one, local.wasm.br
}

// The names of the main files.
const (
	Wasm   = "local.wasm"
	Loader = "wasm_exec.js"
)

// Embedded returns the program that is part of this build, nil if there is none.
var Embedded = sync.OnceValue(func() *Program {
	dir, err := fs.Sub(made, "local")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	p, err := OpenProgram(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		panic(err)
	}
	return p
})

// OpenProgram reads a program from a folder that "make local" wrote. If there is
// none, the error is fs.ErrNotExist.
func OpenProgram(dir fs.FS) (*Program, error) {
	p := &Program{files: map[string][]byte{}}
	var names []string
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		names = append(names, name)
		p.files[name], err = fs.ReadFile(dir, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, need := range []string{Wasm + ".gz", Loader} {
		if p.files[need] == nil {
			return nil, fmt.Errorf("%s: %w", need, fs.ErrNotExist)
		}
	}
	slices.Sort(names)
	sum := sha256.New()
	for _, name := range names {
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
func (p *Program) Names() []string {
	var names []string
	for name := range p.files {
		if name, ok := strings.CutSuffix(name, ".gz"); ok {
			names = append(names, name)
		} else if !strings.HasSuffix(name, ".br") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Sums returns a hash of each file, by its name.
func (p *Program) Sums() map[string]string {
	sums := map[string]string{}
	for name, body := range p.Packed() {
		sums[strings.TrimSuffix(name, ".gz")] = sumOf(body)
	}
	return sums
}

// Packed returns the files for a host that compresses nothing: where there is a
// form that was compressed by gzip, only that one. The page unpacks it.
func (p *Program) Packed() map[string][]byte {
	files := map[string][]byte{}
	for _, name := range p.Names() {
		if body, ok := p.files[name+".gz"]; ok {
			files[name+".gz"] = body
		} else {
			files[name] = p.files[name]
		}
	}
	return files
}

// File returns a file as the browser sees it, nil if there is none.
func (p *Program) File(name string) ([]byte, error) {
	packed, ok := p.files[name+".gz"]
	if !ok {
		return p.files[name], nil
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
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
	if !ok || !slices.Contains(p.Names(), name) {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kindOf(name))
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if p.files[name+".gz"] != nil {
		h.Set("Vary", "Accept-Encoding")
		accepts := r.Header.Get("Accept-Encoding")
		for _, form := range []struct{ token, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
			if body := p.files[name+form.ext]; body != nil && strings.Contains(accepts, form.token) {
				h.Set("Content-Encoding", form.token)
				w.Write(body) // if it fails the client has gone
				return
			}
		}
	}
	body, err := p.File(name)
	if err != nil {
		http.Error(w, "The file is damaged.", http.StatusInternalServerError)
		return
	}
	w.Write(body) // as above
}
