package site

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A second version replaces the first and leaves what others put there. A folder
// with anything else is refused.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "site")
	inside := func() (names []string) {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				rel, _ := filepath.Rel(dir, name)
				names = append(names, filepath.ToSlash(rel))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	text := func(name string) string {
		body, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	one := map[string][]byte{"index.html": []byte("one"), "assets/aa/js/main.js": []byte("main"), "sw.js": []byte("aa")}
	sum, err := write(dir, one)
	if err != nil || sum.Files != 4 {
		t.Fatalf("%+v %v", sum, err)
	}
	first := text(listName)
	if err := os.WriteFile(filepath.Join(dir, "CNAME"), []byte("example.org"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := write(dir, map[string][]byte{"index.html": []byte("two"), "assets/bb/js/main.js": []byte("main"), "sw.js": []byte("bb")}); err != nil {
		t.Fatal(err)
	}
	if got := inside(); text("index.html") != "two" || !slices.Equal(got, []string{listName, "CNAME", "assets/bb/js/main.js", "index.html", "sw.js"}) {
		t.Errorf("after the second version the folder has %v", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "assets", "aa")); err == nil {
		t.Error("an empty folder is left")
	}
	if _, err := write(dir, one); err != nil || text(listName) != first || text("CNAME") != "example.org" {
		t.Errorf("going back to the first version: %v, %s", err, text(listName))
	}
	if err := os.WriteFile(filepath.Join(dir, listName), []byte("../escape\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := write(dir, one); err == nil || !strings.Contains(err.Error(), "outside") {
		t.Errorf("a list that leads out of the folder: %v", err)
	}
	other := t.TempDir()
	thesis := filepath.Join(other, "thesis.txt")
	if err := os.WriteFile(thesis, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := write(other, one); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a folder with something else: %v", err)
	}
	if _, err := write(thesis, one); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// Nothing is written before what it needs.
func TestOrder(t *testing.T) {
	got := inOrder([]string{"404.html", "_headers", "assets/a.js", "g/x/index.html", "sw.js", "z.json"})
	if want := []string{"_headers", "assets/a.js", "z.json", "404.html", "g/x/index.html", "sw.js"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
