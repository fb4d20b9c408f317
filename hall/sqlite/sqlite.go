// Package sqlite keeps tables in one SQLite file. It implements hall.Store
// and hall.Vault.
//
//	store, err := sqlite.Open("parlour.db")
//
// One goroutine writes. It puts everything that is waiting, from all
// tables, into one transaction, so that they share one sync of the disk;
// nobody gets an answer before that sync. A bad batch fails alone: the
// transaction is rolled back and every batch is tried by itself.
package sqlite

import (
	"context"
	"database/sql"
	_ "embed" // for the schema
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver

	"parlour/hall"
	"parlour/table"
)

//go:embed schema.sql
var schema string

// version is the version of the schema this release writes.
const version = 1

// readers is the number of connections that read at once.
const readers = 4

// mostBatches limits how many batches share one transaction.
const mostBatches = 1024

// A Store is an open file. It is safe for use by many goroutines.
type Store struct {
	path     string
	readOnly bool          // there is no writer; see Read
	tidy     func() error  // closes the reader of a read-only store
	lists    chan struct{} // limits how many callers may list at once
	queue    chan *request
	quit     chan struct{}
	done     chan struct{} // closed when the writer has stopped
	kept     chan struct{} // closed when the checkpoints have stopped
	wrote    atomic.Bool   // something was written since the last checkpoint
	behind   atomic.Bool   // see Behind
	used     []used        // see lost
	once     sync.Once
	closing  error

	frozen atomic.Bool  // there is no writer until the disk has room; see thaw
	mu     sync.RWMutex // held for reading while read is used, for writing while it is replaced
	read   *sql.DB
	write  *sql.DB // the writer's only connection; nil without a writer
	cold   error   // why it is frozen
	tried  time.Time
}

var (
	_ hall.Store = (*Store)(nil)
	_ hall.Vault = (*Store)(nil)
)

// Open opens or creates the file, which only its owner may read. A file
// written by a later release is refused. If the disk has no room for what must
// be written on opening, the store can be read, and everything else returns
// hall.ErrBusy until there is room.
func Open(path string) (*Store, error) {
	if err := errors.Join(private(path), orphaned(path)); err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	s := &Store{path: path, queue: make(chan *request, mostBatches), quit: make(chan struct{}), done: make(chan struct{}), kept: make(chan struct{}), lists: make(chan struct{}, mostLists)}
	if err := s.watch(path, "put it back, or stop the server and restore a backup"); err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	err := s.start()
	if noRoom(err) && s.freeze(err) == nil {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	return s, nil
}

// private creates the file if it is missing, and removes everybody else's
// access. SQLite gives the files next to it the same mode.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	for _, end := range []string{"", "-wal", "-shm", ".witness"} {
		info, err := os.Stat(path + end)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			_ = os.Chmod(path+end, info.Mode().Perm()&0o700) // it may belong to somebody else, who gave us access
		}
	}
	return nil
}

// start opens the file for writing and reading.
func (s *Store) start() (err error) {
	s.used = s.used[:1] // each start has its own log
	if err := s.lost(); err != nil {
		return err
	}
	dsn := func(mode string, more ...string) string {
		q := url.Values{}
		for _, p := range append(more, "journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(10000)", "foreign_keys(ON)") {
			q.Add("_pragma", p)
		}
		q.Set("_txlock", mode)
		q.Set("mode", "rw") // private has created it
		return address(s.path, q.Encode())
	}
	// The writer keeps its pages in memory; keep makes the checkpoints on
	// another connection.
	write, err := sql.Open("sqlite", dsn("immediate", "cache_size(-32768)", "wal_autocheckpoint(16384)"))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			write.Close()
		}
	}()
	write.SetMaxOpenConns(1)
	if err := migrate(write); err != nil {
		return err
	}
	behind, err := settle(context.Background(), write, s.path)
	if err != nil {
		return err
	}
	s.behind.Store(behind)
	_ = s.watch(realPath(s.path)+"-wal", "put it back, or restart the server, which saves what is in it") // some file systems allow none
	read, err := sql.Open("sqlite", dsn("deferred"))
	if err != nil {
		return err
	}
	read.SetMaxOpenConns(readers)
	conn, err := write.Conn(context.Background())
	if err != nil {
		read.Close()
		return err
	}
	s.read, s.write = read, write
	go s.run(conn)
	go s.keep()
	return nil
}

// view runs a read.
func (s *Store) view(f func(*sql.DB) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.lost(); err != nil {
		return err
	}
	return f(s.read)
}

// address returns the driver's address for a file.
func address(path, query string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query
}

func migrate(db *sql.DB) error {
	var v int
	if err := db.QueryRow("PRAGMA user_version").Scan(&v); err != nil {
		return err
	}
	if v > version {
		return fmt.Errorf("it was written by a later release (version %d, this one knows %d)", v, version)
	}
	if v == version { // each statement by itself: usually there is nothing to write
		_, err := db.Exec(schema)
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(schema); err != nil {
		return err
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// Close finishes pending writes and closes the file.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.quit)
		s.mu.Lock()
		write := s.write // nothing thaws it from now on
		s.mu.Unlock()
		switch {
		case s.readOnly:
			s.closing = s.tidy()
			return
		case write == nil: // it is frozen
			s.closing = s.read.Close()
			return
		}
		<-s.done
		<-s.kept
		s.closing = errors.Join(s.read.Close(), s.write.Close())
	})
	return s.closing
}

// A row is a stored event.
type row struct {
	seq, schema, at, who int64
	kind, line           string
	key                  any // nil for none
	body                 []byte
	secret               any // nil for none
}

func encode(e *table.Event) (row, error) {
	r := row{seq: e.Seq, schema: int64(e.Schema), at: millis(e.At), who: int64(e.By), kind: string(e.Kind), line: e.Line}
	if e.Key != "" {
		r.key = e.Key
	}
	var err error
	if r.body, err = json.Marshal(&e.Body); err != nil {
		return r, err
	}
	if e.Secret != nil {
		if r.secret, err = json.Marshal(e.Secret); err != nil {
			return r, err
		}
	}
	return r, nil
}

// millis is a time in milliseconds, 0 for the zero time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

// Load returns the events of a table after since.
func (s *Store) Load(ctx context.Context, id string, since int64) (list []table.Event, err error) {
	err = s.view(func(db *sql.DB) error {
		list, err = load(ctx, db, id, since)
		return err
	})
	return list, err
}

func load(ctx context.Context, db *sql.DB, id string, since int64) ([]table.Event, error) {
	var n int64
	if err := db.QueryRowContext(ctx, "SELECT n FROM tables WHERE id = ?", id).Scan(&n); errors.Is(err, sql.ErrNoRows) {
		return nil, hall.ErrNotFound
	} else if err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, "SELECT seq, schema, at, kind, who, key, line, body, secret FROM events WHERE n = ? AND seq > ? ORDER BY seq", n, since)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []table.Event
	for rows.Next() {
		e := table.Event{Table: id}
		var at int64
		var key sql.NullString
		var body, secret []byte
		if err := rows.Scan(&e.Seq, &e.Schema, &at, &e.Kind, &e.By, &key, &e.Line, &body, &secret); err != nil {
			return nil, err
		}
		e.At, e.Key = fromMillis(at), key.String
		if err := json.Unmarshal(body, &e.Body); err != nil {
			return nil, fmt.Errorf("event %d of %s: %w", e.Seq, id, err)
		}
		if secret != nil {
			if err := json.Unmarshal(secret, &e.Secret); err != nil {
				return nil, fmt.Errorf("event %d of %s: %w", e.Seq, id, err)
			}
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

// Delete removes a table.
func (s *Store) Delete(ctx context.Context, id string) error {
	return s.do(ctx, func(w *writer) error {
		if _, err := w.exec("DELETE FROM events WHERE n = (SELECT n FROM tables WHERE id = ?)", id); err != nil {
			return err
		}
		gone, err := w.exec("DELETE FROM tables WHERE id = ?", id)
		if err == nil && gone == 0 {
			return hall.ErrNotFound
		}
		return err
	})
}

// Beat records that the server is alive.
func (s *Store) Beat(ctx context.Context, t time.Time) error {
	err := s.do(ctx, func(w *writer) error {
		_, err := w.exec(setNote, noteBeat, millis(t))
		return err
	})
	if err == nil {
		s.testify(ctx)
	}
	return err
}

// LastBeat returns when the server was last alive.
func (s *Store) LastBeat(ctx context.Context) (time.Time, error) {
	var n int64
	err := s.view(func(db *sql.DB) error {
		return db.QueryRowContext(ctx, "SELECT value FROM notes WHERE key = ?", noteBeat).Scan(&n)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return fromMillis(n), err
}
