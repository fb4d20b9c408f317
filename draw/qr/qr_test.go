package qr

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
)

func ExampleMake() {
	code, err := Make("https://parlour.example/t/abc")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(code.Size())
	// Output: 29
}

// TestFinders checks the three squares by which a reader finds the code.
func TestFinders(t *testing.T) {
	c, err := Make("http://192.168.1.20:8080/t/k3q7j2m5xw4tzabc")
	if err != nil {
		t.Fatal(err)
	}
	n := c.Size()
	for _, corner := range [][2]int{{0, 0}, {n - 7, 0}, {0, n - 7}} {
		for y := range 7 {
			for x := range 7 {
				edge := x == 0 || x == 6 || y == 0 || y == 6
				core := x >= 2 && x <= 4 && y >= 2 && y <= 4
				if got := c.Dark(corner[0]+x, corner[1]+y); got != (edge || core) {
					t.Fatalf("module %d,%d of the finder at %v is dark=%v", x, y, corner, got)
				}
			}
		}
	}
	if c.Dark(-1, 0) || c.Dark(0, n) {
		t.Error("the border is not light")
	}
}

// TestSVGAgrees draws the path of the SVG again and compares it.
func TestSVGAgrees(t *testing.T) {
	c, err := Make("parlour")
	if err != nil {
		t.Fatal(err)
	}
	svg := string(c.SVG("a & b"))
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	_, path, _ := strings.Cut(svg, ` d="`)
	path, _, _ = strings.Cut(path, `"`)
	dark := map[[2]int]bool{}
	for _, part := range strings.Split(path, "z") {
		if part == "" {
			continue
		}
		var x, y, run, back int
		if _, err := fmt.Sscanf(part, "M%d %dh%dv1h-%d", &x, &y, &run, &back); err != nil || run != back {
			t.Fatalf("%q: %v", part, err)
		}
		for i := range run {
			dark[[2]int{x + i - quiet, y - quiet}] = true
		}
	}
	for y := range c.Size() {
		for x := range c.Size() {
			if dark[[2]int{x, y}] != c.Dark(x, y) {
				t.Fatalf("module %d,%d differs", x, y)
			}
		}
	}
}

func TestText(t *testing.T) {
	c, err := Make("parlour")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(c.Text(), "\n"), "\n")
	if want := (c.Size() + 5) / 2; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	for i, l := range lines {
		if n := len([]rune(l)); n != c.Size()+4 {
			t.Errorf("line %d has %d characters", i, n)
		}
	}
}

func TestTooLong(t *testing.T) {
	if _, err := Make(strings.Repeat("x", 4000)); err == nil {
		t.Error("no error")
	}
}
