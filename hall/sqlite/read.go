package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

var errReadOnly = errors.New("the store was opened for reading only")

// Read opens an existing file for reading only. Every change fails, and the
// files next to it stay as they were.
func Read(path string) (*Store, error) {
	db, tidy, err := look(context.Background(), path)
	if err != nil {
		return nil, err
	}
	return &Store{path: path, read: db, tidy: tidy, readOnly: true, lists: make(chan struct{}, mostLists), quit: make(chan struct{})}, nil
}

// look opens a file that this release can read, and changes nothing. The
// returned function closes it.
func look(ctx context.Context, path string) (db *sql.DB, tidy func() error, err error) {
	if _, err := os.Stat(path); err != nil {
		return nil, nil, err
	}
	_, missing := os.Lstat(path + "-wal")
	if db, err = sql.Open("sqlite", address(path, "mode=ro&_pragma=busy_timeout(10000)")); err != nil {
		return nil, nil, err
	}
	tidy = func() error {
		err := db.Close()
		if missing != nil {
			sweep(path)
		}
		return err
	}
	var v int
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v)
	if noRoom(err) {
		db.Close()
		if db, err = cold(path); err != nil {
			return nil, nil, err
		}
		err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v)
	}
	if err == nil && (v < 1 || v > version) {
		err = fmt.Errorf("%s is not a Parlour database that this release can read (version %d)", path, v)
	}
	if err != nil {
		tidy()
		return nil, nil, err
	}
	return db, tidy, nil
}

// sweep removes the files that reading has left next to a database. Another
// process may use them by now, which only SQLite knows. So SQLite does it: the
// last connection with write access removes them when it is closed.
func sweep(path string) {
	db, err := sql.Open("sqlite", address(path, "mode=rw"))
	if err != nil {
		return
	}
	_, _ = db.Exec("SELECT count(*) FROM sqlite_master") // if this fails the files stay, which is harmless
	db.Close()
}

// Check verifies, without changing anything, that a file is an intact database
// that this release can read. It returns the number of its tables.
func Check(ctx context.Context, path string) (tables int, err error) {
	db, tidy, err := look(ctx, path)
	if err != nil {
		return 0, err
	}
	defer tidy()
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return 0, err
	}
	if verdict != "ok" {
		return 0, fmt.Errorf("%s is damaged: %s", path, verdict)
	}
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM tables").Scan(&tables)
	return tables, err
}
