package train_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/lab/train"
	"parlour/lab/train/race"
)

func course(t *testing.T, dir string, games int) *train.Course {
	t.Helper()
	c := race.Courses[0]
	c.Games, c.Seed, c.Log = games, 7, &bytes.Buffer{}
	c.Out, c.State = filepath.Join(dir, "out.json"), filepath.Join(dir, "state.json")
	return &c
}

// A course that goes on from its state learns the same as one run in one go.
func TestCourse(t *testing.T) {
	whole, parts := t.TempDir(), t.TempDir()
	if games, err := course(t, whole, 512).Run(t.Context()); err != nil || games != 512 {
		t.Fatalf("%d games, %v", games, err)
	}
	for _, games := range []int{256, 512, 512} { // the last has nothing left to do
		if n, err := course(t, parts, games).Run(t.Context()); err != nil || n != games {
			t.Fatalf("%d of %d games, %v", n, games, err)
		}
	}
	a, err := os.ReadFile(filepath.Join(whole, "out.json"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(parts, "out.json"))
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("the parts learned something else than the whole: %v", err)
	}
}

func TestCourseRefuses(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := course(t, dir, 256).Run(ctx); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("interrupted at once: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "out.json")); err == nil {
		t.Error("weights were written without a round")
	}
	if err := os.WriteFile(filepath.Join(dir, "state.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := course(t, dir, 256).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "state.json") {
		t.Errorf("a bad state: %v", err)
	}
}
