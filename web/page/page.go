// Package page is the page people play on: plain modules and style sheets,
// embedded in the binary. Their addresses contain a hash of their content, so
// that browsers can cache them for ever.
//
//	mux.Handle("GET /assets/", page.Assets())
//	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
//		body, err := page.HTML(page.Data{Title: "Parlour"})
//		...
//	})
//
// The page knows no rules; the server sends tables, boards and steps. Every
// address gets the same shell, whose modules look at the address. What the
// server writes into the shell is shown before they run.
package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed shell.html icon.svg icon-turn.svg sw.js worker.js css fonts/*/*.woff2 icons js/*.js js/*/*.js
var files embed.FS

// Data is what a page says before its modules run, for link previews and for
// browsers without scripts.
type Data struct {
	Title       string
	Description string
	URL         string // canonical address of the page
	Image       string // address of a picture for previews, a PNG of 1200 by 630
	Module      string // the module that shows the page, such as "pages/home"; the browser fetches it at once, with all it imports

	Lang, Dir string  // of the document; English if empty
	Skip      string  // the link to the content
	Nav       string  // the name of the navigation
	NoScript  string  // what a browser without scripts says, before the name of the command
	Others    []Other // the page in each language, if there are several
	Choose    string  // the name of the list of them

	Main template.HTML // what the page shows without scripts, with addresses from the root of a server; "" if it needs them

	Place Place
}

// An Other is a page in a language.
type Other struct {
	Lang, Name string // of the language; its name is in the language itself
	URL        string // for search engines
	Here       string // from the page itself, with its parameters
}

// An asset is a file in the form in which it is sent: without its comments.
type asset struct {
	kind    string
	plain   []byte
	smaller []byte // compressed by gzip
	sum     string // hash of the content
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
		if ext := path.Ext(name); ext == ".js" || ext == ".css" {
			data = uncommented(data)
		}
		sum.Write([]byte(name + "\x00"))
		sum.Write(data)
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		z.Write(data) // writing to a buffer never fails
		z.Close()
		kind := mime.TypeByExtension(path.Ext(name))
		switch path.Ext(name) { // the tables of the system may be wrong
		case ".js":
			kind = "text/javascript; charset=utf-8"
		case ".css":
			kind = "text/css; charset=utf-8"
		case ".svg":
			kind = "image/svg+xml"
		case ".png":
			kind = "image/png"
		case ".woff2":
			kind = "font/woff2"
		}
		all.assets[name] = asset{kind, data, b.Bytes(), Sum(data)}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	all.hash = hex.EncodeToString(sum.Sum(nil)[:8])
	all.shell = template.Must(template.New("shell").Parse(string(all.assets["shell.html"].plain)))
	return all
})

// uncommented returns a script or style sheet without the comments that are on
// lines of their own; types are comments here. Scripts
// keep their other lines, so that an error names the same text.
func uncommented(text []byte) []byte {
	var out bytes.Buffer
	inside := false
	for line := range bytes.Lines(text) {
		trimmed := bytes.TrimSpace(line)
		switch {
		case inside:
			inside = !bytes.HasSuffix(trimmed, []byte("*/"))
		case bytes.HasPrefix(trimmed, []byte("/*")) && !bytes.Contains(trimmed[:max(0, len(trimmed)-2)], []byte("*/")):
			inside = !bytes.HasSuffix(trimmed, []byte("*/"))
		case len(trimmed) == 0 || bytes.HasPrefix(trimmed, []byte("//")):
		default:
			out.Write(line)
		}
	}
	return out.Bytes()
}

// imports finds the modules that a module needs before it runs.
var imports = regexp.MustCompile(`(?m)^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+\.js)"`)

// modules returns the paths of the modules that the given ones need, with these
// and in the order in which they are found.
func modules(assets map[string]asset, paths ...string) []string {
	for i := 0; i < len(paths); i++ {
		for _, m := range imports.FindAllSubmatch(assets[paths[i]].plain, -1) {
			if needs := path.Join(path.Dir(paths[i]), string(m[1])); !slices.Contains(paths, needs) {
				paths = append(paths, needs)
			}
		}
	}
	return paths
}

// preloaded holds what preloads found. The files never change while the program
// runs.
var preloaded sync.Map // name of a module to paths

// preloads returns the paths of what a page with a module of its own needs, without
// the main module, which is a script of the shell.
func preloads(module string) []string {
	if paths, ok := preloaded.Load(module); ok {
		return paths.([]string)
	}
	assets, first := load().assets, []string{"js/main.js"}
	if own := "js/" + module + ".js"; assets[own].plain != nil {
		first = append(first, own)
	}
	paths := modules(assets, first...)[1:]
	preloaded.Store(module, paths)
	return paths
}

// styles finds the style sheets that a module names for its page.
var styles = regexp.MustCompile(`(?m)^export const styles = \[(.*)\];$`)

// sheets returns the style sheets of a page, besides the common one.
func sheets(module string) (names []string) {
	if m := styles.FindSubmatch(load().assets["js/"+module+".js"].plain); m != nil {
		for name := range strings.SplitSeq(string(m[1]), ",") {
			names = append(names, strings.Trim(name, ` "`))
		}
	}
	return names
}

// Hash names the present content of the page.
func Hash() string { return load().hash }

// HTML returns the shell of a page.
func HTML(d Data) ([]byte, error) {
	all := load()
	d.Lang, d.Dir = cmp.Or(d.Lang, "en"), cmp.Or(d.Dir, "ltr")
	place, err := json.Marshal(d.Place)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = all.shell.Execute(&b, struct {
		Data
		Says    string
		Assets  string
		Modules []string
		Styles  []string
	}{d, string(place), "/assets/" + all.hash, preloads(d.Module), sheets(d.Module)})
	if err != nil {
		return nil, err
	}
	return d.Place.settle(b.Bytes()), nil
}

// WorkerPolicy is the content security policy of the worker in which the program
// of a device runs: it has no network.
const WorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

// Assets serves the files of the shell under /assets/{hash}/. For another hash it
// sends the present file and forbids caching, so that a page opened before an
// update still finds its modules.
func Assets() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		all := load()
		rest, ok := strings.CutPrefix(r.URL.Path, "/assets/")
		hash, name, found := strings.Cut(rest, "/")
		a, known := all.assets[name]
		if !ok || !found || !known || !served(name) {
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
		if name == "worker.js" {
			h.Set("Content-Security-Policy", WorkerPolicy)
		}
		body := a.plain
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(a.smaller) < len(a.plain) {
			h.Set("Content-Encoding", "gzip")
			body = a.smaller
		}
		w.Write(body) // if it fails the client has gone
	})
}
