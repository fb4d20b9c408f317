package programs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func Example() {
	path, err := Path("sh")
	fmt.Println(filepath.Base(path), err)
	// Output: sh <nil>
}

// put makes a program that says a version.
func put(t *testing.T, dir, name, version string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho "+version+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// A program is found in the PATH and beside it, under all of its names, the
// newest first. One that is too old does not count.
func TestPath(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	p := Program{Name: "tool", Commands: []string{"tool", "tool-small"}, Package: "the-tool", Folders: []string{dir + "/lib/*/bin"}, Least: "20.16", Needs: "this test"}
	find := func(want string) {
		t.Helper()
		if path, err := p.Path(); err != nil || path != filepath.Join(dir, want) {
			t.Errorf("found %q, %v, want %s", path, err, want)
		}
	}
	fail := func(words ...string) {
		t.Helper()
		path, err := p.Path()
		for _, w := range words {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("found %q, %v, want %q", path, err, w)
			}
		}
	}
	fail("tool or tool-small is not installed", "this test", "the-tool", "make tools")
	put(t, dir+"/lib/9.6/bin", "tool", "v20.16.0")
	find("lib/9.6/bin/tool")
	put(t, dir+"/lib/17/bin", "tool", "v20.16.1")
	find("lib/17/bin/tool")
	put(t, dir, "tool-small", "v22.0.0")
	find("lib/17/bin/tool")
	put(t, dir, "tool", "v18.20.4")
	find("lib/17/bin/tool")
	p.Folders = nil
	find("tool-small")
	p.Commands = nil
	fail("version v18.20.4", "too old", "20.16 or later")
}

// Every entry is complete, and no command stands in two.
func TestList(t *testing.T) {
	seen := map[string]string{}
	for _, p := range slices.Concat(List, rare) {
		if p.Package == "" || p.Needs == "" {
			t.Errorf("%s lacks its package, or what needs it", p.Name)
		}
		for _, name := range p.commands() {
			if other, ok := seen[name]; ok {
				t.Errorf("%s is a command of %s and of %s", name, other, p.Name)
			}
			seen[name] = p.Name
		}
		if got, ok := Named(p.Name); !ok || got.Package != p.Package {
			t.Errorf("%s is not found by its name", p.Name)
		}
	}
	if _, err := Path("no-such-program"); err == nil || !strings.Contains(err.Error(), "internal/programs") {
		t.Errorf("a program that is not in the list: %v", err)
	}
}
