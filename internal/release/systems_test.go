package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/internal/programs"
)

// A source is what go list says about a package on some system.
type source struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	IgnoredGoFiles  []string
	types           *types.Package
}

// Our packages fit together on systems that this is not. Releases compile all of
// them, but that takes minutes for each system; here only types are checked, and only
// in packages with files for some systems.
func TestOtherSystems(t *testing.T) {
	for _, at := range []target{{"windows", "amd64"}, {"darwin", "arm64"}} {
		cmd := command(root, []string{"CGO_ENABLED=0", "GOOS=" + at.os, "GOARCH=" + at.arch}, programs.Find(t, "go"), "list", "-deps",
			"-json=ImportPath,Dir,GoFiles,IgnoredGoFiles,ImportMap", "./cmd/parlour")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		w := &world{files: token.NewFileSet(), sizes: types.SizesFor("gc", at.arch), list: map[string]*source{}}
		for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p source
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			w.list[p.ImportPath] = &p
		}
		checked := 0
		for _, p := range w.list {
			if !strings.HasPrefix(p.ImportPath, "parlour/") || !slices.ContainsFunc(append(p.GoFiles, p.IgnoredGoFiles...), special) {
				continue
			}
			checked++
			if err := w.check(p, true); err != nil {
				t.Errorf("%s: %s: %v", at, p.ImportPath, err)
			}
		}
		if checked < 5 {
			t.Errorf("%s: only %d packages were checked", at, checked)
		}
	}
}

// special reports whether the name of a file says that it is not for all systems.
func special(name string) bool {
	for _, end := range []string{"_linux.go", "_unix.go", "_other.go", "_windows.go", "_amd64.go"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// A world is all packages of a program on some system.
type world struct {
	files *token.FileSet
	sizes types.Sizes
	list  map[string]*source
}

// check checks the types of a package, of what its functions do only on demand.
func (w *world) check(p *source, bodies bool) error {
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(w.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		parsed = append(parsed, f)
	}
	conf := types.Config{IgnoreFuncBodies: !bodies, Sizes: w.sizes, Importer: importer{w, p}}
	made, err := conf.Check(p.ImportPath, w.files, parsed, nil)
	if p.types == nil {
		p.types = made
	}
	return err
}

// An importer finds what a package imports.
type importer struct {
	world *world
	by    *source
}

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if other := i.by.ImportMap[path]; other != "" {
		path = other
	}
	p := i.world.list[path]
	if p == nil {
		return nil, errors.New("there is no package " + path)
	}
	if p.types == nil {
		if err := i.world.check(p, false); err != nil {
			return nil, err
		}
	}
	return p.types, nil
}
