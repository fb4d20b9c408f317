package backend

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A second server does not start with a file that the first has open, wherever the
// file is now and whatever became of the first one's lock.
func TestOneServerByAnyPath(t *testing.T) {
	open := func(p Place) (func(), error) {
		_, _, end, err := OpenBoth(t.Context(), p, Bus{}, "test", slog.New(slog.DiscardHandler))
		return end, err
	}
	for name, second := range map[string]func(t *testing.T, path string) Place{
		"by a link older than the file": func(_ *testing.T, path string) Place { return Place{Store: "sqlite:" + path} },
		"the lock is deleted": func(t *testing.T, path string) Place {
			if err := os.Remove(path + ".lock"); err != nil {
				t.Fatal(err)
			}
			return Place{Store: "sqlite:" + path}
		},
		"the file is moved": func(t *testing.T, path string) Place {
			dir := t.TempDir()
			if err := os.Rename(path, filepath.Join(dir, "parlour.db")); err != nil {
				t.Fatal(err)
			}
			return Place{Data: dir}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path, link := filepath.Join(t.TempDir(), "real.db"), filepath.Join(t.TempDir(), "link.db")
			if err := os.Symlink(path, link); err != nil {
				t.Fatal(err)
			}
			end, err := open(Place{Store: "sqlite:" + link})
			if err != nil {
				t.Fatal(err)
			}
			p := second(t, path)
			if end, err := open(p); err == nil {
				end()
				t.Error("a second server started")
			} else if !strings.Contains(err.Error(), "another server uses "+p.Name()) {
				t.Error(err)
			}
			end()
			if end, err = open(p); err != nil {
				t.Fatalf("after the first: %v", err)
			}
			end()
		})
	}
}
