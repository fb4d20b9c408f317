package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/internal/programs"
)

// TestPrograms checks that outside programs are named in internal/programs alone,
// by programs.Find, Path and Env. Where a test names one in another way, it may be
// missing on the next machine, or be there under another name.
func TestPrograms(t *testing.T) {
	names := programs.All()
	found := func(path string, line int, what string) {
		t.Errorf("%s:%d names %s: find it by internal/programs", strings.TrimPrefix(path, root), line, what)
	}
	for _, path := range sources(t, ".go") {
		if strings.HasPrefix(path, root+"internal/programs/") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range namedInGo(file, names, forTests(path)) {
			found(path, files.Position(l.Pos()).Line, l.Value)
		}
	}
	for _, path := range sources(t, ".mjs") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !running.Match(text) {
			continue
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			if what := namedInScript(line, names); what != "" {
				found(path, n, what)
			}
		}
	}
}

// sources returns the files of the tree with an ending.
func sources(t *testing.T, ending string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", ".tools", "node_modules"}, d.Name()):
			return filepath.SkipDir
		case filepath.Ext(path) == ending:
			list = append(list, path)
		}
		return nil
	})
	if err != nil || len(list) < 10 {
		t.Fatalf("there are %d files %s: %v", len(list), ending, err)
	}
	return list
}

// forTests reports whether only tests use a file.
func forTests(path string) bool {
	return strings.HasSuffix(path, "_test.go") || slices.Contains([]string{root + "internal/e2e", root + "internal/servers"}, filepath.Dir(path))
}

// namedInGo returns where a file names a program: as an argument of package os/exec,
// and in a test that uses that package anywhere, because helpers take names too.
func namedInGo(file *ast.File, names []string, test bool) (list []*ast.BasicLit) {
	if !slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"os/exec"` }) {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, _ := s.X.(*ast.Ident)
			if of == nil {
				return true
			}
			if of.Name == "programs" {
				return false // here names belong
			}
			at := map[string]int{"Command": 0, "LookPath": 0, "CommandContext": 1}
			if i, ok := at[s.Sel.Name]; ok && of.Name == "exec" && i < len(n.Args) {
				if l, ok := n.Args[i].(*ast.BasicLit); ok {
					list = append(list, l)
				}
			}
		case *ast.ImportSpec:
			return false
		case *ast.BinaryExpr:
			return n.Op != token.EQL && n.Op != token.NEQ // what is compared is not run
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); test && err == nil && n.Kind == token.STRING && isNamed(s, names) && !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
		return true
	})
	return list
}

// isNamed reports whether a text is one of some names, or a file with such a name.
func isNamed(text string, names []string) bool {
	return slices.Contains(names, text) || filepath.IsAbs(text) && slices.Contains(names, filepath.Base(text))
}

var (
	running = regexp.MustCompile(`"(node:child_process|playwright-core|puppeteer-core|\./programs\.mjs)"`)
	starts  = regexp.MustCompile(`\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync)\)?\(\s*(["'` + "`" + `][^"'` + "`" + `]*)`)
	literal = regexp.MustCompile(`["'` + "`" + `]([\w./+-]+)["'` + "`" + `]`)
)

// namedInScript returns the program that a line of a script names, or "".
func namedInScript(line string, names []string) string {
	if m := starts.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	for _, m := range literal.FindAllStringSubmatch(line, -1) {
		if isNamed(m[1], names) {
			return m[1]
		}
	}
	return ""
}

// The check finds what it should.
func TestProgramsAreSeen(t *testing.T) {
	names := []string{"node", "firefox"}
	for code, want := range map[string]int{
		`exec.Command("curl")`:                                  1,
		`exec.CommandContext(ctx, "curl", "x")`:                 1,
		`exec.LookPath("curl")`:                                 1,
		`browser := "firefox"`:                                  1,
		`run(t, "node", "x")`:                                   1,
		`run("/usr/bin/node")`:                                  1,
		`exec.Command("node", "x")`:                             1,
		`exec.Command(programs.Find(t, "node"), "x")`:           0,
		`exec.Command(os.Args[0], "curl")`:                      0,
		`exec.Command("lab/arena/node")`:                        1,
		`imports("lab/arena/node")`:                             0,
		`if encoding == "node" { run(t) }`:                      0,
		`cmd.Env = append(cmd.Env, programs.Env(t, "firefox"))`: 0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x\nimport \"os/exec\"\nfunc f() { "+code+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := namedInGo(file, names, true); len(got) != want {
			t.Errorf("%s names %d programs, want %d", code, len(got), want)
		}
	}
	for line, want := range map[string]string{
		`const run = spawnSync("curl", ["x"]);`:            `"curl`,
		`await promisify(execFile)("curl", [])`:            `"curl`,
		`launch({ names: ["chrome", "firefox"] })`:         "firefox",
		`{ executablePath: "/usr/bin/firefox" }`:           "/usr/bin/firefox",
		`spawn(process.env.PARLOUR, ["serve"])`:            "",
		`import { chromium } from "playwright-core";`:      "",
		`import { spawn } from "node:child_process";`:      "",
		`const name = programs.firefox; // not "browsers"`: "",
	} {
		if got := namedInScript(line, names); got != want {
			t.Errorf("%s names %q, want %q", line, got, want)
		}
	}
}
