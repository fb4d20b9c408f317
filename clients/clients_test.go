package clients

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/internal/programs"
)

// The Python package replays the example games and plays random ones.
func TestPython(t *testing.T) {
	program := filepath.Join(t.TempDir(), "parlour")
	if out, err := exec.CommandContext(t.Context(), programs.Find(t, "go"), "build", "-ldflags=-s -w", "-o", program, "../cmd/parlour").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), programs.Find(t, "python3"), "-B", "-W", "error", "-m", "unittest", "discover", "-s", "tests", "-t", ".")
	cmd.Dir = "python"
	cmd.Env = append(os.Environ(), "PARLOUR="+program)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// The JavaScript package does the same in Node, with the program that pages use.
func TestJavaScript(t *testing.T) {
	program := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), programs.Find(t, "go"), "run", "../cmd/local", program).CombinedOutput(); err != nil {
		t.Fatalf("go run ./cmd/local: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), programs.Find(t, "node"), "--test", "test/parlour.test.mjs")
	cmd.Dir = "js"
	cmd.Env = append(os.Environ(), "PROGRAM="+program)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Run("package", func(t *testing.T) { testPackage(t, program) })
}

// The package has every file that it reads, and nothing else that is large.
func testPackage(t *testing.T, program string) {
	dir := t.TempDir()
	for to, from := range map[string]string{"test": "js/test", "program": program} {
		if err := os.CopyFS(filepath.Join(dir, to), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"README.md", "package.json", "parlour.d.ts", "parlour.js"} {
		data, err := os.ReadFile(filepath.Join("js", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), programs.Find(t, "npm"), "pack", "--dry-run", "--json", "--offline")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("npm pack: %v\n%s", err, out)
	}
	var packs []struct {
		Files []struct{ Path string }
	}
	if err := json.Unmarshal(out, &packs); err != nil || len(packs) != 1 {
		t.Fatalf("npm pack said %s: %v", out, err)
	}
	var has []string
	for _, f := range packs[0].Files {
		has = append(has, f.Path)
	}
	for _, name := range []string{"README.md", "parlour.js", "parlour.d.ts", "program/local.wasm.gz", "program/wasm_exec.js", "program/bot/checkers/nets.bin", "program/bot/race/nets/mensch.net"} {
		if !slices.Contains(has, name) {
			t.Errorf("the package lacks %s", name)
		}
	}
	for _, name := range has {
		if strings.HasPrefix(name, "test/") || strings.HasSuffix(name, ".br") || strings.HasPrefix(name, "program/puzzle") {
			t.Errorf("the package has %s, which it does not need", name)
		}
	}
}
