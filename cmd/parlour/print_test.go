package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A PDF goes to the file that -o names, and to standard output by - or nothing:
// the same bytes.
func TestPrintWrites(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checkers.pdf")
	if code, out, errs := call("", "print", "checkers", "--paper", "LETTER", "-o", name); code != exitOK || out+errs != "" {
		t.Fatalf("%d %s%s", code, out, errs)
	}
	want, err := os.ReadFile(name)
	if err != nil || !strings.HasPrefix(string(want), "%PDF-") {
		t.Fatalf("%.20q %v", want, err)
	}
	for _, more := range [][]string{nil, {"-o", "-"}} {
		if code, out, _ := call("", append([]string{"print", "checkers", "--paper", "letter"}, more...)...); code != exitOK || out != string(want) {
			t.Errorf("%v writes something else, exit code %d", more, code)
		}
	}
	if _, out, _ := call("", "print", "checkers", "--url", "https://parlour.example/at/"); !strings.Contains(out, "/URI(https://parlour.example/at/g/checkers)") {
		t.Error("the code does not lead to the page of the game")
	}
}
