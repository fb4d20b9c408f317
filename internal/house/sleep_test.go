package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sleeps are the functions and scripts that let real time pass, and why no condition
// would do. Everywhere else time is virtual: see testing/synctest. The last few are
// virtual, too, but called in a way that TestNobodySleeps does not follow.
var sleeps = map[string]string{
	"hall/nats/work_test.go doers":          "hands finish in random order",
	"internal/e2e/frames.mjs":               "it measures a player who looks before tapping; no test runs it",
	"internal/faults/kill_test.go TestKill": "a process is killed at a random moment",
	"internal/faults/nodes_test.go breathe": "faults come at random moments",
	"internal/faults/nodes_test.go strikes": "a node is stopped for longer than its lease",
	"web/stream_test.go TestHTTP2":          "an idle stream outlives the deadline of a write, which only real sockets have",

	"hall/jumps_test.go TestPatienceAfterJump": "the functions in its table run inside synctest.Test",
	"web/live/album_test.go Open":              "a slow hall, used inside synctest.Test",
	"web/notice/push/queue_test.go RoundTrip":  "a slow host, used inside synctest.Test",
}

// TestNobodySleeps checks that no test waits for time to pass instead of a
// condition.
func TestNobodySleeps(t *testing.T) {
	found, virtual := map[string]bool{}, 0
	packages := map[string][]string{}
	for _, path := range sources(t, ".go") {
		if strings.HasSuffix(path, "_test.go") {
			packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], path)
		}
	}
	for _, files := range packages {
		real, n := sleepers(t, files)
		virtual += n
		for _, name := range real {
			found[strings.TrimPrefix(name, root)] = true
		}
	}
	waits := regexp.MustCompile(`\bwaitForTimeout\(`)
	for _, path := range sources(t, ".mjs") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if waits.Match(text) {
			found[strings.TrimPrefix(path, root)] = true
		}
	}
	for name := range found {
		if sleeps[name] == "" {
			t.Errorf("%s waits for time; wait for a condition (internal/wait), use testing/synctest, or say in sleeps why neither will do", name)
		}
	}
	for name := range sleeps {
		if !found[name] {
			t.Errorf("%s no longer waits for time: take it out of sleeps", name)
		}
	}
	if virtual < 20 {
		t.Errorf("only %d times virtual time passes: does the search still work?", virtual)
	}
}

// sleepers returns the functions and variables of a package's test files that let real
// time pass, as "file name", and how often virtual time passes. Time is virtual in what
// is given to synctest.Test or to a helper that calls it, and in a function that is
// named only there or in other such functions.
func sleepers(t *testing.T, files []string) (real []string, virtual int) {
	t.Helper()
	parts := map[string]ast.Node{} // by name
	at := map[string]string{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = path + " " + name // nobody knows who calls it
				}
				parts[name], at[name] = d.Body, path+" "+d.Name.Name
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						parts[v.Names[0].Name], at[v.Names[0].Name] = v, path+" "+v.Names[0].Name
					}
				}
			}
		}
	}
	bubbles := map[string]bool{"synctest.Test": true}
	for name, part := range parts {
		names(part, nil, func(_ bool, what string) { bubbles[name] = bubbles[name] || what == "synctest.Test" })
	}
	type use struct {
		by     string
		inside bool // what is given to synctest.Test
	}
	uses := map[string][]use{}
	for name, part := range parts {
		names(part, bubbles, func(inside bool, what string) {
			if what != name {
				uses[what] = append(uses[what], use{name, inside})
			}
		})
	}
	isReal := map[string]bool{}
	for name := range parts {
		isReal[name] = len(uses[name]) == 0
	}
	for again := true; again; {
		again = false
		for name := range parts {
			if !isReal[name] && slices.ContainsFunc(uses[name], func(u use) bool { return !u.inside && isReal[u.by] }) {
				isReal[name], again = true, true
			}
		}
	}
	for _, u := range uses["time.Sleep"] {
		if u.inside || !isReal[u.by] {
			virtual++
		} else {
			real = append(real, at[u.by])
		}
	}
	return real, virtual
}

// names calls found with every name in a part of a file, with its package if it has
// one, and whether it is in what one of some functions is given.
func names(part ast.Node, given map[string]bool, found func(inside bool, name string)) {
	var inside func(ast.Node) bool
	look := func(in bool) func(ast.Node) bool {
		return func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if !in && given[nameOf(n.Fun)] {
					found(in, nameOf(n.Fun))
					for _, arg := range n.Args {
						ast.Inspect(arg, inside)
					}
					return false
				}
			case *ast.SelectorExpr:
				if nameOf(n) != "" {
					found(in, nameOf(n))
				}
			case *ast.Ident:
				found(in, n.Name)
			}
			return true
		}
	}
	inside = look(true)
	ast.Inspect(part, look(false))
}

// nameOf returns the name that an expression is, with its package if it has one, or "".
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name
		}
	}
	return ""
}
