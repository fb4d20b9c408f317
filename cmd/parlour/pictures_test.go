package main

import (
	"bufio"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPictures checks that the pictures of the documentation are what
// `parlour draw` draws of docs/pictures/positions.txt. -update redraws them.
func TestPictures(t *testing.T) {
	const dir = "../../docs/pictures/"
	f, err := os.Open(dir + "positions.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		name, position, _ := strings.Cut(lines.Text(), "\t")
		code, got, errs := call("", "draw", position)
		if code != 0 {
			t.Errorf("%s: %s", name, errs)
			continue
		}
		if *update {
			if err := os.WriteFile(dir+name+".svg", []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(dir + name + ".svg")
		if err != nil {
			t.Error(err)
		} else if got != string(want) {
			t.Errorf("the picture of %s has changed; look at it, and if it is as it should be run go test ./cmd/parlour -update", name)
		}
	}
	if n != 8 {
		t.Errorf("%d pictures, want one of each game", n)
	}
}

// TestPictureOfPoints checks that the ending of the file selects the format.
func TestPictureOfPoints(t *testing.T) {
	file := filepath.Join(t.TempDir(), "start.PNG")
	if code, out, errs := call("", "draw", "B:W21-32:B1-12", "-o", file); code != 0 || out != "" {
		t.Fatal(code, out, errs)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.Decode(f); err != nil || img.Bounds().Dx() != 1600 {
		t.Errorf("%v", err)
	}
}
