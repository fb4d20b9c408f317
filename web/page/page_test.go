package page

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
	w := httptest.NewRecorder()
	if err := Write(w, Data{Title: `<b>"Contact"</b>`, Description: "d", URL: "https://example.org/", Image: "https://example.org/x.png"}); err != nil {
		t.Fatal(err)
	}
	shell := w.Body.String()
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

// Every module that is imported is there.
func TestImports(t *testing.T) {
	imported := regexp.MustCompile(`(?:from|import\()\s*"\./([a-z0-9]+\.js)"`)
	for name, a := range load().assets {
		for _, m := range imported.FindAllStringSubmatch(string(a.plain), -1) {
			if _, ok := load().assets["js/"+m[1]]; !ok {
				t.Errorf("%s imports %s", name, m[1])
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
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"--test", "--test-reporter=spec"}, tests...)...)
	cmd.Env = append(os.Environ(), "FIXTURES="+fixtures(t))
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
	if n := strings.Count(css, "--paper: "); n != 1 {
		t.Errorf("--paper is defined %d times", n)
	}
}
