package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"iter"
	"maps"
	"net/http"
	"slices"
)

// An App is what the web app manifest says in the language of the reader.
type App struct {
	Lang, Dir   string
	Description string
	Shortcuts   []Shortcut // their addresses are written from the root of a server
}

// Manifest returns the web app manifest, with which people install the page.
func Manifest(p Place, app App) ([]byte, error) {
	all := load()
	type icon struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	at, root := p.Base+"/assets/"+all.hash+"/", p.Base+"/"
	m := struct {
		ID          string     `json:"id"`
		Name        string     `json:"name"`
		Short       string     `json:"short_name"`
		Description string     `json:"description"`
		Lang        string     `json:"lang"`
		Dir         string     `json:"dir,omitempty"`
		Start       string     `json:"start_url"`
		Scope       string     `json:"scope"`
		Display     string     `json:"display"`
		Theme       string     `json:"theme_color"`
		Background  string     `json:"background_color"`
		Categories  []string   `json:"categories"`
		Icons       []icon     `json:"icons"`
		Shortcuts   []Shortcut `json:"shortcuts"`
	}{
		ID: root, Name: "Parlour", Short: "Parlour", Description: app.Description, Lang: app.Lang, Dir: app.Dir,
		Start: root, Scope: root, Display: "standalone", Theme: "#f6eedb", Background: "#f6eedb", Categories: []string{"games"},
		Icons: []icon{
			{at + "icons/icon-192.png", "192x192", "image/png", ""},
			{at + "icons/icon-512.png", "512x512", "image/png", ""},
			{at + "icons/maskable-512.png", "512x512", "image/png", "maskable"},
			{at + "icon.svg", "any", "image/svg+xml", ""},
		},
		Shortcuts: []Shortcut{},
	}
	for _, s := range app.Shortcuts {
		m.Shortcuts = append(m.Shortcuts, Shortcut{s.Name, p.Link(s.URL)})
	}
	return json.MarshalIndent(m, "", "\t")
}

// A Shortcut is offered beside the icon of the installed page.
type Shortcut struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// Kept says what the service worker keeps of a site besides the files of the page:
// pages and answers that are the same for everybody, by their addresses from the
// root of a server.
type Kept struct {
	First []string `json:"first"` // at once: the page that every other can be made from, and what it needs
	Later []string `json:"later"` // when visited, and quietly after the first visit

	Program *Version `json:"program,omitempty"` // for tables on the device, if there is one
}

// A Version is a set of files that belong together.
type Version struct {
	Hash  string            `json:"hash"`
	Files map[string]string `json:"files"` // hash of each
}

// Worker returns the script of the service worker. It begins with what it keeps,
// so that browsers notice every change.
func Worker(p Place, k Kept) ([]byte, error) {
	all := load()
	settled := Kept{First: []string{}, Later: []string{}, Program: k.Program}
	for _, path := range k.First {
		settled.First = append(settled.First, p.Link(path))
	}
	for _, path := range k.Later {
		settled.Later = append(settled.Later, p.Link(path))
	}
	build, err := json.Marshal(struct {
		Version
		Kept
	}{Version{all.hash, sums(all.assets)}, settled})
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{[]byte("self.parlour = "), build, []byte(";\n"), all.assets["sw.js"].plain}, nil), nil
}

// SendWorker answers with the script of the service worker. Browsers always ask
// for it again, so that nobody stays with an old version.
func SendWorker(w http.ResponseWriter, p Place, k Kept) error {
	body, err := Worker(p, k)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	_, err = w.Write(body)
	return err
}

// sums returns a hash of each file that pages ask for.
func sums(assets map[string]asset) map[string]string {
	of := map[string]string{}
	for name, a := range assets {
		if served(name) {
			of[name] = a.sum
		}
	}
	return of
}

// Sum returns a hash of some content.
func Sum(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}

// served reports whether a file has an address of its own.
func served(name string) bool { return name != "shell.html" && name != "sw.js" }

// Files returns the files that pages ask for, in the order of their names, as they
// are sent. They belong into the folder assets/HASH of a site.
func Files() iter.Seq2[string, []byte] {
	assets := load().assets
	return func(yield func(string, []byte) bool) {
		for _, name := range slices.Sorted(maps.Keys(assets)) {
			if served(name) && !yield(name, assets[name].plain) {
				return
			}
		}
	}
}
