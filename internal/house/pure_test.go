package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// pure are the packages that behave the same everywhere, even inside a browser:
// they take time and random bytes as arguments.
var pure = []string{"table", "table/fair", "referee", "games/race", "games/contact", "games/checkers", "games/backgammon"}

// impure are the imports that would break that.
var impure = []string{"context", "crypto/rand", "log", "log/slog", "math/rand", "math/rand/v2", "net", "net/http", "os", "os/exec", "io/fs", "syscall", "hash/maphash"}

// TestPure checks that pure packages start no goroutine, read no clock, draw no
// random number and do no input or output.
func TestPure(t *testing.T) {
	clock := map[string]bool{"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "AfterFunc": true, "NewTimer": true, "NewTicker": true, "Tick": true}
	for _, dir := range pure {
		files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				path, _ := strconv.Unquote(i.Path.Value)
				for _, p := range impure {
					if path == p {
						t.Errorf("%s imports %s", set.Position(i.Pos()), path)
					}
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					t.Errorf("%s starts a goroutine", set.Position(n.Pos()))
				case *ast.ChanType:
					t.Errorf("%s has a channel", set.Position(n.Pos()))
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && clock[n.Sel.Name] {
						t.Errorf("%s reads the clock", set.Position(n.Pos()))
					}
				}
				return true
			})
		}
	}
}
