package house

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTrueRefusals checks that every game that says why a move is refused keeps
// the law of gametest.Refusals: its reasons agree with the legal moves.
func TestTrueRefusals(t *testing.T) {
	games := map[string]bool{}
	for _, pattern := range []string{"../../games/*/*why.go", "../../internal/ninth/*/*why.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			games[filepath.Dir(file)] = true
		}
	}
	if len(games) < 5 {
		t.Fatalf("only %d games have refusals", len(games))
	}
	for dir := range games {
		data, err := os.ReadFile(filepath.Join(dir, "claims_test.go"))
		if err != nil || !strings.Contains(string(data), "gametest.Refusals{") {
			t.Errorf("%s says why moves are refused, but does not declare what that claims: %v", dir, err)
		}
	}
}
