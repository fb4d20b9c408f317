package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"parlour/internal/programs"
)

// The page's scripts pass the type checker.
func TestTypes(t *testing.T) {
	t.Parallel()
	Modules(t)
	for _, project := range []string{"tsconfig.json", "web/page/tsconfig.sw.json", "clients/js/test"} {
		if out, err := command(t, programs.Find(t, "node"), "node_modules/typescript/bin/tsc", "-p", project).CombinedOutput(); err != nil {
			t.Errorf("tsc -p %s: %v\n%s", project, err, out)
		}
	}
}

// Scripts are written as prettier writes them, in lines of 140 columns.
func TestFormat(t *testing.T) {
	t.Parallel()
	Modules(t)
	files := []string{"web/page/**/*.js", "{clients/js,internal,lab,web}/**/*.mjs", "clients/js/*.js", "!web/page/local/**"}
	args := append([]string{"node_modules/prettier/bin/prettier.cjs", "--list-different"}, files...)
	if out, err := command(t, programs.Find(t, "node"), args...).CombinedOutput(); err != nil {
		t.Errorf("%v: run npx prettier --write FILE for\n%s", err, out)
	}
}

// The types of the package for JavaScript are those of its code.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	Modules(t)
	dir := t.TempDir()
	if out, err := command(t, programs.Find(t, "node"), "node_modules/typescript/bin/tsc", "-p", "clients/js", "--outDir", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	made, err := os.ReadFile(filepath.Join(dir, "parlour.d.ts"))
	if err != nil {
		t.Fatal(err)
	}
	if has, err := os.ReadFile("../../clients/js/parlour.d.ts"); err != nil || string(has) != string(made) {
		t.Errorf("parlour.d.ts is not what the code declares (%v): run npx tsc -p clients/js", err)
	}
}

func TestBrowser(t *testing.T) {
	t.Parallel()
	Modules(t)
	program := filepath.Join(t.TempDir(), "parlour")
	Build(t, program)
	s := Serve(t, program)
	s.Local = filepath.Join(t.TempDir(), "local")
	Program(t, s.Local)
	scripts := []string{"page", "table", "dice", "accessible", "spoken", "blind", "games", "lab", "tutor", "lesson", "puzzles", "study", "teachers", "smoke", "device", "taps"}
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
	t.Cleanup(func() { // when all scripts have ended
		pictures, err := filepath.Glob(filepath.Join(os.Getenv("SHOTS"), "readme-*.png"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range pictures {
			if err := shrink(path); err != nil {
				t.Error(err)
			}
		}
	})
}
