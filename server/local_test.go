package server

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
)

// Only "go run" makes a server build the program for devices by itself.
func TestByGoRun(t *testing.T) {
	for file, want := range map[string]bool{
		"/tmp/go-build123/b001/exe/parlour":                      true,
		"/home/x/.cache/go-build/ab/cdef-d/parlour":              true,
		`C:/Users/x/AppData/Local/Temp/go-build1/b1/parlour.exe`: true,
		"/tmp/go-build123/b001/parlour.test":                     false,
		"/usr/local/bin/parlour":                                 false,
		"/home/x/go-builder.d/parlour/bin/parlour":               false,
	} {
		if got := byGoRun(file); got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
}

func TestLocalProgram(t *testing.T) {
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	if _, err := localProgram(t.Context(), filepath.Join(t.TempDir(), "none"), log); err == nil || !strings.Contains(err.Error(), "go run ./cmd/local") {
		t.Errorf("a folder without a program: %v", err)
	}
	program, err := localProgram(t.Context(), "", log)
	switch {
	case err != nil:
		t.Fatal(err)
	case embedded() != nil:
		if program().Hash() != embedded().Hash() {
			t.Error("the server does not offer the program of its build")
		}
	case program != nil || !strings.Contains(said.String(), "make local"):
		t.Errorf("a build without the program offers it, or does not say how to make it: %s", &said)
	}
}
