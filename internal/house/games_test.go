package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/cabinet"
)

// knowing are the folders whose code may ask which game it is: the games, their
// players and what trains these.
var knowing = []string{"games", "bot", "lab/train"}

// TestNobodyAsksWhichGame checks that no other code compares the id of a game
// or keeps a list by id. Whatever differs between games is a field of the
// game's entry in the catalogue, so that a new game needs only an entry.
func TestNobodyAsksWhichGame(t *testing.T) {
	ids := cabinet.IDs()
	isID := func(e ast.Expr) bool {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return false
		}
		text, err := strconv.Unquote(lit.Value)
		return err == nil && slices.Contains(ids, text)
	}
	files := token.NewFileSet()
	read := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		if d.IsDir() {
			if slices.Contains(knowing, name) || name == "internal" || name == "node_modules" || strings.HasPrefix(d.Name(), ".") && name != "." {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		read++
		ast.Inspect(file, func(n ast.Node) bool {
			asks := false
			switch n := n.(type) {
			case *ast.BinaryExpr:
				asks = (n.Op == token.EQL || n.Op == token.NEQ) && (isID(n.X) || isID(n.Y))
			case *ast.CaseClause:
				asks = slices.ContainsFunc(n.List, isID)
			case *ast.KeyValueExpr:
				asks = isID(n.Key)
			}
			if asks {
				at := files.Position(n.Pos())
				t.Errorf("%s:%d asks for one game; make it a field of cabinet.Entry", name, at.Line)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 100 {
		t.Errorf("only %d files were read", read)
	}
}
