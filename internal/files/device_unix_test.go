//go:build unix

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe, such as /dev/stdout or a device, is written to and stays what it is.
func TestReplacePipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		text, _ := os.ReadFile(name)
		got <- string(text)
	}()
	if err := WriteFile(name, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text := <-got; text != "new" {
		t.Errorf("the reader got %q", text)
	}
	if i, err := os.Stat(name); err != nil || i.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v, %v", i.Mode(), err)
	}
}
