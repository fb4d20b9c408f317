package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"parlour/hall"
	"parlour/hall/postgres"
	"parlour/hall/sqlite"
	"parlour/internal/files"
)

// A Place says where tables are kept.
type Place struct {
	Store string // sqlite:FILE or postgres://user:password@host/database; "" for SQLite in the data folder
	Data  string // the data folder; "" for the user's own
}

// ErrAddress means that the address of a store cannot be understood. It does
// not quote the address, which may contain a password.
var ErrAddress = errors.New("a store is sqlite:FILE or postgres://user:password@host/database")

// Shared reports whether several nodes can share the store.
func (p Place) Shared() bool {
	return strings.HasPrefix(p.Store, "postgres:") || strings.HasPrefix(p.Store, "postgresql:")
}

// Open opens the store and creates it if it is missing. A store that nodes can
// share is also a hall.Shared.
func (p Place) Open(ctx context.Context) (hall.Store, error) {
	if p.Shared() {
		return postgres.Open(ctx, p.Store)
	}
	path, err := p.make()
	if err != nil {
		return nil, err
	}
	return sqlite.Open(path)
}

// make returns the SQLite file of the store, and creates the data folder if it is
// missing.
func (p Place) make() (path string, err error) {
	if path, err = p.File(); err == nil && p.Store == "" {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	return path, err
}

// lock fails while another server uses the SQLite file: two would not hear of each
// other's events. There are two locks, which end with the process, however it ends: a
// file beside the database, and on Linux the database itself, because that can also be
// reached by other paths, as in a container, and the lock beside it can be deleted. A
// file with several names is refused, because SQLite keeps a log beside each of them, and
// a server that was killed leaves the end of its games there; the name that a restore
// gave it before it was interrupted is removed. Unlock after the store is closed. A
// missing database is created, empty.
func (p Place) lock() (unlock func(), err error) {
	if p.Shared() {
		return func() {}, nil
	}
	path, err := p.make()
	if err == nil {
		err = create(path)
	}
	if err != nil {
		return nil, err
	}
	path = resolved(path)
	if i, err := os.Stat(path); err == nil && files.Names(i) > 1+len(keptNames(path)) {
		return nil, fmt.Errorf("%s has %d names (hard links); two servers that use different ones damage it: remove the others, or copy the file", path, files.Names(i))
	}
	unlockName, err := hold(path, path+".lock", files.Lock)
	if err != nil {
		return nil, err
	}
	_ = giveToOwner(path + ".lock") // if it cannot be given away, a server of another user will say so
	unlockData, err := hold(path, path, files.LockData)
	if err != nil {
		unlockName()
		return nil, err
	}
	for _, name := range keptNames(path) { // only now: nobody restores
		_ = os.Remove(name) // if it stays, nobody opens it by that name
	}
	return func() {
		unlockData()
		unlockName()
	}, nil
}

// create creates an empty file, which SQLite takes for a new database, if there is
// none. A link is followed.
func create(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_ = giveToOwner(path) // as with the lock
	return f.Close()
}

// hold takes one of the locks of a database. Where there can be none, as on a full
// disk, it does without.
func hold(path, name string, lock func(string) (func(), error)) (unlock func(), err error) {
	unlock, err = lock(name)
	_, missing := os.Lstat(name)
	switch {
	case errors.Is(err, files.ErrLocked):
		return nil, fmt.Errorf("another server uses %s; stop it first, or name another folder with --data", path)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EROFS), // it cannot be created
		errors.Is(err, fs.ErrPermission) && errors.Is(missing, fs.ErrNotExist),
		errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK): // the file system has no locks
		return func() {}, nil
	}
	return unlock, err
}

// resolved returns the file that a path leads to by symbolic links, or the path if
// there is none.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// Change opens a store that exists. A missing one is an error.
func (p Place) Change(ctx context.Context) (hall.Store, error) {
	if path, err := p.File(); err == nil {
		if _, err := os.Stat(path); err != nil {
			return nil, missing(path, err)
		}
	}
	return p.Open(ctx)
}

// Read opens the store for reading only. A missing store is an error.
func (p Place) Read(ctx context.Context) (hall.Store, error) {
	if p.Shared() {
		return postgres.Read(ctx, p.Store)
	}
	path, err := p.File()
	if err != nil {
		return nil, err
	}
	s, err := sqlite.Read(path)
	if err != nil {
		return nil, missing(path, err)
	}
	return s, nil
}

// missing says what to do if there is no database, or none for this user.
func missing(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no database %s; name another with --data or --store", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("this user may not read %s; try it with sudo, or name another with --data or --store", path)
	}
	return err
}

// serviceFolder is where the service of deploy/parlour.service keeps its tables.
var serviceFolder = "/var/lib/parlour"

// Find returns the place that a command beside the server means. If none is named,
// it is the one with a database: the folder of the service, or the user's own. If both
// have one, the error names them.
func (p Place) Find() (Place, error) {
	if p.Data != "" || p.Store != "" {
		return p, nil
	}
	own, err := p.File()
	if err != nil {
		return p, err
	}
	service := Place{Data: serviceFolder}
	_, ownErr := os.Stat(own)
	switch _, err := os.Stat(filepath.Join(serviceFolder, database)); {
	case errors.Is(err, fs.ErrNotExist), err != nil && ownErr == nil:
		return p, nil
	case ownErr == nil:
		return p, fmt.Errorf("there are two databases: %s and %s. Say which one you mean, with --data %s or --data %s",
			own, filepath.Join(serviceFolder, database), filepath.Dir(own), serviceFolder)
	}
	return service, nil
}

// database is the name of the file in a data folder.
const database = "parlour.db"

// File returns the SQLite file of the store. If the store is not a file, the
// error names the tools to copy it with.
func (p Place) File() (string, error) {
	path, ok := strings.CutPrefix(p.Store, "sqlite:")
	switch {
	case p.Store == "":
		dir, err := p.folder()
		return filepath.Join(dir, database), err
	case p.Shared():
		return "", fmt.Errorf("%s is not a file; copy it with pg_dump and restore it with pg_restore", postgres.Name(p.Store))
	case !ok, path == "":
		return "", ErrAddress
	}
	return path, nil
}

// Dir returns the folder for the server's files: that of the SQLite file, or
// else the data folder.
func (p Place) Dir() (string, error) {
	if p.Shared() {
		return p.folder()
	}
	path, err := p.File()
	return filepath.Dir(path), err
}

// Name names the store, without a password.
func (p Place) Name() string {
	if p.Shared() {
		return postgres.Name(p.Store)
	}
	path, err := p.File()
	if err != nil {
		return "the store"
	}
	return path
}

// folder returns the data folder, which may be missing.
func (p Place) folder() (string, error) {
	dir := p.Data
	if dir == "" {
		base, err := userData()
		if err != nil {
			return "", fmt.Errorf("there is no folder for the data: %w; name one with --data", err)
		}
		dir = filepath.Join(base, "parlour")
	}
	return dir, nil
}

// userData returns the folder where programs keep the user's data.
func userData() (string, error) {
	if runtime.GOOS == "linux" || strings.HasSuffix(runtime.GOOS, "bsd") {
		if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
			return dir, nil
		}
		home, err := os.UserHomeDir()
		return filepath.Join(home, ".local", "share"), err
	}
	return os.UserConfigDir()
}
