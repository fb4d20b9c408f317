package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// The page's scripts pass the type checker.
func TestTypes(t *testing.T) {
	Modules(t)
	for _, project := range []string{"tsconfig.json", "web/page/tsconfig.sw.json"} {
		if out, err := command(t, "node", "node_modules/typescript/bin/tsc", "-p", project).CombinedOutput(); err != nil {
			t.Errorf("tsc -p %s: %v\n%s", project, err, out)
		}
	}
}

func TestBrowser(t *testing.T) {
	Modules(t)
	program := filepath.Join(t.TempDir(), "parlour")
	Build(t, program)
	s := Serve(t, program)
	s.Local = filepath.Join(t.TempDir(), "local")
	Program(t, s.Local)
	scripts := []string{"page", "dice", "spoken", "games", "lab", "tutor", "lesson", "puzzles", "study", "smoke", "device"}
	if os.Getenv("SHOTS") != "" {
		scripts = append(scripts, "pictures")
	}
	for _, script := range scripts {
		t.Run(script, func(t *testing.T) {
			t.Parallel() // a script often waits
			s.Drive(t, script+".test.mjs")
		})
	}
	t.Run("site", func(t *testing.T) {
		t.Parallel()
		serveSite(t, program, s.Local).Drive(t, "site.test.mjs")
	})
	pictures, err := filepath.Glob(filepath.Join(os.Getenv("SHOTS"), "readme-*.png"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pictures {
		if err := shrink(path); err != nil {
			t.Error(err)
		}
	}
}
