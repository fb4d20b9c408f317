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

// orphaned fails if there is a log, but the database it belongs to is not there: it was
// deleted or moved away. SQLite would delete the log, which may have the end of its games.
func orphaned(path string) error {
	file, err := os.Stat(path)
	if err != nil || file.Size() > 0 {
		return err
	}
	log := realPath(path) + "-wal"
	if i, err := os.Stat(log); err != nil || i.Size() == 0 {
		return nil
	}
	return fmt.Errorf("the file is missing or empty, but there is its write-ahead log %s, which may have the end of some games; put the database back, or restore a backup, or move the log away", log)
}

// realPath returns the file that a path leads to by symbolic links.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
