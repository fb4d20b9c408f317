// Package page is the page people play on: plain modules and style sheets in
// the binary, named by their content so that browsers keep them.
//
//	mux.Handle("GET /assets/", page.Assets())
//	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
//		page.Write(w, page.Data{Title: "Parlour"})
//	})
//
// The page holds no rules. It asks the server for tables, boards and steps, and
// every path gets the same shell, whose modules look at the address.
package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed shell.html icon.svg icon-turn.svg sw.js css js/*.js
var files embed.FS

// Data is what a page says before its modules run, for previews and readers
// without scripts.
type Data struct {
	Title       string
	Description string
	URL         string // canonical address of the page
	Image       string // address of a picture for previews, a PNG of 1200 by 630
}

// An asset is a file as it is sent.
type asset struct {
	kind    string
	plain   []byte
	smaller []byte // compressed by gzip
}

var load = sync.OnceValue(func() (all struct {
	hash   string
	assets map[string]asset
	shell  *template.Template
}) {
	all.assets = map[string]asset{}
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		sum.Write([]byte(name + "\x00"))
		sum.Write(data)
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		z.Write(data) // a buffer takes everything
		z.Close()
		kind := mime.TypeByExtension(path.Ext(name))
		switch path.Ext(name) { // whatever the system's tables say
		case ".js":
			kind = "text/javascript; charset=utf-8"
		case ".css":
			kind = "text/css; charset=utf-8"
		case ".svg":
			kind = "image/svg+xml"
		}
		all.assets[name] = asset{kind, data, b.Bytes()}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	all.hash = hex.EncodeToString(sum.Sum(nil)[:8])
	all.shell = template.Must(template.New("shell").Parse(string(all.assets["shell.html"].plain)))
	return all
})

// Hash names the present content of the page.
func Hash() string { return load().hash }

// Write sends the shell of a page.
func Write(w http.ResponseWriter, d Data) error {
	all := load()
	var b bytes.Buffer
	err := all.shell.Execute(&b, struct {
		Data
		Assets string
	}{d, "/assets/" + all.hash})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, err = w.Write(b.Bytes())
	return err
}

// Worker sends the service worker, which shows notices. It has to lie at the
// root to speak for every page, so it is not among the assets.
func Worker(w http.ResponseWriter) error {
	a := load().assets["sw.js"]
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Cache-Control", "no-cache")
	_, err := w.Write(a.plain)
	return err
}

// Assets serves what the shell refers to, under /assets/{hash}/. Files of
// another hash are served as they are now, and then not kept by browsers, so
// that a page opened before an update still finds its modules.
func Assets() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		all := load()
		rest, ok := strings.CutPrefix(r.URL.Path, "/assets/")
		hash, name, found := strings.Cut(rest, "/")
		a, known := all.assets[name]
		if !ok || !found || !known || name == "shell.html" {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", a.kind)
		h.Set("Vary", "Accept-Encoding")
		h.Set("Cache-Control", "no-cache")
		if hash == all.hash {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		body := a.plain
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(a.smaller) < len(a.plain) {
			h.Set("Content-Encoding", "gzip")
			body = a.smaller
		}
		w.Write(body) // who stops reading is no concern of ours
	})
}
