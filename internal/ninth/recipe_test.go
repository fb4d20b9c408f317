package ninth

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRecipe compares the recipe for a game in CONTRIBUTING.md with the game
// that was made by it: the files are the same, and the other paths exist.
func TestRecipe(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, recipe, found := strings.Cut(string(text), "\n## Adding a game\n")
	if !found {
		t.Fatal("CONTRIBUTING.md has no recipe for a game")
	}
	recipe, _, _ = strings.Cut(recipe, "\n## ")
	var named []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+\\.go)` \\|").FindAllStringSubmatch(recipe, -1) {
		named = append(named, row[1])
	}
	files, err := filepath.Glob("morris/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var made []string
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			made = append(made, filepath.Base(file))
		}
	}
	slices.Sort(named)
	if !slices.Equal(named, made) {
		t.Errorf("the recipe names\n%q\nthe game has\n%q", named, made)
	}
	paths := regexp.MustCompile("`([a-z]+/[A-Za-z/_]+\\.(?:go|md))`").FindAllStringSubmatch(recipe, -1)
	if len(paths) < 4 {
		t.Errorf("the recipe names only %d other files", len(paths))
	}
	for _, p := range paths {
		if _, err := os.Stat("../../" + p[1]); err != nil {
			t.Errorf("the recipe names %v", err)
		}
	}
}
