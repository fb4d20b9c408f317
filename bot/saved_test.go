package bot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A training comes back from its file. Without a name nothing is kept, and a file of
// something else is an error.
func TestSavedTraining(t *testing.T) {
	type state struct{ Games int }
	file := filepath.Join(t.TempDir(), "state")
	var s state
	for _, name := range []string{"", file} {
		if found, err := LoadTraining(name, &s); found || err != nil {
			t.Errorf("%q: %v, %v", name, found, err)
		}
	}
	if err := SaveTraining("", &state{7}); err != nil {
		t.Error(err)
	}
	if err := SaveTraining(file, &state{7}); err != nil {
		t.Fatal(err)
	}
	if found, err := LoadTraining(file, &s); !found || err != nil || s.Games != 7 {
		t.Errorf("%v, %v: %+v", found, err, s)
	}
	if err := os.WriteFile(file, []byte("a letter"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadTraining(file, &s); err == nil || !strings.Contains(err.Error(), "is not a saved training") {
		t.Errorf("a letter: %v", err)
	}
}

func TestRefill(t *testing.T) {
	a, b := make([]float32, 2), make([]float32, 1)
	if !Refill([2][]float32{a, {1, 2}}, [2][]float32{b, {3}}) || a[1] != 2 || b[0] != 3 {
		t.Errorf("refilled %v, %v", a, b)
	}
	if Refill([2][]float32{a, {1}}) {
		t.Error("one number fills two places")
	}
}
