package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

var errReadOnly = errors.New("the store was opened to be read only")

// Read opens a file that is there to read it. It is never changed; whatever
// would change it fails.
func Read(path string) (*Store, error) {
	db, err := look(context.Background(), path)
	if err != nil {
		return nil, err
	}
	s := &Store{path: path, read: db, readOnly: true, lists: make(chan struct{}, mostLists), quit: make(chan struct{})}
	err = db.QueryRow("SELECT count(*) = 0 FROM sqlite_master WHERE name = 'vault'").Scan(&s.noVault)
	if err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// look opens a file of a release this one can read, and changes nothing.
func look(ctx context.Context, path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address(path, "mode=ro&_pragma=busy_timeout(10000)"))
	if err != nil {
		return nil, err
	}
	var v int
	if err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v); err == nil && (v < 1 || v > version) {
		err = fmt.Errorf("%s is no database of Parlour that this release can read (version %d)", path, v)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// Check opens a file as it is, changes nothing and makes sure that it is a whole
// database of a release this one can read. It returns the number of its tables.
func Check(ctx context.Context, path string) (tables int, err error) {
	db, err := look(ctx, path)
	if err != nil {
		return 0, err
	}
	defer db.Close()
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
