package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parlour/phrase"
	"parlour/table"
)

// whole names the functions that send a whole view, and so may ask for one.
var whole = map[string]bool{"table": true, "late": true}

// TestWholeViews checks that nobody asks a table for a whole view to read one
// field of it: a view has all legal moves and their steps. Brief, You and Match
// answer the rest.
func TestWholeViews(t *testing.T) {
	for _, dir := range []string{".", "live", "study", "notice"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, src, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || whole[fn.Name.Name] {
					continue
				}
				ast.Inspect(fn, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 2 {
						if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "View" {
							t.Errorf("%s: %s asks for a whole view; use Brief, You or Match", fset.Position(call.Pos()), fn.Name.Name)
						}
					}
					return true
				})
			}
		}
	}
}

// TestEmoteWords checks that the buttons of the page say what everybody then
// reads in the log.
func TestEmoteWords(t *testing.T) {
	words, err := os.ReadFile("page/js/words/words.js")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`"emote\.([a-z-]+)": "(.*)",`).FindAllStringSubmatch(string(words), -1)
	if len(said) != len(table.Emotes) {
		t.Errorf("the page has words for %d emotes, the table knows %d", len(said), len(table.Emotes))
	}
	for _, m := range said {
		if want := phrase.English.Say("table.say-"+m[1], nil); m[2] != want {
			t.Errorf("the page says %q for %s, the log %q", m[2], m[1], want)
		}
	}
}
