package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/hall/transfer"
	"parlour/internal/files"
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
// database. Whenever it fails, the former database stays where it is.
func Restore(ctx context.Context, to Place, from string) (r Restored, err error) {
	if r.File, err = to.File(); err != nil {
		return r, err
	}
	if r.Tables, err = sqlite.Check(ctx, from); err != nil {
		return r, fmt.Errorf("the backup cannot be used: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(r.File), 0o700); err != nil {
		return r, err
	}
	unlock, err := to.lock()
	if err != nil {
		return r, err
	}
	defer unlock()
	path := resolved(r.File)
	fresh := path + ".restored"
	if a, err := os.Stat(from); err == nil {
		if b, err := os.Stat(fresh); err == nil && os.SameFile(a, b) {
			return r, fmt.Errorf("%s is where a restore makes its copy; rename it first", from)
		}
	}
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) { // one that was interrupted
		return r, err
	}
	defer os.Remove(fresh) // nothing to remove after the swap
	if err := duplicate(ctx, from, fresh); err != nil {
		return r, err
	}
	r.Aside, err = swap(ctx, path, fresh)
	return r, err
}

// duplicate copies a backup to a new file, for the owner of its folder, and checks
// the copy.
func duplicate(ctx context.Context, from, to string) error {
	source, err := sqlite.Read(from)
	if err != nil {
		return err
	}
	defer source.Close()
	// A backup is marked as a copy: the server that opens it raises the epoch.
	if err := source.Backup(ctx, to); err != nil {
		return err
	}
	if _, err := sqlite.Check(ctx, to); err != nil {
		return err
	}
	return giveToOwner(to)
}

// swap puts a fresh database in the place of one that no server uses, and returns
// the name under which it keeps that, or "" if it is empty.
func swap(ctx context.Context, path, fresh string) (aside string, err error) {
	i, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if i.Size() > 0 {
		if err := finish(ctx, path); err != nil {
			return "", err
		}
	}
	name := path + "." + time.Now().UTC().Format(asideTime)
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 { // of a database that was moved away
		if err := os.Rename(path+"-wal", name+"-wal"); err != nil {
			return "", err
		}
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	if i.Size() > 0 {
		aside = name
		if err := keep(path, aside); err != nil {
			return "", err
		}
	}
	err = files.Rename(fresh, path)
	if _, stays := os.Stat(fresh); err != nil && stays == nil && aside != "" {
		back := os.Rename(aside, path)
		if back == nil {
			os.Remove(aside) // Rename leaves it if both are names of one file
		}
		return "", errors.Join(err, back)
	}
	return aside, err
}

// finish puts all of a database that no server uses into its one file.
func finish(ctx context.Context, path string) error {
	old, err := sqlite.Open(path)
	if err != nil {
		return fmt.Errorf("%w; to restore anyway, move that file away, and those beside it", err)
	}
	if err := errors.Join(unused(ctx, old, "the database"), old.Close()); err != nil {
		return err
	}
	if i, err := os.Stat(path + "-wal"); err == nil && i.Size() > 0 {
		return fmt.Errorf("%s-wal is still needed: the disk is full, or another program reads the database", path)
	}
	return nil
}

// asideTime is how the name of a former database says when it was replaced.
const asideTime = "20060102-150405.000"

// keep gives a file a second name. Where a file cannot have two, it gets the new
// one only.
func keep(path, aside string) error {
	if os.Link(path, aside) == nil {
		return nil
	}
	return os.Rename(path, aside)
}

// keptNames returns the second names of a database that was not replaced after all,
// because the restore was interrupted.
func keptNames(path string) (names []string) {
	i, err := os.Stat(path)
	if err != nil {
		return nil
	}
	list, _ := os.ReadDir(filepath.Dir(path)) // without it there are none to remove
	for _, e := range list {
		at, ok := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if _, err := time.Parse(asideTime, at); !ok || err != nil {
			continue
		}
		name := filepath.Join(filepath.Dir(path), e.Name())
		if other, err := os.Lstat(name); err == nil && os.SameFile(i, other) {
			names = append(names, name)
		}
	}
	return names
}

// Fresh is how recent the last sign of life of a server has to be for the
// server to count as running.
const Fresh = 15 * time.Second

// unused checks that no server has used a store lately. That also shows servers whose
// lock is not seen here: those of PostgreSQL, and those on other machines.
func unused(ctx context.Context, store hall.Store, name string) error {
	last, err := store.LastBeat(ctx)
	if err != nil {
		return err
	}
	since := time.Since(last)
	if since < -Fresh {
		return fmt.Errorf("a server used %s at %s, which is in the future: its clock was wrong, or this one is; stop it, or start it once with the right time and stop it again", name, last.Format(time.RFC3339))
	}
	if since < Fresh {
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
	unlockSource, err := from.lock()
	if err != nil {
		source.Close()
		return r, err
	}
	defer unlockSource()
	defer source.Close()
	if err := unused(ctx, source, from.Name()); err != nil {
		return r, err
	}
	unlockTarget, err := to.lock()
	if err != nil {
		return r, err
	}
	defer unlockTarget()
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
