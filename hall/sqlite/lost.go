package sqlite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"parlour/hall"
)

// A used file is one that SQLite has open, and where it was then.
type used struct {
	path   string
	file   fs.FileInfo
	advice string // what to do if it is no longer there
}

// watch remembers a file that SQLite has open, or opens next.
func (s *Store) watch(path, advice string) error {
	file, err := os.Stat(path)
	if err == nil {
		s.used = append(s.used, used{path, file, advice})
	}
	return err
}

// lost fails while a file that SQLite has open is no longer where it was: deleted,
// moved or replaced. What is written to it then would be lost with the process, and a
// new connection would open another file.
func (s *Store) lost() error {
	for _, u := range s.used {
		if now, err := os.Stat(u.path); err != nil || !os.SameFile(u.file, now) {
			return fmt.Errorf("%w: %s was deleted, moved or replaced; %s", hall.ErrBusy, u.path, u.advice)
		}
	}
	return nil
}

// realPath returns the file that a path leads to by symbolic links.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
