package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/hall/transfer"
)

// Backup copies a SQLite database to a new file while servers may run, checks
// the copy and returns the number of its tables.
func Backup(ctx context.Context, from Place, to string) (tables int, err error) {
	path, err := from.File()
	if err != nil {
		return 0, err
	}
	store, err := sqlite.Read(path)
	if err != nil {
		return 0, missing(path, err)
	}
	defer store.Close()
	if err := store.Backup(ctx, to); err != nil {
		return 0, err
	}
	if tables, err = sqlite.Check(ctx, to); err != nil {
		return 0, fmt.Errorf("the copy is damaged: %w", err)
	}
	return tables, nil
}

// Restored says what Restore did.
type Restored struct {
	Tables int
	File   string // the database now
	Aside  string // where the former database is kept; "" if there was none
}

// Restore checks a backup and makes it the database of a place. The former
// database is kept under another name. It fails while a server uses the
// database.
func Restore(ctx context.Context, to Place, from string) (r Restored, err error) {
	if r.File, err = to.File(); err != nil {
		return r, err
	}
	if r.Tables, err = sqlite.Check(ctx, from); err != nil {
		return r, fmt.Errorf("the backup cannot be used: %w", err)
	}
	if r.Aside, err = moveAside(ctx, r.File); err != nil {
		return r, err
	}
	source, err := sqlite.Read(from)
	if err != nil {
		return r, err
	}
	defer source.Close()
	if err := os.MkdirAll(filepath.Dir(r.File), 0o700); err != nil {
		return r, err
	}
	// A backup is marked as a copy: the server that opens it raises the epoch.
	if err := source.Backup(ctx, r.File); err != nil {
		return r, err
	}
	if _, err := sqlite.Check(ctx, r.File); err != nil {
		return r, err
	}
	return r, giveToOwner(r.File)
}

// moveAside renames a database that no server uses and returns its new name,
// or "" if there is no database.
func moveAside(ctx context.Context, path string) (string, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	old, err := sqlite.Open(path)
	if err != nil {
		return "", fmt.Errorf("%w; to restore anyway, move that file away", err)
	}
	err = unused(ctx, old, "the database")
	if cerr := old.Close(); err == nil { // closing it writes everything into the one file
		err = cerr
	}
	if err != nil {
		return "", err
	}
	aside := path + "." + time.Now().UTC().Format("20060102-150405.000")
	if err := os.Rename(path, aside); err != nil {
		return "", err
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

// Fresh is how recent the last sign of life of a server has to be for the
// server to count as running.
const Fresh = 15 * time.Second

// unused checks that no server uses a store.
func unused(ctx context.Context, store hall.Store, name string) error {
	last, err := store.LastBeat(ctx)
	if err != nil {
		return err
	}
	if since := time.Since(last); since < Fresh {
		return fmt.Errorf("a server used %s %s ago; stop it first, and wait %s", name, since.Round(time.Second), Fresh)
	}
	return nil
}

// PushKey is the name, in the vault of a store, of the key that signs notices. All
// nodes have the same one, because browsers bind their subscriptions to it.
const PushKey = "push-key"

// Migrate copies all tables from one store to another and compares both. It
// fails while a server uses either store. It calls progress with the number of
// steps done and their total.
func Migrate(ctx context.Context, from, to Place, progress func(done, total int)) (r transfer.Report, err error) {
	source, err := from.Read(ctx)
	if err != nil {
		return r, err
	}
	defer source.Close()
	if err := unused(ctx, source, from.Name()); err != nil {
		return r, err
	}
	target, err := to.Open(ctx)
	if err != nil {
		return r, err
	}
	defer target.Close()
	if err := unused(ctx, target, to.Name()); err != nil {
		return r, err
	}
	r, err = transfer.Copy(ctx, source, target, progress)
	if err != nil {
		return r, err
	}
	return r, target.Close()
}
