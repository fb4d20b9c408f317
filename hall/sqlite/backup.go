package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"parlour/internal/files"
)

// Backup writes a copy of the database to a new file, even while it is in use.
// The copy is marked: the epoch rises when a server opens it. The file appears
// only once it is complete, and is on disk when Backup returns.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists; a backup is written to a new file", path)
	}
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	defer os.Remove(part) // nothing to remove after the rename
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := s.view(func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, "VACUUM INTO ?", part)
		return err
	}); err != nil {
		return err
	}
	if err := mark(ctx, part); err != nil {
		return err
	}
	return files.Rename(part, path)
}

// mark records in a file that it is a copy.
func mark(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", address(path, "mode=rw"))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, setNote, noteCopy, 1)
	return errors.Join(err, db.Close())
}
