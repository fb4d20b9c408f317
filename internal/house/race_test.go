package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/internal/programs"
)

// TestRaced checks that make test runs every package that starts goroutines under
// the race detector, or that the Makefile says why it does not.
func TestRaced(t *testing.T) {
	cmd := exec.Command(programs.Find(t, "make"), "--silent", "--no-print-directory", "raced")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "MAKEFLAGS=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("make raced: %v\n%s", err, out)
	}
	raced := strings.Fields(string(out))
	if len(raced) < 20 {
		t.Fatalf("make raced lists %q", raced)
	}
	text, err := os.ReadFile(root + "Makefile")
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^#   \./(\S+) +(\S.{20,})$`).FindAllStringSubmatch(string(text), -1) {
		reasons[m[1]] = m[2]
	}
	start := map[string]bool{}
	for _, path := range sources(t, ".go") {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if startsGoroutines(file) {
			start[filepath.ToSlash(filepath.Dir(strings.TrimPrefix(path, root)))] = true
		}
	}
	if len(start) < 20 {
		t.Fatalf("only %d packages start goroutines", len(start))
	}
	for name := range start {
		is, why := slices.Contains(raced, "parlour/"+name), reasons[name]
		switch {
		case !is && why == "":
			t.Errorf("%s starts goroutines, but its tests do not run under the race detector, and the Makefile does not say why", name)
		case is && why != "":
			t.Errorf("%s runs under the race detector: take its reason out of the Makefile", name)
		}
		delete(reasons, name)
	}
	for name := range reasons {
		t.Errorf("%s starts no goroutines: take its reason out of the Makefile", name)
	}
}

// startsGoroutines reports whether a file has a go statement, calls the method Go of
// a group, or spreads work by package parallel.
func startsGoroutines(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok {
				x, _ := s.X.(*ast.Ident)
				found = s.Sel.Name == "Go" || x != nil && x.Name == "parallel" && s.Sel.Name == "Do"
			}
		}
		return !found
	})
	return found
}

func TestStartsGoroutines(t *testing.T) {
	for code, want := range map[string]bool{
		"go f()":                 true,
		"func() { go f() }()":    true,
		"var g G; g.Go(f)":       true,
		"parallel.Do(f)":         true,
		"once.Do(f)":             false,
		"f()":                    false,
		"var g G; g.Gone(f, Go)": false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc f() { "+code+" }", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := startsGoroutines(file); got != want {
			t.Errorf("%s starts goroutines: %v, want %v", code, got, want)
		}
	}
}
