package files

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"parlour/internal/programs"
)

// A file that was replaced is on disk, its name too: the folder is synced after the
// file was renamed. Nothing but the system calls can show it.
func TestReplaceIsOnDisk(t *testing.T) {
	if name := os.Getenv("FILES_TEST_REPLACE"); name != "" {
		if err := WriteFile(name, []byte("new"), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	dir, calls := t.TempDir(), filepath.Join(t.TempDir(), "calls")
	cmd := exec.Command(programs.Find(t, "strace"), "-f", "-y", "-e", "trace=fsync,rename,renameat,renameat2", "-o", calls, os.Args[0], "-test.run=^TestReplaceIsOnDisk$")
	cmd.Env = append(os.Environ(), "FILES_TEST_REPLACE="+filepath.Join(dir, "file"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(calls)
	if err != nil {
		t.Fatal(err)
	}
	at := func(call string) int {
		if found := regexp.MustCompile(call).FindIndex(data); found != nil {
			return found[0]
		}
		return -1
	}
	file, renamed, folder := at(`fsync\(\d+<[^>]*\.part>`), at(`rename`), at(`fsync\(\d+<`+regexp.QuoteMeta(dir)+`>`)
	if file < 0 || renamed < file || folder < renamed {
		t.Errorf("the file is synced at %d, renamed at %d, its folder synced at %d:\n%s", file, renamed, folder, data)
	}
}
