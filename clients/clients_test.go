package clients

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The Python package replays the example games and plays random ones.
func TestPython(t *testing.T) {
	program := filepath.Join(t.TempDir(), "parlour")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../cmd/parlour").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), "python3", "-B", "-W", "error", "-m", "unittest", "discover", "-s", "tests", "-t", ".")
	cmd.Dir = "python"
	cmd.Env = append(os.Environ(), "PARLOUR="+program)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
