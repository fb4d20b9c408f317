package page

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/internal/programs"
)

// get requests an asset.
func get(t *testing.T, path, encoding string) *http.Response {
	t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Encoding", encoding)
	w := httptest.NewRecorder()
	Assets().ServeHTTP(w, r)
	return w.Result()
}

func TestShell(t *testing.T) {
	body, err := HTML(Data{Title: `<b>"Contact"</b>`, Description: "d", URL: "https://example.org/", Image: "https://example.org/x.png", Module: "pages/game"})
	if err != nil {
		t.Fatal(err)
	}
	shell := string(body)
	if strings.Contains(shell, "<b>") {
		t.Error("a title became markup")
	}
	// The security policy forbids inline scripts and styles.
	for _, bad := range []string{" style=", "<style", " onclick=", "javascript:"} {
		if strings.Contains(shell, bad) {
			t.Errorf("the shell contains %q", bad)
		}
	}
	if inline := regexp.MustCompile(`<script(?:\s[^>]*)?>[^<]`).FindString(shell); inline != "" {
		t.Errorf("an inline script: %s", inline)
	}
	for _, ref := range regexp.MustCompile(`(?:src|href|data-turn)="(/assets/[^"]+)"`).FindAllStringSubmatch(shell, -1) {
		if res := get(t, ref[1], ""); res.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", ref[1], res.Status)
		}
	}
}

// The shell asks for the module of its page and for everything that one needs,
// once each, so that the browser does not find them one after the other.
func TestPreload(t *testing.T) {
	entries := regexp.MustCompile(`import\("\./([a-z0-9/-]+)\.js"\)`)
	pages := 0
	for _, m := range entries.FindAllStringSubmatch(string(load().assets["js/main.js"].plain), -1) {
		pages++
		shell, err := HTML(Data{Module: m[1]})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{"js/main.js": 1}
		for _, link := range regexp.MustCompile(`<link rel="modulepreload" href="/assets/[0-9a-f]+/([^"]+)">`).FindAllStringSubmatch(string(shell), -1) {
			got[link[1]]++
		}
		if got["js/"+m[1]+".js"] != 1 {
			t.Errorf("the page %s does not ask for its own module", m[1])
		}
		// Whatever a listed module imports is listed, and each is imported by another.
		needed := map[string]bool{"js/main.js": true, "js/" + m[1] + ".js": true}
		for name, n := range got {
			if n != 1 {
				t.Errorf("%s is asked for %d times on the page %s", name, n, m[1])
			}
			for _, dep := range regexp.MustCompile(`from "(\.[^"]+\.js)"`).FindAllStringSubmatch(string(load().assets[name].plain), -1) {
				needs := path.Join(path.Dir(name), dep[1])
				needed[needs] = true
				if got[needs] == 0 {
					t.Errorf("%s needs %s, which the page %s does not ask for", name, needs, m[1])
				}
			}
		}
		if len(needed) != len(got) {
			t.Errorf("the page %s asks for %d modules and needs %d", m[1], len(got), len(needed))
		}
	}
	if pages < 7 { // six pages and the settings
		t.Errorf("main.js opens %d pages", pages)
	}
}

// Comments on lines of their own are left out, and what is sent still is a
// module.
func TestUncommented(t *testing.T) {
	const text = "// A page.\n\n/** @param {string} x */\nexport const f = (x) => /** @type {any} */ (x); // kept\n/**\n * Two\n * lines.\n */\n/** @type {any} */ (f)(1);\n"
	const want = "export const f = (x) => /** @type {any} */ (x); // kept\n/** @type {any} */ (f)(1);\n"
	if got := string(uncommented([]byte(text))); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	dir := t.TempDir()
	for name, a := range load().assets {
		if path.Ext(name) == ".js" {
			if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(strings.TrimSuffix(name, ".js"), "/", "-")+".mjs"), a.plain, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	check := `const vm = require("vm"), fs = require("fs"); for (const f of fs.readdirSync(".")) new vm.SourceTextModule(fs.readFileSync(f, "utf8"), { identifier: f });`
	cmd := exec.CommandContext(t.Context(), programs.Find(t, "node"), "--no-warnings", "--experimental-vm-modules", "-e", check)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Every module that is imported is there.
func TestImports(t *testing.T) {
	imported := regexp.MustCompile(`(?:from|import\()\s*"(\.[^"]+\.js)"`)
	for name, a := range load().assets {
		for _, m := range imported.FindAllStringSubmatch(string(a.plain), -1) {
			if _, ok := load().assets[path.Join(path.Dir(name), m[1])]; !ok {
				t.Errorf("%s imports %s", name, m[1])
			}
		}
	}
}

// Only address.js knows where the page lives and whom it asks.
func TestAddresses(t *testing.T) {
	knows := regexp.MustCompile(`\bfetch\(|\blocation\.(pathname|search|origin|host|replace|assign)|\blocation(\.href)? = |\.(href|src) = [` + "`" + `"]/`)
	for name, a := range load().assets {
		if !strings.HasPrefix(name, "js/") || slices.Contains([]string{"js/lib/address.js", "js/lib/local.js", "js/lib/offline.js"}, name) { // offline.js and the service worker speak of whole paths
			continue
		}
		for line := range strings.Lines(string(a.plain)) {
			if knows.MatchString(line) {
				t.Errorf("%s: %s\n\tuse address.js", name, strings.TrimSpace(line))
			}
		}
	}
}

// The modules that need no browser have tests of their own.
func TestModules(t *testing.T) {
	tests, err := filepath.Glob("test/*.test.mjs")
	if err != nil || len(tests) == 0 {
		t.Fatalf("found %d tests: %v", len(tests), err)
	}
	cmd := exec.CommandContext(t.Context(), programs.Find(t, "node"), append([]string{"--test", "--test-reporter=spec"}, tests...)...)
	cmd.Env = append(os.Environ(), "FIXTURES="+fixtures(t), programs.Env(t, "python3"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("node --test: %v\n%s", err, out)
	}
}

func TestAssets(t *testing.T) {
	now := "/assets/" + Hash()
	res := get(t, now+"/css/parlour.css", "gzip, br")
	if res.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("headers of an asset: %v", res.Header)
	}
	res = get(t, now+"/js/main.js", "")
	body, err := io.ReadAll(res.Body)
	if err != nil || !strings.Contains(string(body), "import") || res.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("main.js: %v %v", res.Header, err)
	}
	// A page opened before an update finds its modules, but does not keep them.
	if res := get(t, "/assets/0000000000000000/js/main.js", ""); res.StatusCode != http.StatusOK || res.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("an asset of another hash: %s %v", res.Status, res.Header)
	}
	for _, path := range []string{"/assets/", now, now + "/", now + "/shell.html", now + "/../page.go", now + "/js/none.js"} {
		if res := get(t, path, ""); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, res.Status)
		}
	}
}

// Every colour stands once in the style sheet, light and dark beside each
// other: a second list for dark screens would drift away from the first.
func TestColoursOnce(t *testing.T) {
	css := string(load().assets["css/parlour.css"].plain)
	for _, twice := range []string{"prefers-color-scheme", `data-theme="dark"] {\n`} {
		if strings.Contains(css, twice) {
			t.Errorf("parlour.css has %q: use light-dark()", twice)
		}
	}
	if n := strings.Count(css, "--paper: "); n != 2 {
		t.Errorf("--paper is defined %d times, want once for paper and night and once for wood", n)
	}
}
