package site_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"parlour/cabinet"
	"parlour/language"
	"parlour/web"
	"parlour/web/exchange"
	"parlour/web/site"
)

// program stands for the real one, which takes long to build.
type program struct{ http.Handler }

func (program) Hash() string            { return "0123456789abcdef" }
func (program) Sums() map[string]string { return nil }
func (program) Packed() (map[string][]byte, error) {
	return map[string][]byte{"bot/x.bin": []byte("bot/x.bin"), "local.wasm.gz": []byte("local.wasm"), "wasm_exec.js": []byte("x")}, nil
}

func Example() {
	_, err := site.Write(context.Background(), "public", site.Config{Base: "/games", Program: nil})
	if errors.Is(err, site.ErrNoProgram) {
		return // run "make local" first
	}
}

const base = "/some/where"

// files returns the files of a site, made once for all tests.
var files = sync.OnceValues(func() (map[string][]byte, error) {
	return site.Files(context.Background(), site.Config{Base: base, Server: "https://play.example", Program: program{}})
})

func all(t *testing.T) map[string][]byte {
	t.Helper()
	f, err := files()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// fileOf returns the file that a web server sends for an address of the site.
func fileOf(link string) (string, bool) {
	name, ok := strings.CutPrefix(link, base+"/")
	if i := strings.IndexAny(name, "?#"); i >= 0 {
		name = name[:i]
	}
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	return name, ok
}

// Every link of every page leads to a file of the site or to another host, and
// every mark to its place.
func TestLinks(t *testing.T) {
	files := all(t)
	ids := map[string]map[string]bool{}
	for name, body := range files {
		if path.Ext(name) == ".html" {
			ids[name] = map[string]bool{}
			for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllSubmatch(body, -1) {
				ids[name][string(m[1])] = true
			}
		}
	}
	if len(ids) < 1+1+3*len(cabinet.Games()) {
		t.Errorf("the site has only %d pages", len(ids))
	}
	links := 0
	for name := range ids {
		for _, link := range site.Links(files[name]) {
			links++
			if strings.HasPrefix(link, "http://") || strings.HasPrefix(link, "https://") {
				continue
			}
			to, ok := name, strings.HasPrefix(link, "#")
			if !ok {
				to, ok = fileOf(link)
			}
			if _, there := files[to]; !ok || !there {
				t.Errorf("%s leads to %s, which is not there", name, link)
			}
			if _, mark, ok := strings.Cut(link, "#"); ok && !ids[to][mark] && !strings.Contains(link, "/device/") {
				t.Errorf("%s leads to %s, where that mark is missing", name, link)
			}
		}
		if bytes.Contains(files[name], []byte("og:image")) || bytes.Contains(files[name], []byte("canonical")) {
			t.Errorf("%s has an address of a host that nobody named", name)
		}
	}
	if links < 1000 {
		t.Errorf("only %d links were found", links)
	}
}

// The pages can be read without scripts where the server's can, and say where
// they live.
func TestPages(t *testing.T) {
	files := all(t)
	for _, e := range cabinet.Games() {
		for name, want := range map[string]string{
			"g/" + e.Info.ID + "/index.html":              e.Info.Title + "</h1>",
			"print/" + e.Info.ID + "/index.html":          `class="part"`,
			"print/" + e.Info.ID + "/letter/index.html":   `class="prints letter"`,
			"print/" + e.Info.ID + "/letter.pdf":          "%PDF-",
			"api/games/" + e.Info.ID + ".json":            `"clauses":`,
			"api/games/" + e.Info.ID + "/board.svg":       "<svg",
			"api/games/" + e.Info.ID + "/lesson.json":     `"steps":`,
			"learn/" + e.Info.ID + "/index.html":          "Learn " + e.Info.Title,
			"assets/0123456789abcdef/local/local.wasm.gz": "local.wasm",
			"assets/0123456789abcdef/local/bot/x.bin":     "bot/x.bin",
			"404.html":          "Page not found",
			"index.html":        `&#34;static&#34;:true,&#34;server&#34;:&#34;https://play.example&#34;,&#34;local&#34;:&#34;0123456789abcdef&#34;`,
			"device/index.html": `&#34;base&#34;:&#34;/some/where&#34;`,
			"api/games/" + e.Info.ID + "/findings-340.json": `"plots":`,
		} {
			if !strings.Contains(string(files[name]), want) {
				t.Errorf("%s (%d bytes) lacks %s", name, len(files[name]), want)
			}
		}
	}
}

// The worker keeps files that are there, and the manifest stays inside the site.
func TestWorker(t *testing.T) {
	files := all(t)
	line, _, _ := bytes.Cut(files["sw.js"], []byte(";\n"))
	var build struct {
		Hash         string
		Files        map[string]string
		First, Later []string
		Program      struct {
			Hash  string
			Files map[string]string
		}
	}
	if err := json.Unmarshal(bytes.TrimPrefix(line, []byte("self.parlour = ")), &build); err != nil {
		t.Fatal(err)
	}
	if build.Program.Hash != (program{}).Hash() || len(build.Program.Files) != 3 || build.Program.Files["local.wasm.gz"] == "" {
		t.Errorf("the worker knows the program %v", build.Program)
	}
	for _, link := range slices.Concat(build.First, build.Later) {
		if name, ok := fileOf(link); !ok || files[name] == nil {
			t.Errorf("the worker keeps %s, which is not there", link)
		}
	}
	for name := range build.Files {
		if files["assets/"+build.Hash+"/"+name] == nil {
			t.Errorf("the worker keeps the file %s, which is not there", name)
		}
	}
	for _, m := range regexp.MustCompile(`"(?:src|url|start_url|scope|id)": "([^"]*)"`).FindAllStringSubmatch(string(files["manifest.webmanifest"]), -1) {
		if name, ok := fileOf(m[1]); !ok || files[name] == nil {
			t.Errorf("the manifest names %s, which is not there", m[1])
		}
	}
}

// With its address, a site has pictures for previews and codes on paper.
func TestOrigin(t *testing.T) {
	files, err := site.Files(t.Context(), site.Config{Base: "/x", Origin: "https://example.org", Program: program{}})
	if err != nil {
		t.Fatal(err)
	}
	text := string(files["g/parker/index.html"])
	if !strings.Contains(text, `<link rel="canonical" href="https://example.org/x/g/parker`) || !strings.Contains(text, `content="https://example.org/x/api/games/parker/board.png"`) || files["api/games/parker/board.png"] == nil {
		t.Error("the page has no picture for previews")
	}
	if !bytes.Contains(files["print/parker/index.html"], []byte("QR code")) {
		t.Error("the page to print has no code")
	}
}

// Two runs make the same bytes.
func TestSame(t *testing.T) {
	again, err := site.Files(t.Context(), site.Config{Base: base, Server: "https://play.example", Program: program{}})
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range all(t) {
		if !bytes.Equal(again[name], body) {
			t.Errorf("%s differs in a second run", name)
		}
	}
	if len(again) != len(all(t)) {
		t.Errorf("%d files, and %d in a second run", len(all(t)), len(again))
	}
}

// A site in German is German throughout: its pages, lessons and answers, what the
// installed page says, and what the worker keeps. All its links lead somewhere.
func TestGerman(t *testing.T) {
	german := language.Match(language.All, "de")
	files, err := site.Files(t.Context(), site.Config{Base: base, Language: german, Program: program{}})
	if err != nil {
		t.Fatal(err)
	}
	words := web.WordsOf(german)
	for name, want := range map[string]string{
		"index.html":                   `href="` + base + words[0] + `"`,
		"device/index.html":            `&#34;program&#34;:&#34;` + words[1] + `&#34;`,
		"g/checkers/index.html":        "Dame (Checkers)</h1>",
		"learn/mensch/index.html":      "lernen",
		"print/mensch/a4/index.html":   "drucken",
		"api/games/mensch/lesson.json": "Figur",
		"manifest.webmanifest":         `"lang": "de"`,
		"404.html":                     `<html lang="de">`,
		words[0][1:]:                   `"nav.home":"Spiele"`,
		words[1][1:]:                   "Schwarz",
	} {
		if !strings.Contains(string(files[name]), want) {
			t.Errorf("%s (%d bytes) lacks %s", name, len(files[name]), want)
		}
	}
	for name, body := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		if !bytes.Contains(body, []byte(`<html lang="de">`)) || bytes.Contains(body, []byte("lang=en")) {
			t.Errorf("%s is not in German alone", name)
		}
		for _, link := range site.Links(body) {
			if to, ok := fileOf(link); ok && files[to] == nil {
				t.Errorf("%s leads to %s, which is not there", name, link)
			}
		}
	}
}

// docs/SITE.md shows the policy that servers use.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/SITE.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), `"`+exchange.Policy+`"`); n != 3 {
		t.Errorf("the policy is there %d times, want 3: %s", n, exchange.Policy)
	}
	if headers := string(all(t)["_headers"]); !strings.Contains(headers, exchange.Policy) || !strings.Contains(headers, base+"/assets/*\n") {
		t.Errorf("the headers are %s", headers)
	}
}

func TestNoProgram(t *testing.T) {
	if _, err := site.Write(t.Context(), t.TempDir(), site.Config{}); !errors.Is(err, site.ErrNoProgram) {
		t.Errorf("without a program: %v", err)
	}
}

// A bare file server finds every page of the site in its folder.
func TestFileServer(t *testing.T) {
	files := fstest.MapFS{}
	for name, body := range all(t) {
		files[name] = &fstest.MapFile{Data: body}
	}
	server := httptest.NewServer(http.StripPrefix(base, http.FileServerFS(files)))
	defer server.Close()
	for address, kind := range map[string]string{"/": "text/html", "/g/parker/": "text/html", "/device/?at=/new": "text/html", "/api/games.json": "application/json", "/sw.js": "text/javascript", "/assets/0123456789abcdef/local/local.wasm.gz": "application/gzip"} {
		res, err := http.Get(server.URL + base + address)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusOK || !strings.HasPrefix(res.Header.Get("Content-Type"), kind) {
			t.Errorf("%s: %s %s", address, res.Status, res.Header.Get("Content-Type"))
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string][2]string{
		"": {"", ""}, "/": {"", ""}, "/games": {"/games", ""}, "/a/b/": {"/a/b", ""},
		"https://example.org": {"", "https://example.org"}, "http://example.org:81/a/": {"/a", "http://example.org:81"},
	} {
		got, origin, err := site.ParseBase(text)
		if err != nil || got != want[0] || origin != want[1] {
			t.Errorf("%q: %q %q %v", text, got, origin, err)
		}
	}
	for _, text := range []string{"games", "/a b", "/a/../b", "//x", "/a?b", "ftp://x/", "https:///x", "/%2e", "/a//b"} {
		if got, _, err := site.ParseBase(text); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
	for text, good := range map[string]bool{"": true, "https://play.example/": true, "play.example": false, "javascript:alert(1)": false} {
		if got, err := site.ParseServer(text); (err == nil) != good || strings.HasSuffix(got, "/") {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
}
