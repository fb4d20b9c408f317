package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parlour/internal/programs"
)

// outside writes files into folders that a module outside the tree would have, and
// runs a program in one of them without the network. The clone is next to it.
func outside(t *testing.T, files map[string]string, folder string) string {
	t.Helper()
	dir := t.TempDir()
	clone, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(clone, filepath.Join(dir, "parlour")); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(programs.Find(t, "go"), "run", ".")
	cmd.Dir = filepath.Join(dir, folder)
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go run: %v\n%s", err, out)
	}
	return string(out)
}

// Programs outside the tree can use the engines as docs/GO.md says.
func TestOutside(t *testing.T) {
	text, err := os.ReadFile(root + "docs/GO.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```(?:go)?\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) != 4 {
		t.Fatalf("docs/GO.md has %d blocks", len(blocks))
	}
	mod, program, prints, work := blocks[0][1], blocks[1][1], blocks[2][1], blocks[3][1]
	if got := outside(t, map[string]string{"mine/go.mod": mod, "mine/main.go": program}, "mine"); got != prints {
		t.Errorf("with replace it prints\n%s", got)
	}
	bare, _, _ := strings.Cut(mod, "require")
	if got := outside(t, map[string]string{"go.work": work, "mine/go.mod": bare, "mine/main.go": program}, "mine"); got != prints {
		t.Errorf("with a workspace it prints\n%s", got)
	}
}

// .ci/rename changes the path of the module everywhere.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	files, err := exec.Command(programs.Find(t, "git"), "-C", root, "ls-files", "-z", "*.go", "go.mod", "go.sum", ".ci/rename").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(files), "\x00"), "\x00") {
		text, err := os.ReadFile(root + name)
		if os.IsNotExist(err) {
			continue // removed, but not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(filepath.Join(dir, ".ci", "rename"), "example.org/parlour")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// The modules that the copy needs may have to be downloaded. The copy asks for
	// none: nobody has one of its new name.
	load := exec.Command(programs.Find(t, "go"), "list", "-test", "-deps", "./...")
	load.Dir = root
	if out, err := load.CombinedOutput(); err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	// Nothing is compiled; a wrong import is found all the same.
	list := exec.Command(programs.Find(t, "go"), "list", "-test", "-deps", "-e", "-f", "{{.ImportPath}}{{with .Error}} ERROR {{.}}{{end}}", "./...")
	list.Dir = dir
	list.Env = append(os.Environ(), "GOPROXY=off")
	out, err := list.CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	renamed := 0
	for line := range strings.Lines(string(out)) {
		switch line = strings.TrimSpace(line); {
		case strings.Contains(line, " ERROR ") && !strings.Contains(line, "pattern "): // files to embed are not in the copy
			t.Error(line)
		case line == "parlour" || strings.HasPrefix(line, "parlour/"):
			t.Errorf("%s has its old path", line)
		case strings.HasPrefix(line, "example.org/parlour/"):
			renamed++
		}
	}
	if renamed < 50 {
		t.Errorf("only %d packages have the new path", renamed)
	}
}
